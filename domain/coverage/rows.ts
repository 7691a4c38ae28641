import type { BasisPoints, Benefit, Cents } from './benefits.ts'
import { isForLaboratory, whyUnclear } from './countable-benefits.ts'

/** The subject of a payer's row. */
export type BenefitAbout =
  | 'deductible'
  | 'out-of-pocket'
  | 'copay'
  | 'coinsurance'
  | 'coverage'
  | 'authorization'

/** A benefit that the estimate cannot judge, in the payer's words. */
export interface UnclearBenefit {
  readonly about: BenefitAbout
  readonly words: string
}

/** The combined value of several rows; null if one of them cannot be read, or if there are none. */
export interface CombinedAmount {
  readonly value: number | null
  /** They differ. */
  readonly isContradictory: boolean
}

/**
 * Diagnostic laboratory, then the health benefit plan as a whole. A row without a service type is about the
 * plan.
 */
export function serviceTypeIs({ serviceTypes }: Benefit, type: '5' | '30'): boolean {
  return serviceTypes.includes(type) || (type === '30' && serviceTypes.length === 0)
}

/**
 * The applicable rows among those of one kind: from the most specific service that has any, those for the
 * laboratory's network, otherwise those without a network. Rows for the other network never apply. Of these,
 * rows for an independent laboratory by name, if there are any; otherwise such rows of a less specific
 * service apply as well, since it is unknown which of both takes precedence.
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
 * The highest of several equal rows, because a lower bill is the better surprise. A row that cannot be read
 * could be the highest: then the result is unknown.
 */
export function worstOf(values: readonly (number | null)[]): CombinedAmount {
  const known = values.filter((value) => value !== null)
  if (known.length === 0 || known.length < values.length) return { value: null, isContradictory: false }
  return { value: Math.max(...known), isContradictory: new Set(known).size > 1 }
}

/** Why rows have no firm amounts; each reason once. */
export function reasonsOf(rows: readonly Benefit[], about: BenefitAbout): UnclearBenefit[] {
  return [...new Set(rows.flatMap(whyUnclear))].map((words) => ({ about, words }))
}

/** A row's amount; null if it cannot be read, or has a condition that cannot be judged here. */
export function firmCents(row: Benefit): Cents | null {
  return isCents(row.amountCents) && whyUnclear(row).length === 0 ? row.amountCents : null
}

/** A row's rate; null in the same cases. */
export function firmRate(row: Benefit): BasisPoints | null {
  return isRate(row.rate) && whyUnclear(row).length === 0 ? row.rate : null
}

/** Whether it is a valid amount of money. */
export function isCents(value: Cents | null): value is Cents {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

/** Whether it is a rate from 0 to 100 %. */
export function isRate(value: BasisPoints | null): value is BasisPoints {
  return Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= 10_000
}
