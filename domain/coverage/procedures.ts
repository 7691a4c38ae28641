import type { BasisPoints, Benefit, Cents } from './benefits.ts'
import { whyUnclear } from './countable-benefits.ts'
import type { YesNoUnknown } from './estimate.ts'
import { bestRows, firmCents, firmRate, reasonsOf, type UnclearBenefit, worstOf } from './rows.ts'

/**
 * A payer's benefits for one procedure alone (EB13). Null and 'unknown': not given, so the general benefits
 * apply.
 */
export interface ProcedureTerms {
  /** CPT or HCPCS. */
  readonly code: string
  /** The last code of a range that begins with `code`; null for a single code. */
  readonly to: string | null
  /** `cents` is null if the amount cannot be read. */
  readonly copay: { readonly cents: Cents | null } | null
  /** `rate` is null if the rate cannot be read. */
  readonly coinsurance: { readonly rate: BasisPoints | null } | null
  /** unclear: perhaps, under a condition that cannot be judged here. */
  readonly covered: YesNoUnknown | 'unclear'
  readonly authorization: YesNoUnknown
  /** Why some of these terms are treated as unknown. */
  readonly unclear: readonly UnclearBenefit[]
}

/**
 * The terms in rows that name a procedure or a range of procedures. Maximums belong to the plan: a maximum
 * for one procedure is ignored. A deductible for one procedure adds to the plan's in an unknown way.
 */
export function proceduresOf(rows: readonly Benefit[], isInNetwork: boolean): ProcedureTerms[] {
  const named = rows.filter(({ procedure }) => procedure !== undefined)
  const byCode = Map.groupBy(named, ({ procedure, procedureTo }) => `${procedure}-${procedureTo ?? ''}`)
  return [...byCode.values()].map((those) => ({
    code: those[0]?.procedure ?? '',
    to: those[0]?.procedureTo ?? null,
    ...termsFromRows(those, isInNetwork),
  }))
}

function termsFromRows(rows: readonly Benefit[], isInNetwork: boolean): Omit<ProcedureTerms, 'code' | 'to'> {
  const best = (is: (row: Benefit) => boolean) => bestRows(rows.filter(is), isInNetwork)
  const copays = best(({ kind }) => kind === 'copayment')
  const shares = best(({ kind }) => kind === 'coinsurance')
  const coverage = best(({ kind }) => kind === 'non-covered' || kind === 'active')
  const authorizations = best((row) => row.authorization !== 'unknown')
  const deductibles = best(({ kind, amountCents }) => kind === 'deductible' && amountCents !== 0)
  const doubts = best(({ doubt, isUsedUp }) => doubt !== undefined || isUsedUp === true)
  const firm = coverage.filter((row) => whyUnclear(row).length === 0).map(({ kind }) => kind)
  const [copay, coinsurance] = [worstOf(copays.map(firmCents)), worstOf(shares.map(firmRate))]
  const isDoubtful = deductibles.length > 0 || doubts.length > 0 || (coverage.length > 0 && firm.length === 0)
  const isFirmNo = authorizations.every((row) => whyUnclear(row).length === 0)
  return {
    copay: copays.length === 0 ? null : { cents: copay.value },
    coinsurance: shares.length === 0 ? null : { rate: coinsurance.value },
    covered: firm.includes('non-covered')
      ? 'no'
      : isDoubtful
        ? 'unclear'
        : firm.includes('active')
          ? 'yes'
          : 'unknown',
    authorization: authorizations.some((row) => row.authorization === 'yes')
      ? 'yes'
      : authorizations.length > 0 && isFirmNo
        ? 'no'
        : 'unknown',
    unclear: [
      ...(copay.value === null ? reasonsOf(copays, 'copay') : []),
      ...(coinsurance.value === null ? reasonsOf(shares, 'coinsurance') : []),
      ...(firm.length === 0 ? reasonsOf(coverage, 'coverage') : []),
      ...deductibles.map(() => ({ about: 'coverage' as const, words: 'a deductible of its own' })),
      ...doubts.map(({ doubt }) => ({
        about: 'coverage' as const,
        words: doubt ?? 'nothing is left of a limit',
      })),
    ],
  }
}

/**
 * The terms for a code: from its own rows, otherwise from all ranges that contain it; null if there are none.
 */
export function termsOfCode(all: readonly ProcedureTerms[], code: string): ProcedureTerms | null {
  const own = all.filter((one) => one.to === null && one.code === code)
  const those =
    own.length > 0 ? own : all.filter((one) => one.to !== null && isBetween(code, one.code, one.to))
  const [first] = those
  if (!first || those.length === 1) return first ?? null
  const copays = those.flatMap(({ copay }) => copay ?? [])
  const rates = those.flatMap(({ coinsurance }) => coinsurance ?? [])
  const covered = those.map((one) => one.covered)
  const authorizations = those.map((one) => one.authorization)
  return {
    ...first,
    copay: copays.length === 0 ? null : { cents: worstOf(copays.map(({ cents }) => cents)).value },
    coinsurance: rates.length === 0 ? null : { rate: worstOf(rates.map(({ rate }) => rate)).value },
    covered: (['no', 'unclear', 'yes'] as const).find((one) => covered.includes(one)) ?? 'unknown',
    authorization: (['yes', 'no'] as const).find((one) => authorizations.includes(one)) ?? 'unknown',
    unclear: those.flatMap(({ unclear }) => unclear),
  }
}

/**
 * Codes of one form (five digits, four digits and a letter, a letter and four digits) are ordered among
 * themselves.
 */
function isBetween(code: string, from: string, to: string): boolean {
  const form = (text: string) => text.replace(/\d/g, '9')
  return form(code) === form(from) && form(code) === form(to) && code >= from && code <= to
}
