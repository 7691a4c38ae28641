import { expect, test } from 'vitest'
import { newestReport, replacementOf, reportHash, reportInAddress } from './report-address.ts'

const report = (version: number) => ({
  version,
  testCode: '',
  person: 'proband',
  status: version > 1 ? ('corrected' as const) : ('final' as const),
  isCurrent: version > 1,
  receivedAt: '2026-11-12T16:00:00Z',
  corrected: version > 1,
  bytes: 1000,
  isUnread: false,
})
const reports = [report(1), report(2)]

test('the address opens the newest report, or the version it names', () => {
  expect(newestReport(reports)?.version).toBe(2)
  expect(reportInAddress('report', reports)?.version).toBe(2)
  expect(reportInAddress('report-1', reports)?.version).toBe(1)
  expect(reportInAddress('report-9', reports)?.version).toBe(2)
})

test('nothing opens without being asked for, or where there is no report', () => {
  expect(reportInAddress('', reports)).toBeNull()
  expect(reportInAddress('reports', reports)).toBeNull()
  expect(reportInAddress('report', [])).toBeNull()
})

test('what a link opens is the report it was made for', () => {
  for (const one of reports) expect(reportInAddress(reportHash(one, reports), reports)).toBe(one)
})

test('a report is replaced by the newest of its test, and by none of another', () => {
  const [first, second, third] = [report(1), { ...report(2), testCode: '1102' }, report(3)]
  const all = [first, second, third]
  expect(all.map((one) => replacementOf(one, all)?.version ?? null)).toEqual([3, null, null])
})
