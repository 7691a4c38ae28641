import type { GeneticResult } from '../../results/genetic-result.ts'
import type { ReportedVariant } from '../../results/reported-variant.ts'

/** The outcomes of invented reports. */
export const OUTCOMES = ['negative', 'positive', 'uncertain', 'failed'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** Mendelian classes; tumors and risk alleles have scales of their own. */
export const VARIANT_CLASSES = [
  ...(['Pathogenic', 'Likely pathogenic', 'Uncertain significance'] as const),
  ...(['Likely benign', 'Benign'] as const),
] as const
export type VariantClass = (typeof VARIANT_CLASSES)[number]

/** What a report states of a test. */
export interface Stated {
  outcome: Outcome
  /** The outcome under which the variant was first reported; left out if it was not reclassified. */
  before?: 'positive' | 'uncertain' | undefined
  /** The variant's class since it was reclassified; left out: the usual one of the outcome. */
  to?: VariantClass | undefined
}

/** What was found, as data. */
export type Found = Pick<GeneticResult, 'phases' | 'drugResponses' | 'markers'> & {
  variants: readonly ReportedVariant[]
}

/** A number derived from the words, evenly distributed (FNV-1a, 32 bits). */
export function numberOf(words: string): number {
  let hash = 0x811c9dc5
  for (const letter of words) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return hash
}

/** One of several, the same for the same words. */
export function oneOf<T>(of: readonly [T, ...T[]], words: string): T {
  return of[numberOf(words) % of.length] ?? of[0]
}

/** Of 24 reports: about what laboratories report of affected people. */
const SHARES = [
  ...Array<Outcome>(11).fill('negative'),
  ...Array<Outcome>(8).fill('positive'),
  ...Array<Outcome>(4).fill('uncertain'),
  'failed',
] as const

/** The outcome after an error was corrected: always a different one. */
export function correctedOutcome(outcome: Outcome): Outcome {
  if (outcome === 'negative') return 'positive'
  return outcome === 'positive' ? 'uncertain' : 'negative'
}

/**
 * The outcome of an order's report: the same for the same order and test; a corrected report has a different
 * one.
 */
export function outcomeOf(orderId: string, testCode: string, version = 1): Outcome {
  let outcome: Outcome = SHARES[numberOf(`${orderId}/${testCode}`) % SHARES.length] ?? 'negative'
  for (let earlier = 1; earlier < version; earlier += 1) outcome = correctedOutcome(outcome)
  return outcome
}

/**
 * What an amended report states after new evidence: an uncertain variant is pathogenic or, with `to`, benign; a
 * pathogenic one is likely pathogenic or, with `to`, uncertain; after a negative report, a variant that was not reported before is pathogenic.
 * The next amendment goes back. A failed test stays failed.
 */
export function reclassified({ outcome, before }: Stated, to?: VariantClass): Stated {
  if (outcome === 'failed') return { outcome }
  if (before === 'uncertain') return { outcome: 'uncertain' }
  if (before === 'positive') return { outcome: 'positive' }
  if (outcome === 'positive')
    return to === 'Uncertain significance'
      ? { outcome: 'uncertain', before: 'positive', to }
      : { outcome, before: 'positive' }
  if (to === 'Likely benign' || to === 'Benign') return { outcome: 'negative', before: 'uncertain', to }
  return { outcome: 'positive', before: 'uncertain', ...(to ? { to } : {}) }
}

/** The class of a variant that was first reported under `named`. */
export function classOf({ outcome, before, to }: Stated): VariantClass {
  if (to) return to
  if (outcome === 'uncertain') return 'Uncertain significance'
  if (outcome === 'negative') return 'Likely benign'
  return before === 'positive' ? 'Likely pathogenic' : 'Pathogenic'
}
