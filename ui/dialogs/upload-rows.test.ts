import { describe, expect, test } from 'vitest'
import { addDroppedFiles, changed, freshRow, withFiles } from './upload-rows.ts'

const keys = () => {
  let next = 0
  return () => `key ${++next}`
}
const file = (name: string) => new File(['x'], name)
const summaryOf = (rows: readonly { type: string; file: File | null }[]) =>
  rows.map((row) => [row.type, row.file?.name ?? null])

describe('the rows of the upload dialog', () => {
  test('turns several files chosen in one row into rows of its type, filling empty rows first', () => {
    const newKey = keys()
    const rows = [
      freshRow(newKey, { type: 'Report' }),
      freshRow(newKey, { type: 'Consent Form' }),
      freshRow(newKey, { type: 'Other', file: file('kept.pdf') }),
    ]
    const next = withFiles(rows, 0, [file('a.pdf'), file('b.pdf'), file('c.pdf')], newKey)
    expect(summaryOf(next)).toEqual([
      ['Report', 'a.pdf'],
      ['Consent Form', 'b.pdf'],
      ['Other', 'kept.pdf'],
      ['Report', 'c.pdf'],
    ])
    expect(new Set(next.map((row) => row.key)).size).toBe(4)
  })

  test('changes nothing if no file is chosen', () => {
    const rows = [freshRow(keys(), { type: 'Report', file: file('a.pdf') })]
    expect(withFiles(rows, 0, [], keys())).toEqual(rows)
  })

  test('never replaces an existing file with a dropped one', () => {
    const newKey = keys()
    const full = [freshRow(newKey, { type: 'Report', file: file('a.pdf') })]
    expect(summaryOf(addDroppedFiles(full, [file('b.pdf'), file('c.pdf')], newKey))).toEqual([
      ['Report', 'a.pdf'],
      ['', 'b.pdf'],
      ['', 'c.pdf'],
    ])
    expect(summaryOf(addDroppedFiles([freshRow(newKey)], [file('b.pdf')], newKey))).toEqual([['', 'b.pdf']])
  })

  test('treats a row changed after a failure as a new document', () => {
    const newKey = keys()
    const failed = { ...freshRow(newKey), state: { is: 'failed', problem: new Error() } } as const
    const next = changed(failed, { type: 'Report' }, newKey)
    expect(next.key).not.toBe(failed.key)
    expect(next).toMatchObject({ type: 'Report', state: { is: 'waiting' } })
  })
})
