/** A transcript of a gene as MANE lists it (Matched Annotation from NCBI and EMBL-EBI). */
export interface GeneTranscript {
  /** RefSeq with version: `NM_000059.4`. */
  refSeq: string
  /** Ensembl with version: `ENST00000380152.8`. */
  ensembl: string
  /** MANE Select is one per gene; a few genes have a clinical one besides. */
  status: 'MANE Select' | 'MANE Plus Clinical'
}

/** A gene as HGNC names it (HUGO Gene Nomenclature Committee). */
export interface Gene {
  /** `HGNC:1101`: it stays when the symbol changes. */
  hgncId: string
  /** The approved symbol. */
  symbol: string
  name: string
  /** The chromosome band, such as `13q13.1`; `mitochondria` for mtDNA. */
  location: string
  /** HGNC's locus group, such as `protein-coding gene` or `pseudogene`. */
  kind: string
  aliases: readonly string[]
  /** Symbols that were approved before. */
  previous: readonly string[]
  /** Select first; empty if MANE has none, as for RNA genes. */
  transcripts: readonly GeneTranscript[]
}

/** What a symbol means: approved, or which approved symbols it was formerly or is also used for. */
export type SymbolMeaning =
  | { kind: 'approved'; hgncId: string }
  | { kind: 'previous' | 'alias'; symbols: readonly string[] }
  | { kind: 'unknown' }

/** The accession without its version: `NM_000059.4` → `NM_000059`. */
export function withoutVersion(accession: string): string {
  return accession
    .trim()
    .replace(/\.\d*$/, '')
    .toUpperCase()
}

/** The meaning of a symbol among `genes`; letter case counts, as in HGNC (`C9orf72`). */
export function symbolMeaning(symbol: string, genes: readonly Gene[]): SymbolMeaning {
  const approved = genes.find((gene) => gene.symbol === symbol)
  if (approved) return { kind: 'approved', hgncId: approved.hgncId }
  const called = (names: (gene: Gene) => readonly string[]) =>
    genes.filter((gene) => names(gene).includes(symbol)).map((gene) => gene.symbol)
  const before = called((gene) => gene.previous)
  if (before.length > 0) return { kind: 'previous', symbols: before }
  const also = called((gene) => gene.aliases)
  return also.length > 0 ? { kind: 'alias', symbols: also } : { kind: 'unknown' }
}
