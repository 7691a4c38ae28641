import type { GeneticResult } from '../genetic-result.ts'
import { Q } from '../questions.ts'
import type { ReportedVariant } from '../reported-variant.ts'
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
  const replaced = listedAgain(before, addendum)
  const again = new Set(addendum.flatMap(answeredWhole))
  const kept = before.map(({ overall, deletionsAndDuplications, conclusion, ...result }) => ({
    ...result,
    ...(overall === undefined || again.has(Q.overall.code) ? {} : { overall }),
    ...(deletionsAndDuplications === undefined || again.has(Q.deletionsAndDuplications.code)
      ? {}
      : { deletionsAndDuplications }),
    ...(conclusion === undefined || again.has(Q.conclusion.code) ? {} : { conclusion }),
    variants: result.variants.filter((variant) => !replaced.has(variant)),
    markers: result.markers.filter(({ code }) => !again.has(code)),
  }))
  return [...kept, ...addendum]
}

/** The questions about the whole result that it answers. */
export function answeredWhole({
  overall,
  deletionsAndDuplications,
  conclusion,
  markers,
}: GeneticResult): string[] {
  return [
    ...(overall === undefined ? [] : [Q.overall.code]),
    ...(deletionsAndDuplications === undefined ? [] : [Q.deletionsAndDuplications.code]),
    ...(conclusion === undefined ? [] : [Q.conclusion.code]),
    ...markers.map(({ code }) => code),
  ]
}

/** The variants that an addendum lists again, each with what takes its place. */
export function listedAgain(
  before: readonly GeneticResult[],
  addendum: readonly GeneticResult[],
): ReadonlyMap<ReportedVariant, ReportedVariant> {
  const { both } = pairVariants(variantsOf(before), variantsOf(addendum))
  return new Map(
    both.flatMap(([{ listed }, { listed: again }]) =>
      listed.flatMap((variant, index) => {
        const instead = again[index] ?? again[0]
        return instead ? [[variant, instead] as const] : []
      }),
    ),
  )
}
