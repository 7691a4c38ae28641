import type { GeneticResult } from '../genetic-result.ts'
import { pairVariants } from './compare-results.ts'
import { variantsOf } from './listed-variants.ts'

/** A version of a report, as far as its result matters. */
export interface ComparableVersion {
  version: number
  /** It adds to the version before, which stays valid. */
  isAddendum: boolean
  /** Empty if the laboratory sent no result as data. */
  results: readonly GeneticResult[]
}

/**
 * What is valid with each version of a report: an addendum's result with that of the version to which it adds.
 * The versions are given oldest first, without withdrawn ones; null if a version's result is not data.
 */
export function validResults(
  versions: readonly ComparableVersion[],
): ReadonlyMap<number, readonly GeneticResult[] | null> {
  const valid = new Map<number, readonly GeneticResult[] | null>()
  let before: readonly GeneticResult[] | null = null
  for (const { version, isAddendum, results } of versions) {
    const own = results.length > 0 ? results : null
    if (!isAddendum) before = own
    else if (before && own) before = withAddendum(before, own)
    else before = before ?? own
    valid.set(version, before)
  }
  return valid
}

/** What an addendum lists or answers again replaces what was there. */
function withAddendum(
  before: readonly GeneticResult[],
  addendum: readonly GeneticResult[],
): readonly GeneticResult[] {
  const { both } = pairVariants(variantsOf(before), variantsOf(addendum))
  const replaced = new Set(both.flatMap(([{ listed }]) => listed))
  const hasOverall = addendum.some(({ overall }) => overall !== undefined)
  const kept = before.map(({ overall, ...result }) => ({
    ...result,
    ...(overall === undefined || hasOverall ? {} : { overall }),
    variants: result.variants.filter((variant) => !replaced.has(variant)),
  }))
  return [...kept, ...addendum]
}
