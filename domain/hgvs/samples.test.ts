import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { readHgvs } from './hgvs.ts'

// Expressions of others: the recommendations' own pages, and the tests of another parser. Skipped where the
// samples are not there.

const SAMPLES = path.join(import.meta.dirname, '../../../shared/samples/hgvs')
const ABSENT = !existsSync(SAMPLES)

const rowsOf = (file: string) =>
  readFileSync(path.join(SAMPLES, file), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))

type Verdict = 'valid' | 'noted' | 'refused'
function verdictOn(expression: string): Verdict {
  const read = readHgvs(expression)
  if (read.kind === 'invalid') return 'refused'
  return read.notes.length > 0 ? 'noted' : 'valid'
}

function count(expressions: readonly string[]) {
  const counts = { valid: 0, noted: 0, refused: 0 }
  for (const one of expressions) counts[verdictOn(one)] += 1
  return counts
}

describe.skipIf(ABSENT)('[KFV-02] HGVS expressions of others', () => {
  /** Whole descriptions; `c.` alone is a heading of the recommendations. */
  const marked = (file: string, level: string, valid: '0' | '1') =>
    rowsOf(file).flatMap(([expression = '', verdict, , at]) =>
      verdict === valid && at === level && !/^[a-z]\.$/.test(expression) ? [expression] : [],
    )

  test('all 262 that the recommendations recommend are valid, and none gets a note', () => {
    expect(count(marked('hgvs-spec.tsv', 'spec', '1'))).toEqual({ valid: 262, noted: 0, refused: 0 })
  })

  test('of 143 that the recommendations call wrong, 111 are refused or noted', () => {
    // The others are wrong only by the sequence itself or by style (most 3’ position, one codon, a reference without introns).
    expect(count(marked('hgvs-spec.tsv', 'spec', '0'))).toEqual({ valid: 32, noted: 54, refused: 57 })
  })

  test('all 506 that another parser accepts are read, and of its 3 wrong ones none without a note', () => {
    expect(count(marked('hgvs-biocommons.tsv', 'full', '1'))).toMatchObject({ refused: 0 })
    expect(count(marked('hgvs-biocommons.tsv', 'full', '1')).valid).toBeGreaterThanOrEqual(340)
    expect(count(marked('hgvs-biocommons.tsv', 'full', '0'))).toEqual({ valid: 0, noted: 1, refused: 2 })
  })

  test('every genomic, coding and protein description of 704 variants is read', () => {
    const all = rowsOf('equivalents-g-c-p.tsv').flatMap((row) => row.slice(0, 3).filter((one) => one !== ''))
    expect(all.length).toBeGreaterThan(1500)
    expect(all.filter((one) => verdictOn(one) === 'refused')).toEqual([])
  })
})
