/** A gene that a result names. */
export interface Gene {
  /** `HGNC:1101`; '' if not given. */
  hgncId: string
  /** As the laboratory writes it; '' if not given. */
  symbol: string
}

/** A span of a sequence; null: not given. */
export interface Span {
  from: number | null
  to: number | null
}

/** A disease that a laboratory names. */
export interface Condition {
  name: string
  /** MONDO, OMIM, SNOMED CT …; '' without a code. */
  system: string
  code: string
}

/** A variant on a transcript. */
interface OnTranscript {
  /** With version: `NM_000059.4`. */
  transcript?: string
  /** HGVS `c.` or `n.`, with or without its transcript. */
  cdna?: string
  /** HGVS `p.`, never computed from `cdna`. */
  protein?: string
}

/** What a variant does on one of its transcripts. */
export interface Consequence extends OnTranscript {
  /** In words, such as `missense_variant`. */
  effects: readonly string[]
}

/** A repeated motif: `CAG`, 43 times. */
export interface Repeat {
  motif: string
  times: number | null
}

/** What was concluded about a variant: its class for a disease. */
export interface Significance {
  /** One of CLASSES, or the laboratory's own words (a risk allele, a tier). */
  variantClass?: string
  /** The rules by which the class was given: `ACMG/AMP 2015`. */
  scheme?: string
  /** The day on which it was given, as exact as the laboratory says: `2025`, `2025-03`, `2025-03-04`. */
  classifiedOn?: string
  conditions: readonly Condition[]
  /** How the disease is inherited. */
  conditionInheritance?: string
  /** The evidence, as the laboratory grades it. */
  evidence?: string
  /** The interpretation. */
  text?: string
}

/**
 * A variant, haplotype or genotype of a report. What the laboratory has not told is left out. Where a list of
 * `choices.ts` has the answer, the text is that list's word; otherwise the laboratory's own.
 */
export interface ReportedVariant extends OnTranscript {
  /** The id of its finding: unique within the report. */
  key: string
  form: 'variant' | 'haplotype' | 'genotype'
  /** The variants or haplotypes that it consists of, by key. */
  of: readonly string[]
  /** Present, absent …: only a present one was found. */
  call?: string
  category?: string
  genes: readonly Gene[]
  /** One of REPORTED_AS, or the laboratory's own word: as what it is reported, if not as the answer to the question. */
  section?: string
  /** The laboratory's name of it, a legacy name, a star allele. */
  name?: string
  /** HGVS `g.` or `m.`. */
  genomic?: string
  /** The sequence of the coordinates: `NC_000017.11`. */
  reference?: string
  build?: string
  chromosome?: string
  cytoband?: string
  iscn?: string
  clinvar?: string
  dbsnp?: string
  /** Start and end, counted as `counting` says. */
  exact?: Span
  /** The limits between which a structural variant certainly (inner) and at most (outer) extends. */
  inner?: Span
  outer?: Span
  counting?: string
  referenceAllele?: string
  alternateAllele?: string
  change?: string
  proteinChange?: string
  /** Base pairs. */
  length?: number
  copyNumber?: number
  repeats: readonly Repeat[]
  allelicState?: string
  source?: string
  /** From which parent. */
  inheritance?: string
  inheritanceBasis?: string
  /** Cis or trans with other variants of the report. */
  phase?: string
  /** Of the alleles in this specimen: 0 to 1. Heteroplasmy and mosaicism are told by it. */
  fraction?: number
  /** Reads. */
  depth?: number
  /** The tissue in which it was seen. */
  tissue?: string
  method?: string
  /** How sure the call is; not its class. */
  confidence?: string
  consequences: readonly Consequence[]
  significances: readonly Significance[]
  notes: readonly string[]
}

/** Neither “absent” nor “no call” says that it is there; “indeterminate” and a laboratory's own word may. */
export function isFound({ call }: Pick<ReportedVariant, 'call'>): boolean {
  return call !== 'Absent' && call !== 'No call'
}
