import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { shippedSymbols } from '#server/features/genes/public.ts'
import { lintCatalogueFiles } from './lint-files.ts'

const SHIPPED = 'data/catalogue'
/** The day for which the shipped list of codes was written: a later list must not fail this test. */
const today = '2026-11-23'

let symbols: ReturnType<typeof shippedSymbols>
let dir: string
beforeAll(() => {
  symbols = shippedSymbols()
  dir = mkdtempSync(path.join(tmpdir(), 'karyo-lint-'))
})
afterAll(() => rmSync(dir, { recursive: true }))

describe('[CODE-01] the shipped catalogue', () => {
  it('has nothing that the lint finds', () => {
    expect(lintCatalogueFiles(SHIPPED, { symbols, today })).toEqual([])
  })

  // A fault of each kind, planted into the shipped files.
  test.each([
    [
      'a previous symbol',
      'tests.csv',
      /\bTWNK\b/g,
      'C10orf2',
      /column genes: 'C10orf2' is a previous symbol of TWNK/,
    ],
    [
      'an alias',
      'tests.csv',
      /\bATP7B\b/g,
      'WND',
      /column genes: 'WND' is (a previous symbol|an alias) of ATP7B/,
    ],
    [
      'a symbol that does not exist',
      'tests.csv',
      /\bFBN1\b/g,
      'FBN1X',
      /column genes: 'FBN1X' is not a symbol that HGNC has approved/,
    ],
    [
      'a code below its minimum',
      'tests.csv',
      /(^1112,.*?),81479,/m,
      '$1,81443,',
      /row \d+, column cptCodes: '81443' needs at least 15 genes; the test has 13/,
    ],
    [
      'a code above its maximum',
      'tests.csv',
      /(^2316,.*?),81455,/m,
      '$1,81445,',
      /column cptCodes: '81445' is for at most 50 genes; the test has 61/,
    ],
    [
      'a code without its named genes',
      'tests.csv',
      /(^1737,.*?),81479,/m,
      '$1,81419,',
      /column cptCodes: '81419' needs .*SCN1A.* among the genes/,
    ],
    [
      'a deleted code',
      'tests.csv',
      /(^2305,.*?),81435,/m,
      '$1,81436,',
      /column cptCodes: '81436' ended on 2024-12-31/,
    ],
    [
      'a code without a row',
      'procedure-codes.csv',
      /^81256,.*\n/m,
      '',
      /column cptCodes: '81256' is not in procedure-codes.csv/,
    ],
    [
      'a specimen that the note leaves out',
      'tests.csv',
      /(^2919,.*)one saliva tube, (.*), saliva and DNA/m,
      '$1$2 and DNA',
      /column specimenNote: does not say how to send Saliva, which the test accepts/,
    ],
    [
      'a specimen that is not accepted',
      'tests.csv',
      /(^2919,.*)one saliva tube/m,
      '$1one saliva tube, 10 mL of urine',
      /column specimenNote: names urine, which the test does not accept/,
    ],
    [
      'more time than the specimen has',
      'tests.csv',
      /(^2919,.*)within 14 days/m,
      '$1within 50 days',
      /column specimenNote: allows 50 days for Blood, which can be used for 14 days/,
    ],
    [
      'another way to keep it than the laboratory stores it',
      'tests.csv',
      /(^2919,.*)Keep blood refrigerated: it must arrive within 14 days/m,
      '$1Ship blood at room temperature within 5 days',
      /column specimenNote: wants Blood at room temperature, but the catalogue keeps it refrigerated/,
    ],
    [
      'an unreadable list of codes',
      'procedure-codes.csv',
      /^81256,,/m,
      '81256,soon,',
      /procedure-codes.csv, row \d+, column validFrom: 'soon' is not a day/,
    ],
  ])('with %s planted is found out', (_, file, from, to, finding) => {
    cpSync(SHIPPED, dir, { recursive: true })
    const text = readFileSync(path.join(SHIPPED, file), 'utf8')
    expect(text, 'the text to change').toMatch(from)
    writeFileSync(path.join(dir, file), text.replace(from, to))
    const found = lintCatalogueFiles(dir, { symbols, today }).map(
      (one) => `${one.file}, row ${one.row}, column ${one.column}: ${one.rule}`,
    )
    expect(found).toContainEqual(expect.stringMatching(finding))
  })

  it('is judged by genes and codes only if the laboratory has lists of them', () => {
    cpSync(SHIPPED, dir, { recursive: true })
    rmSync(path.join(dir, 'procedure-codes.csv'))
    expect(lintCatalogueFiles(dir, { symbols: null, today })).toEqual([])
  })
})
