import { BETWEEN_ANSWERS, type GeneticResult } from '../genetic-result.ts'
import type { ReportedVariant } from '../reported-variant.ts'
import { variantName } from '../words.ts'
import { type Crossing, classesIn, crossing, isOtherClass, type VariantClass } from './classes.ts'
import {
  type DetailChange,
  namesByKey,
  type ResultDetail,
  resultDetailChanges,
  type Side,
  type VariantDetail,
  variantDetailChanges,
} from './details.ts'
import { type ListedVariant, variantsOf } from './listed-variants.ts'
import { pairs } from './same-variant.ts'

/**
 * `added`, `removed`: only one version lists it as found. `class`: its class is another. `details`: only other
 * fields changed.
 */
export const VARIANT_CHANGES = ['class', 'added', 'removed', 'details'] as const

export interface VariantChange {
  kind: (typeof VARIANT_CHANGES)[number]
  /** As the newer version names it; as the older one if it is gone. */
  name: string
  /** The classes in each version; empty if it gives none or does not list the variant. */
  before: readonly VariantClass[]
  after: readonly VariantClass[]
  crossing: Crossing
  details: readonly DetailChange<VariantDetail>[]
}

export interface ResultComparison {
  /** The laboratory's overall answer, if it changed; '' if a version gives none. */
  overall: { before: string; after: string } | null
  /** The changed variants: other classes first, then added, removed, and other details. */
  variants: readonly VariantChange[]
  /** How many variants are the same in both. */
  unchanged: number
  details: readonly DetailChange<ResultDetail>[]
}

/**
 * What changed between the results of two versions of a report. A version may have several results, one for
 * each of its parts. Variants are recognized by their names, never by their place.
 */
export function compareResults(
  older: readonly GeneticResult[],
  newer: readonly GeneticResult[],
): ResultComparison {
  const [nameBefore, nameAfter] = [namesByKey(older), namesByKey(newer)]
  const { both, gone, added } = pairVariants(variantsOf(older), variantsOf(newer))
  const compared: [ListedVariant | null, ListedVariant | null][] = [
    ...both,
    ...added.map((one) => [null, one] as [null, ListedVariant]),
    ...gone.map((one) => [one, null] as [ListedVariant, null]),
  ]
  const variants = compared.flatMap(([was, is]) => {
    const before = { listed: was?.listed ?? [], nameOf: nameBefore }
    return changeOf(was, is, before, { listed: is?.listed ?? [], nameOf: nameAfter }) ?? []
  })
  const overall = { before: overallOf(older), after: overallOf(newer) }
  return {
    overall: overall.before === overall.after ? null : overall,
    variants: variants.toSorted((a, b) => VARIANT_CHANGES.indexOf(a.kind) - VARIANT_CHANGES.indexOf(b.kind)),
    unchanged: compared.length - variants.length,
    details: resultDetailChanges({ listed: older, nameOf: nameBefore }, { listed: newer, nameOf: nameAfter }),
  }
}

const overallOf = (results: readonly GeneticResult[]) =>
  [...new Set(results.flatMap(({ overall }) => overall ?? []))].join(BETWEEN_ANSWERS)

/** Pairs the variants of two versions; equal ones first, so that several without any name find each other. */
export function pairVariants(
  older: readonly ListedVariant[],
  newer: readonly ListedVariant[],
): ReturnType<typeof pairs<ListedVariant>> {
  const both: [ListedVariant, ListedVariant][] = []
  const byContent = Map.groupBy(newer, contentOf)
  const changed = older.filter((one) => {
    const equal = byContent.get(contentOf(one))?.shift()
    if (equal) both.push([one, equal])
    return !equal
  })
  const found = new Set(both.map(([, one]) => one))
  const rest = newer.filter((one) => !found.has(one))
  const { both: recognized, ...alone } = pairs(changed, rest)
  return { both: [...both, ...recognized], ...alone }
}

/** Without the keys, which may be given anew in each message. */
function contentOf({ listed }: ListedVariant): string {
  return listed
    .map((variant) => JSON.stringify({ ...variant, key: '', of: [] }))
    .toSorted()
    .join()
}

/** Null: nothing changed. A variant that is not listed, or only as absent or without a call, is not found. */
function changeOf(
  was: ListedVariant | null,
  is: ListedVariant | null,
  before: Side<ReportedVariant>,
  after: Side<ReportedVariant>,
): VariantChange | null {
  const [wasFound, isFound] = [was?.isFound === true, is?.isFound === true]
  const details = was && is ? variantDetailChanges(before, after) : []
  const classes = {
    before: wasFound ? classesIn(before.listed) : [],
    after: isFound ? classesIn(after.listed) : [],
  }
  const [named] = (is ?? was)?.listed ?? []
  const change = {
    ...classes,
    name: named ? variantName(named) : '',
    crossing: crossing(classes.before, classes.after),
    details,
  }
  if (wasFound !== isFound) return { ...change, kind: isFound ? 'added' : 'removed' }
  if (wasFound && isOtherClass(classes.before, classes.after)) return { ...change, kind: 'class' }
  // Listed in one version only, and not as found: nobody's result.
  if (!was || !is) {
    const calls = { detail: 'call' as const, before: callsOf(was), after: callsOf(is) }
    return { ...change, kind: 'details', details: [calls] }
  }
  return details.length > 0 ? { ...change, kind: 'details' } : null
}

const callsOf = (one: ListedVariant | null) => [
  ...new Set(one?.listed.flatMap(({ call }) => call ?? []) ?? []),
]
