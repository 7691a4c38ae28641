import { dayInWords, type IsoDate } from '../dates/dates.ts'
import type { BasisPoints, Benefit, Cents, EligibilityResponse, OtherPayer } from './benefits.ts'
import {
  isOfOtherDays,
  isOtherInsurance,
  isOutsideLaboratory,
  paysFirst,
  whyUnclear,
} from './countable-benefits.ts'
import { isUsedUp, remainingOfLimits } from './limits.ts'
import { type ProcedureTerms, proceduresOf } from './procedures.ts'
import { remainingOf } from './remaining-amount.ts'
import {
  type BenefitAbout,
  bestRows,
  firmCents,
  firmRate,
  reasonsOf,
  serviceTypeIs,
  type UnclearBenefit,
  worstOf,
} from './rows.ts'

/** How an ambiguous response was interpreted. */
export interface BenefitSummaryNote {
  /**
   * total: only the full amount is known, not how much is left. contradictory: rows differ, and the costlier
   * one applies.
   */
  readonly kind: 'total' | 'contradictory'
  readonly about: BenefitAbout
}

/** What an estimate needs of a payer's response, for laboratory tests. Unknown is null, never 0. */
export interface BenefitSummary {
  readonly state: 'active' | 'inactive' | 'rejected' | 'unknown'
  /** Why the payer refused to answer, in its words, or the dates of an inactive coverage; otherwise ''. */
  readonly rejection: string
  /** The remaining deductible; the full deductible if the payer did not report what is left. */
  readonly deductibleCents: Cents | null
  /**
   * The remaining out-of-pocket maximum of the plan year; the full maximum if the payer did not report what
   * is left.
   */
  readonly outOfPocketCents: Cents | null
  /** null: the payer gave none. `cents` null: it gave one without a readable amount. */
  readonly copay: { readonly cents: Cents | null; readonly isOncePerOrder: boolean } | null
  readonly coinsurance: BasisPoints | null
  /** The plan does not cover laboratory tests from such a laboratory at all. */
  readonly isNonCovered: boolean
  readonly authorization: Benefit['authorization']
  /** The payer limits what it pays for such tests, and how much is left for this order is not known. */
  readonly hasLimit: boolean
  /** The payer names another payer, which may pay before or after it. */
  readonly hasOtherPayer: boolean
  /** The other payers, if named. */
  readonly otherPayers: readonly OtherPayer[]
  /**
   * The payer that pays before or instead of this one, so that this response alone gives no price; otherwise
   * ''.
   */
  readonly paysFirst: string
  /** Such tests may not be covered, or only under a condition that cannot be judged here. */
  readonly isCoverageUnclear: boolean
  /** The smallest remaining limit of what the payer pays for such tests; null if it gives none. */
  readonly limitCents: Cents | null
  /** The payer's limits in its words: `1 visits in a lifetime`. */
  readonly limits: readonly string[]
  /** Why something in the response is treated as unknown. */
  readonly unclear: readonly UnclearBenefit[]
  readonly notes: readonly BenefitSummaryNote[]
  /** The terms for single procedures, which override the plan's. */
  readonly procedures: readonly ProcedureTerms[]
}

/**
 * Interprets a payer's response for tests of a laboratory that is in its network or not (according to the
 * laboratory's contracts, not the response). The rules are those of rows.ts; in addition:
 * - the remaining deductible or maximum is the lower of the individual's and the family's: meeting either is
 * enough. A level with only a full amount counts as if nothing of it was met yet;
 * - a copayment counts once per order only if every applicable row says that it is per visit;
 * - a row that names a procedure (EB13) applies to that procedure only;
 * - a plan that is both active and inactive is unknown. Rows of an inactive plan are ignored;
 * - rows for another place of service (a laboratory is 81), of an insurance that does not pay for such tests
 * (Medicare Part A), and for dates other than `day`, the day of the service, are ignored;
 * - a row with a condition that cannot be judged (a message, a diagnosis, a modifier) has no firm amount: its
 * value is unknown, and `unclear` says why;
 * - a plan that begins after `day`, or ended before it, is not active.
 */
