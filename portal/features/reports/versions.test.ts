import { expect, test } from 'vitest'
import type { ReportVersionView, ReportView } from '#contract/reports.ts'
import {
  compareHash,
  newestCurrent,
  newestOfEachReport,
  onlyDocument,
  replacementOf,
  unconfirmedChanges,
  versionBefore,
  versionHash,
  versionsInAddress,
} from './versions.ts'

function version(number: number, state: ReportVersionView['state'] = 'current'): ReportVersionView {
  return {
    ...{ id: number, version: number, number, status: 'final', state, change: null, words: '' },
    ...{ madeAt: '2026-11-12T16:00:00Z', receivedAt: '2026-11-12T16:00:00Z', withdrawn: null },
    ...{ laboratory: '', signedBy: '', parts: [], isQuestioned: false, isUnread: false, notice: null },
  }
}

function report(...versions: ReportVersionView[]): ReportView {
  const current = versions.find(({ state }) => state === 'current')?.version ?? null
  return { testCode: '1600', testName: 'Exome', person: 'proband', personName: 'Ida Berg', current, versions }
}

const numbers = (hash: string, reports: ReportView[]) =>
  versionsInAddress(hash, reports).map(({ version: { version: number } }) => number)

const reports = [report(version(3), version(1, 'superseded')), report(version(2, 'withdrawn'))]

test.each([
  ['report', [3]],
  ['report-1', [1]],
  ['report-2', [2]],
  ['report-9', [3]],
  ['report-1-3', [1, 3]],
  ['report-3-3', [3]],
  ['report-1-9', [1]],
  ['', []],
  ['reports', []],
  ['requisition', []],
])('the fragment %j opens %j', (hash, opened) => {
  expect(numbers(hash, reports)).toEqual(opened)
})

test('a fragment that is written opens what it was written for', () => {
  for (const one of [1, 2, 3]) expect(numbers(versionHash(one, reports), reports)).toEqual([one])
  expect(numbers(compareHash(1, 3), reports)).toEqual([1, 3])
})

test('the newest current version is never a withdrawn or superseded one', () => {
  expect(newestCurrent(reports)?.version.version).toBe(3)
  expect(newestCurrent([report(version(2, 'withdrawn'), version(1, 'superseded'))])).toBeNull()
  // The page says that it was withdrawn.
  expect(numbers('report', [report(version(2, 'withdrawn'))])).toEqual([2])
})

test('of twins, the newest current version of each is offered, and none that was withdrawn', () => {
  const of = (person: string, ...versions: ReportVersionView[]) => ({ ...report(...versions), person })
  const twins = [
    of('fetus-1', version(4), version(2, 'superseded')),
    of('fetus-2', version(3), version(1)),
    of('fetus-3', version(5, 'withdrawn')),
  ]
  const offered = newestOfEachReport(twins)
  expect(offered.map((one) => [one.report.person, one.version.version])).toEqual([
    ['fetus-1', 4],
    ['fetus-2', 3],
  ])
})

test('of two tests of one person, the newest current version of each is offered', () => {
  const of = (testCode: string, ...versions: ReportVersionView[]) => ({ ...report(...versions), testCode })
  const tests = [of('1600', version(1), version(2)), of('1700', version(3))]
  const offered = newestOfEachReport(tests)
  expect(offered.map((one) => [one.report.testCode, one.version.version])).toEqual([
    ['1700', 3],
    ['1600', 2],
  ])
})

test('an addendum stands in no place of what it adds to', () => {
  const addendum: ReportVersionView = { ...version(3), status: 'addended' }
  const corrected: ReportVersionView = { ...version(2), status: 'corrected' }
  const one = report(addendum, corrected, version(1, 'superseded'))
  const [, , first] = one.versions
  if (!first) throw new Error('no version')
  expect(replacementOf({ report: one, version: first })).toBe(corrected)
})

test('a superseded version names the one in its place', () => {
  const [first] = reports
  if (!first) throw new Error('no report')
  expect(replacementOf({ report: first, version: version(1, 'superseded') })?.version).toBe(3)
  expect(replacementOf({ report: first, version: version(3) })).toBeNull()
  expect(versionBefore({ report: first, version: version(3) })?.version).toBe(1)
  expect(
    versionBefore({ report: report(version(2), version(1, 'withdrawn')), version: version(2) }),
  ).toBeNull()
})

test('withdrawals come first among what is to be confirmed, and a change of several versions is one', () => {
  const at = '2026-11-13T10:00:00Z'
  const notice = (
    number: number,
    kind: 'amended' | 'withdrawn' | 'corrected',
    readAt: string | null = null,
  ) => ({
    ...version(number),
    notice: { kind, at, readAt },
  })
  const changes = unconfirmedChanges([
    report(notice(5, 'amended'), notice(4, 'corrected', at), notice(2, 'amended')),
    report(notice(3, 'withdrawn')),
  ])
  expect(changes.map(({ kind, versions }) => [kind, versions.map((one) => one.version)])).toEqual([
    ['withdrawn', [3]],
    ['amended', [5, 2]],
  ])
})

test('a report of one document may have its result as data, but nothing else', () => {
  const document = {
    ...{ kind: 'document' as const, part: 0, label: '', filename: 'report.pdf' },
    ...{ mediaType: 'application/pdf', bytes: 9 },
  }
  const study = { reasons: [], diseases: [], genes: [], regions: [] }
  const result = {
    variants: [],
    phases: [],
    drugResponses: [],
    markers: [],
    study,
    recommendations: [],
    methods: [],
    limits: [],
    others: [],
  }
  const genetics = { kind: 'genetics' as const, part: 1, label: '', result }
  const text = { kind: 'lines' as const, part: 2, label: '', lines: ['See the report.'] }
  expect(onlyDocument({ parts: [document] })).toBe(document)
  expect(onlyDocument({ parts: [document, genetics] })).toBe(document)
  for (const parts of [[], [genetics], [document, text], [document, document]])
    expect(onlyDocument({ parts })).toBeNull()
})
