import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { administer } from '#server/database/connection/connect.ts'
import { type TestDatabase, testDatabase } from '#server/testing/database.ts'
import { readIcd10 } from './files.ts'
import { importIcd10 } from './import.ts'
import { searchIcd10, selectedDiagnoses } from './search.ts'

const LIST = readIcd10('data/reference/icd10cm')

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await administer(database.url, (db) => importIcd10(db, LIST))
  await administer(database.url, (db) => sql`analyze icd10`.execute(db))
})
afterAll(() => database?.drop())

const found = (keywords: string, { on = '2026-11-20', top = 20 } = {}) =>
  administer(database.url, (db) => searchIcd10(db, keywords, { on, top }))
const codes = async (...input: Parameters<typeof found>) => (await found(...input)).map(({ code }) => code)

describe('[CODE-02] the shipped ICD-10-CM', () => {
  it('is whole: as many codes and codes for billing as the official files of fiscal year 2027', () => {
    const valid = LIST.codes.filter(({ validUntil }) => validUntil === '')
    expect([valid.length, valid.filter(({ billable }) => billable).length]).toEqual([98_403, 74_879])
    const ended = LIST.codes.filter(({ validUntil }) => validUntil !== '')
    expect(ended.length).toBe(100)
  })

  it('is searched by the beginning of a code, with and without the dot, for billing only', async () => {
    expect(await codes('G40.30')).toEqual(['G40.301', 'G40.309'])
    expect(await codes('g4030')).toEqual(['G40.301', 'G40.309'])
    expect(await codes('qa0.0101')).toEqual(['QA0.0101'])
    expect(await codes('Q87.4')).not.toContain('Q87.4')
    expect(await codes('G40', { top: 5 })).toHaveLength(5)
  })

  it('is searched on a day', async () => {
    expect(await codes('I42.0', { on: '2026-09-30' })).toEqual(['I42.0'])
    expect(await codes('I42.0', { on: '2026-10-01' })).toEqual(['I42.00', 'I42.01', 'I42.09'])
  })

  it('is searched by words and synonyms, the laboratory’s selection first', async () => {
    expect(await codes('marfan aortic')).toEqual(['Q87.410'])
    expect((await found('marfan')).map(({ description }) => description)[0]).toMatch(/^Marfan/)
    const breast = await codes('family history breast cancer')
    expect(breast[0]).toBe('Z80.3')
    expect((await codes('tuberous sclerosis'))[0]).toBe('Q85.1')
    expect((await found('brugada'))[0]).toEqual({ code: 'I49.81', description: 'Brugada syndrome' })
  })

  it('has a code that leaves the fetus open before those about one of several', async () => {
    const ranked = await codes('O35.11')
    expect(ranked[0]).toBe('O35.11X0')
    expect(ranked).toContain('O35.11X2')
  })

  test.each(['%', "'", '!!', '(((', 'a & b | !c', 'x:*', '\\'])(
    '%s is searched for without an error',
    async (typed) => {
      expect((await found(typed)).length).toBeLessThanOrEqual(20)
    },
  )

  it('answers a search from its indexes, without reading the whole table', async () => {
    const plan = await administer(database.url, async (db) => {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select code from icd10
        where (code ~>=~ 'G40' and code ~<~ 'G40~')
          or to_tsvector('simple', description || ' ' || words) @@ to_tsquery('simple', 'epilep:*')`.execute(
        db,
      )
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
    expect(plan).toContain('icd10_begins')
    expect(plan).toContain('icd10_words')
    expect(plan).not.toContain('Seq Scan')
  })

  it('offers the selection before anything is typed, in the laboratory’s words', async () => {
    const selected = await administer(database.url, (db) => selectedDiagnoses(db))
    expect(selected).toHaveLength(LIST.selection.length)
    expect(selected).toContainEqual({ code: 'Z15.01', description: expect.stringContaining('breast cancer') })
    expect(await found('', { top: 3 })).toEqual(selected.slice(0, 3))
  })
})
