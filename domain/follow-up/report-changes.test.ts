import { describe, expect, test } from 'vitest'
import type { ReportVersion } from '../reports/history.ts'
import type { ReportChange } from '../reports/statuses.ts'
import type { Finding } from '../results/finding.ts'
import { writeResult } from '../results/write-result.ts'
import { isUrgentChange, reportDevelopments } from './report-changes.ts'
import { classLines, reportResult } from './report-result.ts'

const NOTHING = {
  ...{
    variants: [],
    phases: [],
    drugResponses: [],
    markers: [],
    recommendations: [],
    methods: [],
    limits: [],
    others: [],
  },
  study: { reasons: [], diseases: [], genes: [], regions: [] },
}
/** A genetic result with one variant of that class, or none. */
function genetics(overall: string, variantClass?: string): ReportVersion['parts'] {
  const variant = {
    ...({ key: 'v1', form: 'variant', of: [], genes: [{ symbol: 'SCN1A', hgncId: '' }] } as const),
    ...{ transcript: 'NM_001165963.4', cdna: 'c.58G>T', repeats: [], consequences: [], notes: [] },
    significances: [{ variantClass: variantClass ?? '', conditions: [] }],
  }
  const findings: readonly Finding[] = writeResult({
    ...NOTHING,
    overall,
    variants: variantClass === undefined ? [] : [variant],
  })
  return [{ kind: 'genetics', label: '', findings }]
}
const words = (text: string): ReportVersion['parts'] => [{ kind: 'lines', label: '', lines: [text] }]

function version(number: number, change: Partial<ReportVersion> = {}): ReportVersion {
  const at = new Date(Date.UTC(2026, 0, number))
  return {
    ...{ version: number, key: `k${number}`, person: 'proband', testCode: 'EPI2', filler: '', accession: '' },
    ...{ testName: '', group: '', status: 'final', change: null, words: '', parts: words(`Text ${number}`) },
    ...{ laboratory: '', signedBy: '', madeAt: at, sentAt: at },
    ...{ state: 'current', withdrawn: null, ...change },
  }
}
const replaced = (one: ReportVersion): ReportVersion => ({ ...one, state: 'superseded' })
const withdrawn = (one: ReportVersion): ReportVersion => ({
  ...{ ...one, state: 'withdrawn' },
  withdrawn: { at: one.sentAt, words: '', change: 'wrong-patient' },
})
const kinds = (before: ReportVersion[], now: ReportVersion[]) =>
  reportDevelopments(before, now).map(({ kind, now: { version: number, status } }) => [kind, number, status])

test('a final report without content of its own has to be acknowledged again once it confirms another', () => {
  const final = (confirms: string) => version(3, { confirms, parts: words(confirms) })
  expect(kinds([final('k1')], [final('k1')])).toEqual([])
  expect(kinds([final('k1')], [final('k2')])).toEqual([['new', 3, 'final']])
})

const first = version(1)
/** A later version that replaces the first. */
const after = (change: Partial<ReportVersion>) => [replaced(first), version(2, change)]

describe('what has to be acknowledged', () => {
  test.each<[string, ReportVersion[], ReportVersion[], unknown[]]>([
    ['a first report', [], [first], [['new', 1, 'final']]],
    ['a preliminary report', [], [version(1, { status: 'preliminary' })], [['new', 1, 'preliminary']]],
    [
      'the final report after a preliminary one',
      [version(1, { status: 'preliminary' })],
      [replaced(version(1, { status: 'preliminary' })), version(2)],
      [['new', 2, 'final']],
    ],
    ['a correction', [first], after({ status: 'corrected' }), [['new', 2, 'corrected']]],
    ['an amendment without a reason', [first], after({ status: 'amended' }), [['new', 2, 'amended']]],
    ['an addendum', [first], [first, version(2, { status: 'addended' })], [['new', 2, 'addended']]],
    ['a withdrawal', [first], [withdrawn(first)], [['new', 1, 'withdrawn']]],
    ['a report that is valid again', [withdrawn(first)], [first], [['new', 1, 'final']]],
    ['a report that now waits at the laboratory', [first], [], [['new', 1, 'withdrawn']]],
    [
      'each report of its own person and test',
      [first],
      [first, version(2, { person: 'mother' }), version(3, { testCode: 'WGS' })],
      [
        ['new', 2, 'final'],
        ['new', 3, 'final'],
      ],
    ],
  ])('is %s', (_, before, now, expected) => {
    expect(kinds(before, now)).toEqual(expected)
  })

  test.each<[string, ReportVersion[], ReportVersion[]]>([
    ['a repeated message', [first], [first]],
    [
      'an older message that renumbers it',
      [first],
      [replaced(version(1, { key: 'k0' })), { ...first, version: 2 }],
    ],
    ['the same report sent before under another key', [first], [{ ...first, key: 'k0' }]],
    ['a withdrawn report that stays withdrawn', [withdrawn(first)], [withdrawn(first)]],
    ['a waiting report that was withdrawn before', [withdrawn(first)], []],
    ['nothing', [], []],
  ])('is nothing after %s', (_, before, now) => {
    expect(kinds(before, now)).toEqual([])
  })
})

