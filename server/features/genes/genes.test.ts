import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { sql, type Transaction } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DataFilesInvalid } from '#server/csv/data-table.ts'
import { administer } from '#server/database/connection/connect.ts'
import type { Tables } from '#server/database/schema/tables.ts'
import { GENES } from '#server/testing/genes.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { readGenes, SHIPPED_GENES } from './gene-files.ts'
import { importGenes } from './import.ts'
import { importShippedGenes, meaningsOfSymbols } from './public.ts'
import { genesBy, genesNamed } from './store.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

const search = async (keywords: string) =>
  (await portal.as('OrderCreator@P1').genes.search({ query: { keywords, top: 20 } })).map(
    ({ symbol }) => symbol,
  )

describe('searching genes', () => {
  test.each([
    ['BRCA2', ['BRCA2']],
    ['brca', ['BRCA2']],
    // A former symbol finds today's gene before those that begin with it.
    ['GBA', ['GBA1', 'GBA1LP']],
    ['FAD', ['BRCA2', 'FADS1']],
    ['HGNC:7490', ['MT-TL1']],
    ['sodium channel', ['SCN1A']],
    ['', []],
    ['ZZZ', []],
    ['%', []],
  ])('%j finds %j', async (keywords, symbols) => {
    expect(await search(keywords)).toEqual(symbols)
  })

  test('a gene comes with its MANE transcripts, Select first', async () => {
    const [found] = await portal.as('OrderCreator@P1').genes.search({ query: { keywords: 'SCN1A', top: 1 } })
    expect(found).toEqual(GENES.find(({ symbol }) => symbol === 'SCN1A'))
  })

  test('transcripts are found without their version, RefSeq or Ensembl', async () => {
    const found = await genesBy(portal.worker.db, { accessions: ['NM_000059', 'ENST00000357033'] })
    expect(found.map(({ symbol }) => symbol)).toEqual(['BRCA2', 'DMD'])
  })
})

describe('what symbols mean', () => {
  test('approved, former, alias and unknown symbols are told apart', async () => {
    expect(await meaningsOfSymbols(portal.worker.db, ['SCN1A', 'GBA', 'FAD', 'NOPE'])).toEqual(
      new Map([
        ['SCN1A', { kind: 'approved', hgncId: 'HGNC:10585' }],
        ['GBA', { kind: 'previous', symbols: ['GBA1'] }],
        ['FAD', { kind: 'alias', symbols: ['BRCA2', 'FADS1'] }],
        ['NOPE', { kind: 'unknown' }],
      ]),
    )
  })

  test('without genes nothing is said; an import replaces all', async () => {
    await administer(portal.database.url, (db) => importGenes(db, []))
    expect(await meaningsOfSymbols(portal.worker.db, ['SCN1A'])).toBeNull()
    await administer(portal.database.url, (db) => importGenes(db, GENES))
    await administer(portal.database.url, (db) => importShippedGenes(db))
    expect(await search('BRCA2')).toEqual(['BRCA2'])
  })

  test('right after an import a gene is found by the indexes, not by reading all genes', async () => {
    const rowsRead = async (db: Transaction<Tables>) => {
      const { rows } = await sql<{ n: number }>`
        select seq_tup_read::int as n from pg_stat_xact_user_tables where relname = 'gene'`.execute(db)
      return rows[0]?.n
    }
    const named = await administer(portal.database.url, async (db) => {
      await importGenes(db, readGenes(SHIPPED_GENES))
      const before = await rowsRead(db)
      const found = await Promise.all(['GBA1', 'HGNC:4177', 'gba1'].map((name) => genesNamed(db, name)))
      const read = await rowsRead(db)
      await importGenes(db, GENES)
      return { found: found.flat(), read, before }
    })
    expect(named.found).toEqual(new Array(3).fill({ hgncId: 'HGNC:4177', symbols: ['GBA1', 'GLUC', 'GBA'] }))
    expect(named.read).toBe(named.before)
  })
})

describe('the files', () => {
  test('the shipped ones have every gene and transcript that their README counts', async () => {
    const genes = readGenes(SHIPPED_GENES)
    const transcripts = genes.flatMap((gene) => gene.transcripts)
    expect(genes).toHaveLength(43_882)
    expect(transcripts.filter(({ status }) => status === 'MANE Select')).toHaveLength(19_286)
    expect(transcripts.filter(({ status }) => status === 'MANE Plus Clinical')).toHaveLength(66)
    expect(genes.find(({ symbol }) => symbol === 'GBA1')).toEqual({
      ...{ hgncId: 'HGNC:4177', symbol: 'GBA1', name: 'glucosylceramidase beta 1', location: '1q22' },
      ...{ kind: 'protein-coding gene', aliases: [], previous: ['GLUC', 'GBA'] },
      transcripts: [{ refSeq: 'NM_000157.4', ensembl: 'ENST00000368373.8', status: 'MANE Select' }],
    })
  })

  test('the published tables are read, compressed or not, and every wrong row is named', async () => {
    const dir = await mkdtemp(path.join(tmpdir(), 'karyo-genes-'))
    try {
      const hgnc = (rows: string) =>
        writeFile(
          path.join(dir, 'hgnc.tsv'),
          `hgnc_id\tsymbol\tname\tlocus_group\tlocus_type\tstatus\tlocation\talias_symbol\tprev_symbol\n${rows}`,
        )
      const mane = '#NCBI_GeneID\tHGNC_ID\tsymbol\tRefSeq_nuc\tEnsembl_nuc\tMANE_status\r\n'
      const row = '672\tHGNC:1100\tBRCA1\tNM_007294.4\tENST00000357654.9\tMANE Select\r\n'
      await writeFile(path.join(dir, 'mane.tsv.gz'), gzipSync(mane + row))
      await hgnc(
        'HGNC:1100\tBRCA1\tBRCA1 DNA repair\tprotein-coding gene\tx\tApproved\t17q21.31\t"RNF53|BRCC1"\t\n',
      )
      expect(readGenes(dir)).toEqual([
        {
          ...{ hgncId: 'HGNC:1100', symbol: 'BRCA1', name: 'BRCA1 DNA repair', location: '17q21.31' },
          ...{ kind: 'protein-coding gene', aliases: ['RNF53', 'BRCC1'], previous: [] },
          transcripts: [{ refSeq: 'NM_007294.4', ensembl: 'ENST00000357654.9', status: 'MANE Select' }],
        },
      ])
      await hgnc('1100\tBRCA1\n\tBRCA1\n')
      const refused = () => readGenes(dir)
      expect(refused).toThrow(DataFilesInvalid)
      expect(refused).toThrow("hgnc.tsv, row 2, column hgnc_id: '1100' is not an id such as HGNC:1101")
      expect(refused).toThrow("hgnc.tsv, row 3, column symbol: 'BRCA1' is in the file twice")
      await writeFile(path.join(dir, 'hgnc.tsv'), 'symbol\n')
      expect(refused).toThrow('hgnc.tsv, row 1, column hgnc_id: the column is missing')
    } finally {
      await rm(dir, { recursive: true, force: true })
    }
  })
})
