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
 * The variant of a positive or an uncertain result in one of the genes of the test: a stop codon where it is pathogenic
 * (CGA to TGA at the first base of a codon), an exchanged amino acid where that is unknown (GCC to GTC at its second).
 */
export function variantOf(outcome: Outcome, genes: readonly string[], words: string): Variant | null {
  if (outcome === 'negative') return null
  const number = numberOf(words)
  const classification = outcome === 'positive' ? 'Pathogenic' : 'Uncertain significance'
  const gene = genes[number % Math.max(1, genes.length)]
  if (gene === undefined) {
    const kind =
      outcome === 'positive' ? { copies: '×1', zygosity: 'Loss' } : { copies: '×3', zygosity: 'Gain' }
    const coding = `arr[GRCh38] 7q31.1(109200000_110600000)${kind.copies}`
    return { gene: '', coding, protein: '', zygosity: kind.zygosity, classification }
  }
  const codon = 24 + (number % 300)
  const named =
    outcome === 'positive'
      ? { coding: `c.${3 * codon - 2}C>T`, protein: `p.(Arg${codon}*)` }
      : { coding: `c.${3 * codon - 1}C>T`, protein: `p.(Ala${codon}Val)` }
  return { gene, ...named, zygosity: 'Heterozygous', classification }
}
