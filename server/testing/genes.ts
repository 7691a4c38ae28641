import type { Gene } from '#domain/genes/gene.ts'

const gene = (symbol: string, id: number, location: string, more: Partial<Gene> = {}): Gene => ({
  hgncId: `HGNC:${id}`,
  ...{ symbol, name: `gene ${symbol}`, location, kind: 'protein-coding gene', aliases: [], previous: [] },
  transcripts: [],
  ...more,
})
const select = (refSeq: string, ensembl: string) => [{ refSeq, ensembl, status: 'MANE Select' as const }]

/** The test world's genes: a few real ones. */
export const GENES: readonly Gene[] = [
  gene('BRCA2', 1101, '13q13.1', {
    name: 'BRCA2 DNA repair associated',
    ...{ aliases: ['FAD', 'FAD1', 'BRCC2', 'XRCC11'], previous: ['FANCD1', 'FACD', 'FANCD'] },
    transcripts: select('NM_000059.4', 'ENST00000380152.8'),
  }),
  gene('FADS1', 3574, '11q12.2', { aliases: ['FAD'] }),
  gene('GBA1', 4177, '1q22', {
    name: 'glucosylceramidase beta 1',
    previous: ['GLUC', 'GBA'],
    transcripts: select('NM_000157.4', 'ENST00000368373.8'),
  }),
  gene('GBA1LP', 4178, '1q22', { kind: 'pseudogene', previous: ['GBAP1'] }),
  gene('SCN1A', 10585, '2q24.3', {
    name: 'sodium voltage-gated channel alpha subunit 1',
    transcripts: [
      { refSeq: 'NM_001165963.4', ensembl: 'ENST00000674923.1', status: 'MANE Select' },
      { refSeq: 'NM_006920.6', ensembl: 'ENST00000375405.7', status: 'MANE Plus Clinical' },
    ],
  }),
  gene('KCNQ2', 6296, '20q13.33', { transcripts: select('NM_172107.4', 'ENST00000359125.7') }),
  gene('DMD', 2928, 'Xp21.2-p21.1', { transcripts: select('NM_004006.3', 'ENST00000357033.9') }),
  gene('MYH7', 7577, '14q11.2', { transcripts: select('NM_000257.4', 'ENST00000355349.4') }),
  gene('MT-TL1', 7490, 'mitochondria', { kind: 'non-coding RNA', aliases: ['TRNL1'], previous: ['MTTL1'] }),
]