describe('the acknowledgement of the version before remains valid', () => {
  test.each<ReportChange>(['demographic', 'format'])('after a change of kind %s', (change) => {
    expect(kinds([first], after({ status: 'corrected', change }))).toEqual([['carried', 2, 'corrected']])
  })

  test.each<[string, ReportVersion, Partial<ReportVersion>]>([
    [
      'the class changed',
      version(1, { parts: genetics('Positive', 'Pathogenic') }),
      { parts: genetics('Positive', 'Likely pathogenic') },
    ],
    [
      'the overall result changed',
      version(1, { parts: genetics('Negative') }),
      { parts: genetics('Positive') },
    ],
    ['it was preliminary', version(1, { status: 'preliminary' }), { status: 'final' }],
  ])('but not if the laboratory calls it demographic and %s', (_, before, change) => {
    const now = version(2, { status: 'corrected', change: 'demographic', ...change })
    expect(reportDevelopments([before], [replaced(before), now]).map(({ kind }) => kind)).toEqual(['new'])
  })

  test.each<ReportChange | null>(['reclassification', 'interpretation', 'result', 'wrong-patient', null])(
    'but not after a change of kind %s',
    (change) => {
      expect(kinds([first], after({ status: 'amended', change }))).toEqual([['new', 2, 'amended']])
    },
  )
})

test.each<[string, Partial<ReportVersion> | null, Partial<ReportVersion>, boolean]>([
  ['a first report', null, { parts: genetics('Positive') }, false],
  [
    'a correction',
    { parts: genetics('Negative') },
    { status: 'corrected', parts: genetics('Negative') },
    true,
  ],
  [
    'another result',
    { parts: genetics('Negative') },
    { status: 'amended', parts: genetics('Inconclusive') },
    true,
  ],
  [
    'another class',
    { parts: genetics('Positive', 'Pathogenic') },
    { status: 'amended', parts: genetics('Positive', 'Uncertain significance') },
    true,
  ],
  [
    'the same result',
    { parts: genetics('Positive') },
    { status: 'amended', parts: genetics('Positive') },
    false,
  ],
  ['the final after a preliminary result', { status: 'preliminary' }, { parts: genetics('Positive') }, false],
])('is due sooner or not: %s', (_, before, now, expected) => {
  const versions = before === null ? [] : [version(1, before)]
  const [development] = reportDevelopments(versions, [...versions.map(replaced), version(2, now)])
  expect(development && isUrgentChange(development)).toBe(expected)
})

describe('the result of a report', () => {
  test.each([
    ['Positive', 'positive'],
    ['Inconclusive', 'uncertain'],
    ['Negative', 'negative'],
    ['Failure', 'failed'],
    ['Carrier', 'not-stated'],
    ['Negative; Positive', 'positive'],
    ['Negative; see the remarks', 'not-stated'],
  ])('that the laboratory calls %s is %s', (overall, expected) => {
    expect(reportResult(genetics(overall))).toBe(expected)
  })

  test('is not concluded from its variants or its text', () => {
    const [part] = genetics('Positive', 'Pathogenic')
    const withoutOverall =
      part?.kind === 'genetics' ? part.findings.filter(({ answers }) => answers.length > 1) : []
    expect(classLines([{ kind: 'genetics', label: '', findings: withoutOverall }])).toEqual([
      expect.stringContaining('Pathogenic'),
    ])
    expect(reportResult([{ kind: 'genetics', label: '', findings: withoutOverall }])).toBe('not-stated')
    expect(reportResult(words('Positive'))).toBe('not-stated')
  })

  test('is the most urgent of its parts, and of an addendum with what it adds to', () => {
    expect(reportResult([...genetics('Negative'), ...genetics('Positive')])).toBe('positive')
    const positive = version(1, { parts: genetics('Positive') })
    const [development] = reportDevelopments([positive], [positive, version(2, { status: 'addended' })])
    expect(development?.now.result).toBe('positive')
  })
})
