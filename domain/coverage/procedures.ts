import type { BasisPoints, Benefit, Cents } from './benefits.ts'
import type { Known } from './estimate.ts'
import { atOnce, bestRows, isCents, isRate } from './rows.ts'

/** What a payer said of one procedure alone (EB13). Null and 'unknown': nothing; then what it said of all counts. */
export interface ProcedureTerms {
  /** CPT or HCPCS. */
  readonly code: string
  /** `cents` null: an amount that cannot be read. */
  readonly copay: { readonly cents: Cents | null } | null
  /** `rate` null: a rate that cannot be read. */
  readonly coinsurance: { readonly rate: BasisPoints | null } | null
  readonly covered: Known
  readonly authorization: Known
}

/** The rows that name a procedure, by procedure. Limits are the plan's: a row of them for one procedure is not counted. */
export function proceduresOf(rows: readonly Benefit[], isInNetwork: boolean): ProcedureTerms[] {
  const byCode = Map.groupBy(rows, ({ procedure }) => procedure)
  return [...byCode].flatMap(([code, those]) =>
    code === undefined ? [] : [{ code, ...said(those, isInNetwork) }],
  )
}

function said(rows: readonly Benefit[], isInNetwork: boolean): Omit<ProcedureTerms, 'code'> {
  const best = (is: (row: Benefit) => boolean) => bestRows(rows.filter(is), isInNetwork)
  const copays = best(({ kind }) => kind === 'copayment').map(({ amountCents }) => amountCents)
  const rates = best(({ kind }) => kind === 'coinsurance').map(({ rate }) => rate)
  const coverage = best(({ kind }) => kind === 'non-covered' || kind === 'active').map(({ kind }) => kind)
  const asked = best((row) => row.authorization !== 'unknown').map((row) => row.authorization)
  return {
    copay:
      copays.length === 0 ? null : { cents: atOnce(copays.map((one) => (isCents(one) ? one : null))).value },
    coinsurance:
      rates.length === 0 ? null : { rate: atOnce(rates.map((one) => (isRate(one) ? one : null))).value },
    covered: coverage.includes('non-covered') ? 'no' : coverage.includes('active') ? 'yes' : 'unknown',
    authorization: asked.includes('yes') ? 'yes' : asked.includes('no') ? 'no' : 'unknown',
  }
}
