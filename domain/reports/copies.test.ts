import { expect, test } from 'vitest'
import { outdatedCopies } from './copies.ts'
import type { ReportVersion } from './history.ts'

const SHEET = 'a sheet that every report has'
const at = new Date('2026-04-01T10:00:00Z')

function version(testCode: string, state: ReportVersion['state'], ...documents: string[]): ReportVersion {
  const parts = documents.map((fileKey) => ({ kind: 'document', fileKey }))
  return {
    ...{ key: `${testCode} ${documents[0]}`, person: 'proband', testCode, state, status: 'final' },
    ...{ parts, madeAt: at, sentAt: at },
  } as unknown as ReportVersion
}
const found = (...versions: ReportVersion[]) =>
  outdatedCopies(versions).map(({ copy, of }) => [copy.testCode, of.testCode])

test('the copy of a withdrawn report is outdated, whatever else the withdrawn one had', () => {
  expect(found(version('WES1', 'withdrawn', 'both'), version('MIT1', 'current', 'both'))).toEqual([
    ['MIT1', 'WES1'],
  ])
  expect(found(version('WES1', 'withdrawn', 'both', SHEET), version('MIT1', 'current', 'both'))).toEqual([
    ['MIT1', 'WES1'],
  ])
})

test('a report that shares a sheet with a withdrawn one is none', () => {
  const own = version('MIT1', 'current', 'the other report', SHEET)
  expect(found(version('WES1', 'withdrawn', 'one report', SHEET), own)).toEqual([])
})

test('a report without a document is no copy, and neither is one of another person', () => {
  expect(found(version('WES1', 'withdrawn', 'both'), version('MIT1', 'current'))).toEqual([])
  const mother = { ...version('MIT1', 'current', 'both'), person: 'mother' as ReportVersion['person'] }
  expect(found(version('WES1', 'withdrawn', 'both'), mother)).toEqual([])
})
