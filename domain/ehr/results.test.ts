import { describe, expect, test } from 'vitest'
import type { ReportVersion } from '../reports/history.ts'
import { newResults, type WrittenResult } from './results.ts'

type Given = Partial<ReportVersion>
function version(version: number, status: ReportVersion['status'], given: Given = {}): ReportVersion {
  const at = new Date(Date.UTC(2026, 2, version))
  return {
    ...{ version, key: `k${version}`, person: 'proband', testCode: 'WES1', status, state: 'current' },
    ...{
      filler: '',
      accession: '',
      testName: 'Exome',
      group: '',
      laboratory: '',
      signedBy: '',
      change: null,
    },
    ...{ words: '', parts: [], madeAt: at, sentAt: at, withdrawn: null },
    ...given,
  }
}
const NOW = new Date(Date.UTC(2026, 3, 1))
const superseded: Given = { state: 'superseded' }
const gone: Given = { state: 'withdrawn', withdrawn: { at: new Date(0), words: 'Mix-up', change: null } }
const written = (status: WrittenResult['status'], keys: string, stream = 'proband WES1') => ({
  stream,
  status,
  keys,
})
const results = (reports: ReportVersion[], before: WrittenResult[] = [], takesOpen = false) =>
  newResults(reports, before, { subjects: ['proband'], takesOpen, now: NOW }).map(({ status, keys }) => [
    status,
    keys,
  ])

describe('what a hospital is sent', () => {
  test.each<[string, ReportVersion[], WrittenResult[], string[][]]>([
    ['a final report, once', [version(1, 'final')], [], [['final', 'k1']]],
    ['nothing new', [version(1, 'final')], [written('final', 'k1')], []],
    ['no preliminary one', [version(1, 'preliminary')], [], []],
    [
      'only what is valid, if two came at once',
      [version(1, 'final', superseded), version(2, 'corrected')],
      [],
      [['corrected', 'k2']],
    ],
    [
      'nothing, if an older version arrives late',
      [version(1, 'final', superseded), version(2, 'corrected')],
      [written('corrected', 'k2')],
      [],
    ],
    [
      'the whole report with its addendum',
      [version(1, 'final'), version(2, 'addended')],
      [written('final', 'k1')],
      [['addended', 'k1 k2']],
    ],
    [
      'a correction, whatever the laboratory calls what replaces a final report',
      [version(1, 'final', superseded), version(2, 'final')],
      [written('final', 'k1')],
      [['corrected', 'k2']],
    ],
    [
      'the withdrawal of a report that became another test’s',
      [version(1, 'final', { testCode: 'CMA' })],
      [written('final', 'k1')],
      [
        ['withdrawn', ''],
        ['final', 'k1'],
      ],
    ],
    [
      'the withdrawal of a report that waits at the laboratory by now',
      [],
      [written('final', 'k1')],
      [['withdrawn', '']],
    ],
    [
      'nothing more of a report that is gone and was withdrawn, or of how the order stands',
      [],
      [written('received', '', ''), written('final', 'k1'), written('withdrawn', '')],
      [],
    ],
    [
      'a correction, if a report arrives late that the final one confirms instead',
      [version(2, 'preliminary', superseded), version(3, 'final', { confirms: 'k2' })],
      [written('final', 'k3 (k1)')],
      [['corrected', 'k3 (k2)']],
    ],
    [
      'nothing more of what a portal of before wrote of a report that confirms another',
      [version(3, 'final', { confirms: 'k2' })],
      [written('final', 'k3')],
      [],
    ],
    ['a withdrawal', [version(1, 'final', gone)], [written('final', 'k1')], [['withdrawn', '']]],
    ['no withdrawal of what it never had', [version(1, 'final', gone)], [], []],
    [
      'a withdrawal once',
      [version(1, 'final', gone)],
      [written('final', 'k1'), written('withdrawn', '')],
      [],
    ],
    [
      'a report that is valid again, as a correction',
      [version(1, 'final')],
      [written('final', 'k1'), written('withdrawn', '')],
      [['corrected', 'k1']],
    ],
    ['no report of a relative', [version(1, 'final', { person: 'relative-1' })], [], []],
    [
      'each report by itself',
      [version(1, 'final'), version(2, 'final', { testCode: 'CMA' })],
      [written('final', 'k1')],
      [['final', 'k2']],
    ],
  ])('%s', (_, reports, before, expected) => {
    expect(results(reports, before)).toEqual(expected)
  })

  test('is preliminary where it wants that, and final afterwards', () => {
    expect(results([version(1, 'preliminary')], [], true)).toEqual([['preliminary', 'k1']])
    const both = [version(1, 'preliminary', superseded), version(2, 'final')]
    expect(results(both, [written('preliminary', 'k1')], true)).toEqual([['final', 'k2']])
  })

  test('names the test of a report that is gone, and when it went', () => {
    const about = { subjects: ['proband'], takesOpen: false, now: NOW } as const
    const [sent] = newResults([], [written('final', 'k1')], about)
    const test = { code: 'WES1', name: '' }
    expect(sent?.result).toMatchObject({ test, madeAt: NOW.toISOString(), parts: [] })
  })

  test('says why a report was withdrawn', () => {
    const [sent] = newResults([version(1, 'final', gone)], [written('final', 'k1')], {
      subjects: ['proband'],
      ...{ takesOpen: false, now: NOW },
    })
    expect(sent?.result).toMatchObject({ words: 'Mix-up', parts: [] })
  })
})