export function summarizeBenefits(
  answer: EligibilityResponse,
  isInNetwork: boolean,
  day?: IsoDate,
): BenefitSummary {
  const { benefits, rejections, member } = answer
  const here = benefits.filter((row) => !isOutsideLaboratory(row) && !isOtherInsurance(row))
  const current = here.filter((row) => !isOfOtherDays(row, day) || isInactive(row))
  const isOtherPlanYear = isOfOtherDays(
    { ...EMPTY_BENEFIT, from: member.planBegins, to: member.planEnds },
    day,
  )
  const isDated = current.some((row) => isActive(row) && day !== undefined && isWithin(row, day))
  const { state: stated, inactivePlans } = coverageOf({ ...answer, benefits: withoutPast(current, day) })
  const isOver = stated === 'active' && isOtherPlanYear && !isDated
  const isOutsideDates = stated === 'unknown' && here.some((row) => isActive(row) && isOfOtherDays(row, day))
  const state = isOver || isOutsideDates ? 'inactive' : stated
  const all = current.filter(({ plan, kind }) => !inactivePlans.has(plan) && kind !== 'inactive')
  const rows = all.filter(isGeneral)
  const best = (is: (row: Benefit) => boolean) => bestRows(rows.filter(is), isInNetwork)
  const deductible = remainingOf('deductible', rows, isInNetwork)
  const outOfPocket = remainingOf('out-of-pocket', rows, isInNetwork)
  const copays = best(({ kind }) => kind === 'copayment')
  const copay = worstOf(copays.map(firmCents))
  const shares = best(({ kind }) => kind === 'coinsurance')
  const coinsurance = worstOf(shares.map(firmRate))
  const coverage = best(({ kind }) => kind === 'non-covered' || kind === 'active')
  const authorization = best((row) => row.authorization !== 'unknown')
  const isFirmly = (kind: Benefit['kind']) =>
    coverage.some((row) => row.kind === kind && whyUnclear(row).length === 0)
  const isNonCovered = isFirmly('non-covered')
  const doubts = best(({ doubt }) => doubt !== undefined)
  const limits = all.filter(
    ({ kind, network }) => kind === 'limitation' && network !== (isInNetwork ? 'out' : 'in'),
  )
  const ofLaboratory = limits.filter(
    (row) => serviceTypeIs(row, '5') || serviceTypeIs(row, '30') || !isGeneral(row),
  )
  const usedUp = ofLaboratory.filter((row) => isUsedUp(row, ofLaboratory))
  const doubtful = isNonCovered
    ? []
    : [
        ...(isFirmly('active') ? [] : reasonsOf(coverage, 'coverage')),
        ...[...new Set(doubts.flatMap((row) => [row.doubt ?? '', ...whyUnclear(row)]))].map((words) => ({
          about: 'coverage' as const,
          words,
        })),
        ...(usedUp.length > 0 ? [{ about: 'coverage' as const, words: 'nothing is left of a limit' }] : []),
      ]
  const dearest = copays.filter(({ amountCents }) => amountCents === copay.value)
  const others = all.filter(({ kind }) => kind === 'other-payer')
  return {
    state,
    rejection:
      state === 'inactive'
        ? whyInactive(
            isOver
              ? { from: member.planBegins, to: member.planEnds }
              : here.find((row) => isActive(row) && isOfOtherDays(row, day)),
            day,
          )
        : stated === 'unknown' &&
            rejections.length === 0 &&
            benefits.some((row) => isActive(row) && isOtherInsurance(row))
          ? 'The active coverage is only for other services, such as Medicare Part A.'
          : rejections.map(({ code, words }) => words || code).join(' '),
    deductibleCents: deductible.value,
    outOfPocketCents: outOfPocket.value,
    copay:
      copays.length === 0
        ? null
        : { cents: copay.value, isOncePerOrder: dearest.every(({ period }) => period === 'visit') },
    coinsurance: coinsurance.value,
    isNonCovered,
    authorization: authorizationOf(authorization),
    hasLimit:
      ofLaboratory.some(
        ({ amountCents, limits: stated = [] }) => amountCents !== null || stated.length > 0,
      ) || coverage.some(({ limits: stated = [] }) => stated.length > 0),
    hasOtherPayer: others.length > 0,
    otherPayers: others.flatMap(payersIn),
    paysFirst: paysFirst(all),
    isCoverageUnclear: doubtful.length > 0,
    limitCents: remainingOfLimits(ofLaboratory),
    limits: [...new Set([...ofLaboratory, ...coverage].flatMap(({ limits: stated = [] }) => stated))],
    unclear: [
      ...doubtful,
      ...deductible.unclear,
      ...(copay.value === null ? reasonsOf(copays, 'copay') : []),
      ...(coinsurance.value === null ? reasonsOf(shares, 'coinsurance') : []),
      ...outOfPocket.unclear,
    ],
    notes: [
      ...notesOn('deductible', deductible),
      ...notesOn('out-of-pocket', outOfPocket),
      ...notesOn('copay', copay),
      ...notesOn('coinsurance', coinsurance),
      ...notesOn('coverage', { isContradictory: isNonCovered && coverage.some(isActive) }),
      ...notesOn('authorization', {
        isContradictory: new Set(authorization.map((row) => row.authorization)).size > 1,
      }),
    ],
    procedures: proceduresOf(all, isInNetwork),
  }
}

