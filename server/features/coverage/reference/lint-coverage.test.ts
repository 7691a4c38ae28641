import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { administer } from '#server/database/connection/connect.ts'
import { importIcd10 } from '#server/features/catalogue/icd10/import.ts'
import {
  importProcedureCodes,
  readProcedureCodes,
} from '#server/features/catalogue/lint/procedure-code-file.ts'
import { type TestDatabase, testDatabase } from '#server/testing/database.ts'
import { type CodedCoverage, readCoverage } from './coverage-files.ts'
import { lintCoverage } from './lint-coverage.ts'

const TODAY = '2026-11-23'
const code = (code: string, more: object) => ({
  ...{ code, description: code, billable: true, validFrom: '', validUntil: '' },
  ...more,
})

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await administer(database.url, async (db) => {
    await importProcedureCodes(db, readProcedureCodes('data/catalogue', []))
    const codes = [
      code('Q87.4', { billable: false }),
      code('Q87.40', {}),
      code('S30.1XXA', { validUntil: '2025-09-30' }),
    ]
    await importIcd10(db, { codes, selection: [] })
  })
})
afterAll(() => database?.drop())

const findings = (coded: Partial<CodedCoverage>) =>
  administer(database.url, (db) => lintCoverage(db, { cptPrices: [], ruleTexts: [], ...coded }, TODAY))
const price = (code: string, from: string, until: string | null = null) => ({
  cptPrices: [{ row: 2, code, from, until }],
})
const note = (text: string) => ({ ruleTexts: [{ row: 3, column: 'note', text }] })

describe('[CODE-01] the import of coverage', () => {
  it('finds nothing in the shipped files', async () => {
    expect(await findings(readCoverage('data/coverage').linted)).toEqual([])
  })

  test.each<[string, Partial<CodedCoverage>, string]>([
    ['a price of a deleted code', price('81436', '2024-01-01'), "'81436' ended on 2024-12-31"],
    [
      'a price that outlasts its code',
      price('81436', '2024-01-01', '2025-06-30'),
      "'81436' ended on 2024-12-31",
    ],
    [
      'a price of a code that is not listed',
      price('99999', '2026-01-01'),
      "'99999' is not in procedure-codes.csv",
    ],
    ['a retired diagnosis in a rule', note('Covered for S30.1XXA.'), "'S30.1XXA' ended on 2025-09-30"],
    [
      'an unknown diagnosis in a rule',
      note('Covered for Q87.49 only.'),
      "'Q87.49' is not a code of ICD-10-CM today",
    ],
  ])('finds %s', async (_, coded, rule) => {
    expect((await findings(coded)).map((found) => found.rule)).toEqual([rule])
  })

  test.each<[string, Partial<CodedCoverage>]>([
    ['the price of a deleted code while it was valid', price('81436', '2024-01-01', '2024-12-31')],
    ['a price that begins later', price('81432', '2027-01-01')],
    ['a heading in a rule, which means the codes below it', note('Covered for Q87.4 and Q87.40.')],
  ])('accepts %s', async (_, coded) => {
    expect(await findings(coded)).toEqual([])
  })
})
