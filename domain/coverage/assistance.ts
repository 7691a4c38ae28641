import type { BasisPoints, Cents } from './benefits.ts'
import type { EstimateResult } from './estimate.ts'

/** What the laboratory does for households with a small income. */
export interface AssistanceTier {
  readonly name: string
  /** The income in a year up to which a household of one has it, and what every further person adds. */
  readonly incomeBaseCents: Cents
  readonly incomePerPersonCents: Cents
  /** Off what would be owed. */
  readonly discount: BasisPoints
  /** Whatever would be owed; null: there is no such limit. */
  readonly mostCents: Cents | null
}

export interface Assistance {
  readonly name: string
  /** Households of 1, 2, 3 and 4 people. */
  readonly incomeUpToCents: Cents[]
  readonly mostCents: Cents | null
}

const HOUSEHOLDS = [1, 2, 3, 4]

/**
 * What each household would pay at the most of what is owed (null: not known); the tier that takes the most off first.
 * A tier that comes to nothing less than what is owed is left out.
 */
export function assistanceFor(tiers: readonly AssistanceTier[], owedCents: Cents | null): Assistance[] {
  return tiers
    .map((tier) => ({
      name: tier.name,
      incomeUpToCents: HOUSEHOLDS.map(
        (people) => tier.incomeBaseCents + (people - 1) * tier.incomePerPersonCents,
      ),
      mostCents: mostOf(tier, owedCents),
    }))
    .filter(({ mostCents }) => owedCents === null || mostCents === null || mostCents < owedCents)
    .sort((one, other) => (one.incomeUpToCents[0] ?? 0) - (other.incomeUpToCents[0] ?? 0))
}

/** What assistance is counted of: the amount, or the higher end of a range; null where there is neither. */
export function owedAtMost(result: EstimateResult): Cents | null {
  if (result.kind === 'none') return null
  return result.kind === 'amount' ? result.cents : result.high
}

function mostOf({ discount, mostCents }: AssistanceTier, owedCents: Cents | null): Cents | null {
  if (owedCents === null) return mostCents
  const rest = Math.floor((owedCents * (10_000 - discount) + 5_000) / 10_000)
  return mostCents === null ? rest : Math.min(rest, mostCents)
}
