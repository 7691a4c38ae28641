import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { DataFilesInvalid } from '#server/csv/data-table.ts'
import { readIcd10, readSelection } from './files.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'karyo-icd10-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

const HEAD = 'code,description,billable,validFrom,validUntil'
const CODES = [
  HEAD,
  'B88.0,Other acariasis,yes,,2025-09-30',
  'B88.0,Other acariasis,no,2025-10-01,',
  'B88.01,Infestation by Demodex mites,yes,2025-10-01,',
  'S30.1XXA,Contusion of abdominal wall,yes,,2025-09-30',
].join('\n')

function problems(files: Record<string, string>): string[] {
  for (const [name, content] of Object.entries({ 'codes.csv': CODES, ...files }))
    writeFileSync(path.join(dir, name), content)
  try {
    readIcd10(dir)
  } catch (error) {
    if (error instanceof DataFilesInvalid) return error.message.split('\n')
    throw error
  }
  return []
}

describe('a folder of diagnosis codes', () => {
  it('has periods of codes, compressed or not, and the laboratory’s selection', () => {
    writeFileSync(path.join(dir, 'codes.csv.gz'), gzipSync(CODES))
    writeFileSync(path.join(dir, 'selection.csv'), 'code,words\nB88.01,Face mites')
    const { codes, selection } = readIcd10(dir)
    expect(codes).toHaveLength(4)
    expect(codes[1]).toEqual({
      ...{ code: 'B88.0', description: 'Other acariasis', billable: false },
      ...{ validFrom: '2025-10-01', validUntil: '' },
    })
    expect(selection).toEqual([{ code: 'B88.01', words: 'Face mites' }])
    expect(readSelection(dir).codes).toMatchObject([
      { code: 'B88.01', description: 'Face mites', billable: true },
    ])
  })

  test.each([
    [
      'an end before the beginning',
      { 'codes.csv': `${HEAD}\nQ02,Microcephaly,yes,2026-10-01,2026-09-30` },
      "codes.csv, row 2, column validUntil: '2026-09-30' is before validFrom",
    ],
    [
      'a day that does not exist',
      { 'codes.csv': `${HEAD}\nQ02,Microcephaly,yes,2026-02-30,` },
      "codes.csv, row 2, column validFrom: '2026-02-30' is not a day such as 2026-10-01, or empty",
    ],
    [
      'periods that overlap',
      { 'codes.csv': `${HEAD}\nQ02,Microcephaly,yes,,2026-10-01\nQ02,Microcephaly,no,2026-10-01,` },
      "codes.csv, column validUntil: the periods of 'Q02' overlap",
    ],
    [
      'a selected code that does not exist',
      { 'selection.csv': 'code,words\nQ02,Small head' },
      "selection.csv, row 2, column code: 'Q02' is not a code of ICD-10-CM",
    ],
    [
      'a selected heading',
      { 'selection.csv': 'code,words\nB88.0,Mites' },
      "selection.csv, row 2, column code: 'B88.0' is a heading, not a code for billing",
    ],
    [
      'a selected code that is retired',
      { 'selection.csv': 'code,words\nS30.1XXA,Bruise' },
      "selection.csv, row 2, column code: 'S30.1XXA' is no longer valid",
    ],
  ])('is refused for %s', (_, files, message) => {
    expect(problems(files)).toEqual([message])
  })
})
