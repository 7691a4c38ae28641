import { describe, expect, test } from 'vitest'
import type { ReportVersion } from '../reports/history.ts'
import { someResult, someVariant } from '../results/testing/some-results.ts'
import { writeResult } from '../results/write-result.ts'
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
    [
      'a correction after a preliminary report that took the place of a final one',
      [version(2, 'preliminary', superseded), version(3, 'final')],
      [written('final', 'k1'), written('withdrawn', ''), written('preliminary', 'k2')],
      [['corrected', 'k3']],
    ],
    [
      'a final report, if the one before was withdrawn before it was sent',
      [version(1, 'final')],
      [
        { ...written('final', 'k1'), outcome: 'not-sent' },
        { ...written('withdrawn', ''), outcome: 'not-sent' },
      ],
      [['final', 'k1']],
    ],
    [
      'a correction, if the one before was not confirmed but its withdrawal was sent',
      [version(2, 'final')],
      [
        { ...written('final', 'k1'), outcome: 'not-sent' },
        { ...written('withdrawn', ''), outcome: 'taken' },
      ],
      [['corrected', 'k2']],
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

  test.each<[ReportVersion['status'], WrittenResult['status'], boolean]>([
    ['preliminary', 'withdrawn', true],
    ['partial', 'withdrawn', true],
    ['preliminary', 'final', true],
    ['preliminary', 'partial', false],
  ])(
    'is never final for being %s after %s, and says that it replaces what was',
    (status, before, isInstead) => {
      const [sent] = newResults([version(2, status)], [written('final', 'k1'), written(before, '')], {
        ...{ subjects: ['proband'], takesOpen: true, now: NOW },
      })
      expect(sent).toMatchObject({ status, result: { status } })
      expect(sent?.result.isInstead ?? false).toBe(isInstead)
    },
  )

  test('says that it replaces a report only if one was sent', () => {
    const before = [written('final', 'k1'), written('withdrawn', '')].map((one) => ({
      ...{ ...one, outcome: 'not-sent' as const },
    }))
    const [sent] = newResults([version(2, 'preliminary')], before, {
      ...{ subjects: ['proband'], takesOpen: true, now: NOW },
    })
    expect(sent?.result.isInstead ?? false).toBe(false)
  })

  test('is the parts of each version, without a class that an addendum has replaced, each finding with its own id', () => {
    const variant = (variantClass: string, gene = 'LMNA') =>
      writeResult(
        someResult({ overall: 'Positive', variants: [someVariant({ gene, cdna: 'c.1A>G', variantClass })] }),
      )
    const genetics = (findings: ReturnType<typeof variant>) => ({
      ...{ kind: 'genetics' as const, label: 'Findings', findings },
    })
    const text = { kind: 'lines' as const, label: 'Report', lines: ['Reclassified'] }
    const first = [...variant('Uncertain significance'), ...variant('Benign', 'TTN').slice(1)].map(
      (finding, index) => (index > 2 ? { ...finding, id: finding.id.replace('2a', '3a') } : finding),
    )
    const second = version(2, 'addended', { parts: [text, genetics(variant('Pathogenic'))] })
    const [sent] = newResults([version(1, 'final', { parts: [genetics(first)] }), second], [], {
      ...{ subjects: ['proband'], takesOpen: false, now: NOW },
    })
    expect(sent?.result.partCounts).toEqual([1, 2])
    const told = JSON.stringify(sent?.result.parts)
    expect(told).not.toContain('Uncertain significance')
    for (const word of ['TTN', 'Pathogenic', 'Reclassified']) expect(told).toContain(word)
    const ids = sent?.result.parts.flatMap((part) =>
      part.kind === 'genetics' ? part.findings.map(({ id }) => id) : [],
    )
    expect(new Set(ids).size).toBe(ids?.length)
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
