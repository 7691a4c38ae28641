import type { BasisPoints, Cents } from './benefits.ts'
import type { EstimateResult } from './estimate.ts'

/** A tier of the laboratory's financial assistance for households with a low income. */
export interface AssistanceTier {
  readonly name: string
  /** The yearly income limit for a household of one, and the increase per additional person. */
  readonly incomeBaseCents: Cents
  readonly incomePerPersonCents: Cents
  /** Discount on the amount owed. */
  readonly discount: BasisPoints
  /** The maximum payable, whatever is owed; null if there is none. */
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
 * What each household would pay at most of the amount owed (null: not known), most generous tier first. Tiers
 * that save nothing are left out.
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

/** The base for assistance: the amount, or the upper end of a range; null if there is neither. */
export function owedAtMost(result: EstimateResult): Cents | null {
  if (result.kind === 'none') return null
  return result.kind === 'amount' ? result.cents : result.high
}

function mostOf({ discount, mostCents }: AssistanceTier, owedCents: Cents | null): Cents | null {
  if (owedCents === null) return mostCents
  const rest = Math.floor((owedCents * (10_000 - discount) + 5_000) / 10_000)
  return mostCents === null ? rest : Math.min(rest, mostCents)
}
