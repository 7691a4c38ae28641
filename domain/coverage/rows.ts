import type { BasisPoints, Benefit, Cents } from './benefits.ts'
import { isForLaboratory, whyUnclear } from './countable-benefits.ts'

/** What a payer's rows can be about. */
export type BenefitAbout =
  | 'deductible'
  | 'out-of-pocket'
  | 'copay'
  | 'coinsurance'
  | 'coverage'
  | 'authorization'

/** What the payer says of something that the estimate cannot judge, as it says it. */
export interface UnclearBenefit {
  readonly about: BenefitAbout
  readonly words: string
}

/** What rows say together; null where one of them cannot be read, or where there are none. */
export interface CombinedAmount {
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
 * the laboratory's network, else those that do not say for which. Rows for the other network never count. Of these
 * those for an independent laboratory by name, where there are any; else such rows of a less particular service count
 * with them, since nobody says which of both goes before.
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
  const best = tiers.find((tier) => tier.length > 0) ?? []
  const here = best.filter(isForLaboratory)
  if (here.length > 0) return here
  return [...new Set([...best, ...tiers.flat().filter(isForLaboratory)])]
}

/**
 * What several rows of equal standing say: the highest, because a patient is better surprised by a lower bill. One that
 * cannot be read could be higher than all others: then it is unknown.
 */
export function worstOf(values: readonly (number | null)[]): CombinedAmount {
  const known = values.filter((value) => value !== null)
  if (known.length === 0 || known.length < values.length) return { value: null, isContradictory: false }
  return { value: Math.max(...known), isContradictory: new Set(known).size > 1 }
}

/** Why rows are no firm amounts; each reason once. */
export function reasonsOf(rows: readonly Benefit[], about: BenefitAbout): UnclearBenefit[] {
  return [...new Set(rows.flatMap(whyUnclear))].map((words) => ({ about, words }))
}

/** The amount of a row; null where it cannot be read, or counts under a condition that nobody here can judge. */
export function firmCents(row: Benefit): Cents | null {
  return isCents(row.amountCents) && whyUnclear(row).length === 0 ? row.amountCents : null
}

/** Its share, likewise. */
export function firmRate(row: Benefit): BasisPoints | null {
  return isRate(row.rate) && whyUnclear(row).length === 0 ? row.rate : null
}

/** Whether it is an amount of money that can be counted with. */
export function isCents(value: Cents | null): value is Cents {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

/** Whether it is a rate between nothing and the whole. */
export function isRate(value: BasisPoints | null): value is BasisPoints {
  return Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= 10_000
}
