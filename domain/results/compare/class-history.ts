import { variantName } from '../words.ts'
import { classesIn, classesInWords, type VariantClass } from './classes.ts'
import { pairVariants } from './compare-results.ts'
import { type ListedVariant, variantsOf } from './listed-variants.ts'
import { type ComparableVersion, validResults } from './versions.ts'

export interface ClassStep {
  version: number
  /** Empty if the laboratory gives none. */
  classes: readonly VariantClass[]
  /** Whether this version lists the variant as found. */
  isFound: boolean
}

/** A variant, and each version in which its class became another. */
export interface ClassHistory {
  /** As the newest version names it. */
  name: string
  steps: readonly ClassStep[]
}

/**
 * The classes of each variant over all versions of a report, which are given oldest first and without
 * withdrawn ones.
 */
export function classHistories(versions: readonly ComparableVersion[]): ClassHistory[] {
  const known: { last: ListedVariant; steps: ClassStep[] }[] = []
  for (const [version, results] of validResults(versions)) {
    if (!results) continue
    const { both, gone, added } = pairVariants(
      known.map(({ last }) => last),
      variantsOf(results),
    )
    const of = (variant: ListedVariant) => known.find(({ last }) => last === variant)
    for (const [before, now] of both) {
      const one = of(before)
      if (one) Object.assign(one, { last: now, steps: withStep(one.steps, stepOf(version, now)) })
    }
    for (const before of gone) {
      const one = of(before)
      if (one) one.steps = withStep(one.steps, { version, classes: [], isFound: false })
    }
    for (const now of added) known.push({ last: now, steps: [stepOf(version, now)] })
  }
  return known
    .filter(({ steps }) => steps.some(({ isFound }) => isFound))
    .map(({ last: { listed }, steps }) => ({ name: listed[0] ? variantName(listed[0]) : '', steps }))
}

function stepOf(version: number, { listed, isFound }: ListedVariant): ClassStep {
  return { version, classes: isFound ? classesIn(listed) : [], isFound }
}

function withStep(steps: readonly ClassStep[], step: ClassStep): ClassStep[] {
  const last = steps.at(-1)
  const isSame =
    last?.isFound === step.isFound && classesInWords(last.classes) === classesInWords(step.classes)
  return isSame ? [...steps] : [...steps, step]
}
