import type { BasisPoints, Benefit, Cents } from './benefits.ts'

/** What a payer's rows can be about. */
export type BenefitAbout =
  | 'deductible'
  | 'out-of-pocket'
  | 'copay'
  | 'coinsurance'
  | 'coverage'
  | 'authorization'

/** What rows say together; null where one of them cannot be read, or where there are none. */
export interface Found {
  readonly value: number | null
  /** They do not say the same. */
  readonly isContradictory: boolean
}

/** Diagnostic laboratory, then the health benefit plan as a whole. A row that names no service is about the plan. */
export function serviceTypeIs({ serviceTypes }: Benefit, type: '5' | '30'): boolean {
  return serviceTypes.includes(type) || (type === '30' && serviceTypes.length === 0)
}

/**
 * The rows that count, of those that say the same kind of thing: of the most particular service that has any, those for
 * the laboratory's network, else those that do not say for which. Rows for the other network never count.
 */
export function bestRows(rows: readonly Benefit[], isInNetwork: boolean): readonly Benefit[] {
  const own: readonly Benefit['network'][] = [isInNetwork ? 'in' : 'out', 'both']
  const tiers = (['5', '30'] as const).flatMap((type) => {
    const those = rows.filter((row) => serviceTypeIs(row, type))
    return [
      those.filter(({ network }) => own.includes(network)),
      those.filter(({ network }) => network === 'unknown'),
    ]
  })
  return tiers.find((tier) => tier.length > 0) ?? []
}

/**
 * What several rows of equal standing say: the highest, because a patient is better surprised by a lower bill. One that
 * cannot be read could be higher than all others: then it is unknown.
 */
export function atOnce(values: readonly (number | null)[]): Found {
  const known = values.filter((value) => value !== null)
  if (known.length === 0 || known.length < values.length) return { value: null, isContradictory: false }
  return { value: Math.max(...known), isContradictory: new Set(known).size > 1 }
}

/** Whether it is an amount of money that can be counted with. */
export function isCents(value: Cents | null): value is Cents {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

/** Whether it is a rate between nothing and the whole. */
export function isRate(value: BasisPoints | null): value is BasisPoints {
  return Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= 10_000
}
