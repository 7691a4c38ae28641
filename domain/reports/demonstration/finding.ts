import type { Assayed } from './assay.ts'

/** The outcomes of invented reports. */
export const OUTCOMES = ['negative', 'positive', 'uncertain'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** An invented variant. Its coding and protein names agree with each other; nobody has it. */
export interface Variant {
  /** '' for a copy number change, if the test names no genes. */
  gene: string
  /** HGVS coding name; ISCN for a copy number change. */
  coding: string
  /** HGVS protein name; '' for a copy number change. */
  protein: string
  zygosity: string
  classification: 'Pathogenic' | 'Likely pathogenic' | 'Uncertain significance'
  /** The place and number of copies of a copy number change; left out for a sequence variant. */
  copies?: {
    chromosome: string
    cytoband: string
    inner: { from: number; to: number }
    copyNumber: number
  }
}

/** A number derived from the words, evenly distributed (FNV-1a, 32 bits). */
function numberOf(words: string): number {
  let hash = 0x811c9dc5
  for (const letter of words) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return hash
}

/**
 * The outcome of an order's report: the same for the same order and test; a corrected report has a different
 * one.
 */
export function outcomeOf(orderId: string, testCode: string, version = 1): Outcome {
  const at = numberOf(`${orderId}/${testCode}`) + version - 1
  return OUTCOMES[at % OUTCOMES.length] as Outcome
}

/**
 * The variant of a positive or uncertain result; null for a method for which none is invented. For
 * sequencing, in one of the genes of `assayed`: a stop codon if it is pathogenic (CGA to TGA at the first
 * base of a codon), an amino acid exchange if its significance is, or was, uncertain (GCC to GTC at its
 * second). A reclassified variant keeps its name, and its zygosity.
 */
export function variantOf(
  outcome: Outcome,
  { assay, inheritance, genes }: Assayed,
  { words, isCarrier = false, before }: VariantOptions,
): Variant | null {
  if (outcome === 'negative' || assay === 'other') return null
  const named = before ?? outcome
  const classification = classOf(outcome, before)
  if (assay === 'copy-number')
    return { gene: '', protein: '', ...(named === 'positive' ? DELETION : GAIN), classification }
  const number = numberOf(words)
  const gene = genes[number % Math.max(1, genes.length)]
  if (gene === undefined) return null
  const codon = 24 + (number % 300)
  const names =
    named === 'positive'
      ? { coding: `c.${3 * codon - 2}C>T`, protein: `p.(Arg${codon}*)` }
      : { coding: `c.${3 * codon - 1}C>T`, protein: `p.(Ala${codon}Val)` }
  // A single variant of a recessive gene explains no disease: it makes a carrier.
  const isBoth = inheritance === 'recessive' && !isCarrier
  return { gene, ...names, zygosity: isBoth ? 'Homozygous' : 'Heterozygous', classification }
}

function classOf(outcome: Outcome, before: Outcome | undefined): Variant['classification'] {
  if (outcome !== 'positive') return 'Uncertain significance'
  return before === 'positive' ? 'Likely pathogenic' : 'Pathogenic'
}

interface VariantOptions {
  /** The same words give the same variant. */
  words: string
  /** The test is a screen of healthy people. */
  isCarrier?: boolean
  /** The outcome under which a reclassified variant was first reported; left out if it was not reclassified. */
  before?: 'positive' | 'uncertain' | undefined
}

/** The recurrent deletion of the 22q11.2 deletion syndrome, and a gain of a region without protein-coding genes. */
const DELETION = {
  ...{ coding: 'arr[GRCh38] 22q11.21(18900000_21460000)×1', zygosity: 'Loss' },
  copies: {
    ...{ chromosome: '22', cytoband: '22q11.21', copyNumber: 1 },
    inner: { from: 18_900_000, to: 21_460_000 },
  },
}
const GAIN = {
  ...{ coding: 'arr[GRCh38] 7q31.1(109200000_110600000)×3', zygosity: 'Gain' },
  copies: {
    ...{ chromosome: '7', cytoband: '7q31.1', copyNumber: 3 },
    inner: { from: 109_200_000, to: 110_600_000 },
  },
}
