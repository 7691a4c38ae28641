import type { Assayed } from './assay.ts'

/** What an invented report finds. */
export const OUTCOMES = ['negative', 'positive', 'uncertain'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** An invented variant. Its coding and protein names agree with each other; nobody has it. */
export interface Variant {
  /** '' where the test names no genes: a copy number change. */
  gene: string
  /** HGVS, coding; ISCN of a copy number change. */
  coding: string
  /** HGVS, protein; '' of a copy number change. */
  protein: string
  zygosity: string
  classification: 'Pathogenic' | 'Uncertain significance'
}

/** A number that is the same for the same words, evenly spread (FNV-1a, 32 bits). */
function numberOf(words: string): number {
  let hash = 0x811c9dc5
  for (const letter of words) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return hash
}

/** What the report of an order finds: the same for the same order and test; a corrected one finds something else. */
export function outcomeOf(orderId: string, testCode: string, version = 1): Outcome {
  const at = numberOf(`${orderId}/${testCode}`) + version - 1
  return OUTCOMES[at % OUTCOMES.length] as Outcome
}

/**
 * The variant of a positive or an uncertain result; null where the method is one of which none is invented. Of sequencing, in
 * one of the genes of `assayed`: a stop codon where it is pathogenic (CGA to TGA at the first base of a codon), an exchanged
 * amino acid where that is unknown, or was (GCC to GTC at its second). A variant that is `reclassified` keeps its name.
 */
export function variantOf(
  outcome: Outcome,
  { assay, inheritance, genes }: Assayed,
  { words, isCarrier = false, isReclassified = false }: VariantOptions,
): Variant | null {
  if (outcome === 'negative' || assay === 'other') return null
  const classification = outcome === 'positive' ? 'Pathogenic' : 'Uncertain significance'
  if (assay === 'copy-number') {
    const { coding, zygosity } = outcome === 'positive' ? DELETION : GAIN
    return { gene: '', coding, protein: '', zygosity, classification }
  }
  const number = numberOf(words)
  const gene = genes[number % Math.max(1, genes.length)]
  if (gene === undefined) return null
  const codon = 24 + (number % 300)
  const isStop = outcome === 'positive' && !isReclassified
  const named = isStop
    ? { coding: `c.${3 * codon - 2}C>T`, protein: `p.(Arg${codon}*)` }
    : { coding: `c.${3 * codon - 1}C>T`, protein: `p.(Ala${codon}Val)` }
  // One variant of a gene of which both copies count explains no disease: it makes a carrier.
  const isBoth = outcome === 'positive' && inheritance === 'recessive' && !isCarrier
  return { gene, ...named, zygosity: isBoth ? 'Homozygous' : 'Heterozygous', classification }
}

interface VariantOptions {
  /** The same words give the same variant. */
  words: string
  /** Of a screen of healthy people. */
  isCarrier?: boolean
  /** It was reported before as of uncertain significance. */
  isReclassified?: boolean
}

/** The recurrent deletion of the 22q11.2 deletion syndrome, and a gain of a region without protein-coding genes. */
const DELETION = { coding: 'arr[GRCh38] 22q11.21(18900000_21460000)×1', zygosity: 'Loss' }
const GAIN = { coding: 'arr[GRCh38] 7q31.1(109200000_110600000)×3', zygosity: 'Gain' }
