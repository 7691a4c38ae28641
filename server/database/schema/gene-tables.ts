/** Reference data: genes by HGNC, transcripts by MANE. */
export interface GeneTables {
  gene: {
    hgnc_id: string
    symbol: string
    name: string
    location: string
    kind: string
    aliases: string[]
    previous: string[]
  }
  gene_transcript: {
    hgnc_id: string
    position: number
    ref_seq: string
    ensembl: string
    accessions: string[]
    status: string
  }
}
