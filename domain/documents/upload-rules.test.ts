import { describe, expect, it, test } from 'vitest'
import { canPressUpload, canUpload, MOST_FILE_BYTES, rowProblems } from './upload-rules.ts'

const TYPE = 'Please select a document type.'
const FILE = 'Please select a file (20MB max).'
const LARGE = 'File limit has been exceeded. Maximum size is 20MB.'
const blank = { type: '', file: null } as const
const small = { size: 1 }
const largest = { size: MOST_FILE_BYTES }
const tooLarge = { size: MOST_FILE_BYTES + 1 }
const complete = { type: 'Report', file: small } as const

describe('[DLG-05] the rules of the upload dialog', () => {
  test.each([
    ['an empty row, before anything is asked', blank, false, null, null],
    ['an empty row', blank, true, TYPE, FILE],
    ['a type without a file', { type: 'Report', file: null }, true, null, FILE],
    ['a file before its type', { type: '', file: small }, false, TYPE, null],
    ['a file that is too large', { type: 'Report', file: tooLarge }, false, null, LARGE],
    ['too large, and without a type', { type: '', file: tooLarge }, false, TYPE, LARGE],
    ['20 MB to the byte', { type: 'Report', file: largest }, true, null, null],
    ['an empty file, which the server refuses', { type: 'Report', file: { size: 0 } }, true, null, null],
  ] as const)('%s', (_what, row, isRequested, type, file) =>
    expect(rowProblems(row, isRequested)).toEqual({ type, file }),
  )

  it('enable upload only with at least one file and none over 20 MB', () => {
    expect(canPressUpload([])).toBe(false)
    expect(canPressUpload([blank])).toBe(false)
    expect(canPressUpload([{ type: 'Report', file: null }])).toBe(false)
    expect(canPressUpload([{ type: 'Report', file: tooLarge }])).toBe(false)
    expect(canPressUpload([complete, { type: 'Report', file: tooLarge }])).toBe(false)
    expect(canPressUpload([complete, blank])).toBe(true)
    expect(canPressUpload([{ type: '', file: largest }])).toBe(true)
  })

  it('allow several files, and send nothing until every row is complete', () => {
    expect(canUpload([complete, { type: 'Other', file: largest }])).toBe(true)
    expect(canUpload([complete, blank])).toBe(false)
    expect(canUpload([complete, { type: '', file: small }])).toBe(false)
    expect(canUpload([])).toBe(false)
  })
})