/** The payers that a row names, or its words about an unnamed one. */
function payersIn({ otherPayers = [], words }: Benefit): readonly OtherPayer[] {
  return otherPayers.length > 0 ? otherPayers : words.map((name) => ({ name, pays: '', since: '' }))
}

/** A row without content. */
const EMPTY_BENEFIT: Benefit = {
  ...{ kind: 'other', level: null, serviceTypes: [], period: null, amountCents: null, rate: null },
  ...{ authorization: 'unknown', network: 'unknown', plan: '', words: [] },
}

/** Whether a row is dated and valid on that day. */
function isWithin(row: Benefit, day: IsoDate): boolean {
  return (row.from ?? row.to ?? '') !== '' && !isOfOtherDays(row, day)
}

/** Drops a plan's inactive rows for other dates if another row says that it is active on this day. */
function withoutPast(rows: readonly Benefit[], day: IsoDate | undefined): Benefit[] {
  if (day === undefined) return [...rows]
  const isActiveNow = (plan: string) =>
    rows.some((row) => isActive(row) && row.plan === plan && isWithin(row, day))
  return rows.filter((row) => !(isInactive(row) && isOfOtherDays(row, day) && isActiveNow(row.plan)))
}

function whyInactive(span: Pick<Benefit, 'from' | 'to'> | undefined, day: IsoDate | undefined): string {
  const { from = '', to = '' } = span ?? {}
  if (day !== undefined && to !== '' && to < day) return `It ended on ${dayInWords(to)}.`
  return day !== undefined && from !== '' && from > day ? `It begins on ${dayInWords(from)}.` : ''
}

/** That no authorization is required is known only if no condition limits it. */
function authorizationOf(rows: readonly Benefit[]): Benefit['authorization'] {
  if (rows.some((row) => row.authorization === 'yes')) return 'yes'
  return rows.length > 0 && rows.every((row) => whyUnclear(row).length === 0) ? 'no' : 'unknown'
}

const isGeneral = ({ procedure }: Benefit) => procedure === undefined
const isActive = ({ kind }: Benefit) => kind === 'active'
const isInactive = ({ kind }: Benefit) => kind === 'inactive'

function notesOn(
  about: BenefitAbout,
  { isContradictory, isTotal = false }: { isContradictory: boolean; isTotal?: boolean },
): BenefitSummaryNote[] {
  return [
    ...(isContradictory ? [{ kind: 'contradictory' as const, about }] : []),
    ...(isTotal ? [{ kind: 'total' as const, about }] : []),
  ]
}

/** A row that names no plan applies to all plans in the response. */
function coverageOf(answer: EligibilityResponse): {
  state: BenefitSummary['state']
  inactivePlans: ReadonlySet<string>
} {
  const rows = answer.benefits.filter((row) => isGeneral(row) && (isActive(row) || isInactive(row)))
  const named = [...new Set(rows.map(({ plan }) => plan).filter((plan) => plan !== ''))]
  const states = (named.length === 0 ? [''] : named).map((plan) => ({
    plan,
    state: stateOf(rows.filter((row) => row.plan === plan || row.plan === '')),
  }))
  const has = (state: BenefitSummary['state']) => states.some((of) => of.state === state)
  const inactivePlans = new Set(
    states.filter(({ plan, state }) => plan !== '' && state === 'inactive').map(({ plan }) => plan),
  )
  if (answer.rejections.length > 0) return { state: 'rejected', inactivePlans }
  // A plan with contradictory rows may be the one that pays.
  if (states.some(({ state }) => state === 'contradictory')) return { state: 'unknown', inactivePlans }
  return { state: has('active') ? 'active' : has('inactive') ? 'inactive' : 'unknown', inactivePlans }
}

function stateOf(rows: readonly Benefit[]): 'active' | 'inactive' | 'unknown' | 'contradictory' {
  const rowsByType = (['5', '30'] as const).map((type) => rows.filter((row) => serviceTypeIs(row, type)))
  if (rowsByType.some((those) => those.some(isActive) && those.some(isInactive))) return 'contradictory'
  if (rowsByType.some((those) => those.some(isInactive))) return 'inactive'
  return rowsByType.some((those) => those.some(isActive)) ? 'active' : 'unknown'
}
