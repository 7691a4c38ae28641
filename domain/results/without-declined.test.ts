import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ReportPart } from '../reports/report-update.ts'
import type { GeneticResult } from './genetic-result.ts'
import { readResult } from './read-result.ts'
import type { ReportedVariant } from './reported-variant.ts'
import { anyResult } from './testing/any-result.ts'
import { SECTION } from './variant-fields.ts'
import { hasDeclined, withoutDeclined } from './without-declined.ts'
import { writeResult } from './write-result.ts'

const isSecondary = ({ section }: { section?: string }) => section === 'Secondary finding'
const EMPTY = {
  form: 'variant',
  of: [],
  repeats: [],
  consequences: [],
  significances: [],
  notes: [],
} as const
const own: ReportedVariant = {
  ...{ ...EMPTY, key: '2a', genes: [{ hgncId: 'HGNC:10585', symbol: 'SCN1A' }], cdna: 'c.100C>T' },
  significances: [
    { variantClass: 'Pathogenic', conditions: [], text: 'SCN1A c.100C>T explains the seizures.' },
  ],
}
const secondary: ReportedVariant = {
  ...{ ...EMPTY, key: '2b', genes: [{ hgncId: 'HGNC:1101', symbol: 'BRCA2' }], section: 'Secondary finding' },
  ...{ transcript: 'NM_000059.4', cdna: 'c.5946del', protein: 'p.(Ser1982fs)', clinvar: '9325' },
  significances: [{ variantClass: 'Pathogenic', conditions: [], text: 'BRCA2 c.5946del.' }],
}
const result = (more: Partial<GeneticResult>): GeneticResult => ({
  ...{ overall: 'Positive', conclusion: 'One finding, and a secondary one', variants: [own, secondary] },
  ...{ phases: [], drugResponses: [], markers: [], recommendations: [], methods: [], limits: [], others: [] },
  study: { reasons: [], diseases: [], genes: [{ hgncId: '', symbol: 'BRCA2' }], regions: [] },
  ...more,
})
const genetics = (one: GeneticResult): ReportPart<object> => ({
  ...{ kind: 'genetics', label: '', findings: writeResult(one) },
})
const left = (...parts: ReportPart<object>[]) => withoutDeclined(parts, isSecondary)
const resultLeft = (more: Partial<GeneticResult>) =>
  left(genetics(result(more))).flatMap((part) =>
    part.kind === 'genetics' ? [readResult(part.findings)] : [],
  )

test('leaves out the finding, what is concluded from it, and the words that tell of it', () => {
  const drugs = [{ name: 'Olaparib', system: '', code: '' }]
  const drug = { drugs, therapies: [], conditions: [], response: 'Responsive' }
  const [now] = resultLeft({
    drugResponses: [{ of: ['2b'], ...drug }],
    phases: [{ variants: ['2a', '2b'], relation: 'Trans' }],
    methods: ['Exome sequencing'],
    recommendations: [
      { of: ['2a'], text: 'Test both parents for this variant.' },
      { of: ['2b'], text: 'Refer to a clinic for hereditary cancer.' },
      // Nobody says because of which finding.
      { of: [], action: 'Referral to a specialist' },
    ],
  })
  expect(now).toEqual({
    ...result({ variants: [own], study: { reasons: [], diseases: [], genes: [], regions: [] } }),
    conclusion: undefined,
    methods: ['Exome sequencing'],
    recommendations: [{ of: ['2a'], text: 'Test both parents for this variant.' }],
  })
})

test('leaves out an overall result that nothing is left of, unless nothing was found', () => {
  expect(resultLeft({ variants: [secondary], study: result({}).study })).toEqual([])
  expect(resultLeft({ variants: [secondary], overall: 'Negative' })).toMatchObject([
    { overall: 'Negative', variants: [] },
  ])
})

test('leaves out an overall result of which only a variant is left that was not found', () => {
  const overallBeside = (call: string) => {
    const [now] = resultLeft({ variants: [{ ...own, call }, secondary] })
    expect(now?.variants).toHaveLength(1)
    return now?.overall
  }
  for (const call of ['Absent', 'No call']) expect(overallBeside(call)).toBeUndefined()
  expect(overallBeside('Indeterminate')).toBe('Positive')
})

test('leaves out lines and values that name it, and keeps documents and everything else', () => {
  const pdf = { kind: 'document', label: '', filename: 'r.pdf', mediaType: 'application/pdf' } as const
  const value = { code: '', name: 'Finding', unit: '', range: '', flag: '' }
  const parts = left(
    pdf,
    {
      kind: 'lines',
      label: '',
      lines: ['Secondary: BRCA2 p.(Ser1982fs)', 'SCN1A c.100C>T', 'BRCA20 normal'],
    },
    {
      ...{ kind: 'values', label: '' },
      values: [
        { ...value, value: 'NM_000059.4:c.5946del' },
        { ...value, value: 'c.100C>T' },
      ],
    },
    genetics(result({})),
  )
  expect(parts).toMatchObject([
    pdf,
    { lines: ['SCN1A c.100C>T', 'BRCA20 normal'] },
    { values: [{ value: 'c.100C>T' }] },
    { kind: 'genetics' },
  ])
})

test('changes nothing if nothing is declined', () => {
  const parts = [genetics(result({ variants: [own] }))]
  expect(withoutDeclined(parts, isSecondary)).toBe(parts)
  expect([hasDeclined(parts, isSecondary), hasDeclined([genetics(result({}))], isSecondary)]).toEqual([
    false,
    true,
  ])
})

test('of any result, nothing declined is left, nor what it is called', () => {
  fc.assert(
    fc.property(anyResult, (any) => {
      const [first, ...others] = any.variants
      if (!first) return
      const marked = {
        ...first,
        section: 'Secondary finding',
        cdna: 'c.987654del',
        genes: [{ hgncId: '', symbol: 'ZZZ3' }],
      }
      const variants = [marked, ...others.map(({ section: _, ...one }) => one)]
      const parts = left(genetics({ ...any, variants, conclusion: 'The carrier of ZZZ3 c.987654del' }))
      expect(JSON.stringify(parts)).not.toMatch(/ZZZ3|987654|Secondary/)
      expect(hasDeclined(parts, isSecondary)).toBe(false)
    }),
    { numRuns: 100 },
  )
})

const VUS = { variantClass: 'Uncertain significance', conditions: [] }

test('an overall result is left out if nothing is left that is as strong as what was declined', () => {
  const overallOf = (variants: ReportedVariant[], overall = 'Positive') => {
    const [part] = left(
      genetics(result({ variants, overall, deletionsAndDuplications: 'Deletion or duplication detected' })),
    )
    const read = part?.kind === 'genetics' ? readResult(part.findings) : null
    return [read?.overall, read?.deletionsAndDuplications]
  }
  expect(overallOf([own, secondary])).toEqual(['Positive', undefined])
  expect(overallOf([{ ...own, significances: [VUS] }, secondary])).toEqual([undefined, undefined])
  expect(overallOf([{ ...own, significances: [VUS] }, secondary], 'Negative')).toEqual([
    'Negative',
    undefined,
  ])
  const weak = { ...secondary, significances: [VUS] }
  expect(overallOf([{ ...own, significances: [VUS] }, weak], 'Inconclusive')).toEqual([
    'Inconclusive',
    undefined,
  ])
})

test('texts that name a declined finding by its condition or another spelling are left out, and lines under its name', () => {
  const conditions = [{ name: 'Hereditary breast cancer', system: '', code: '' }]
  const declined = { ...secondary, significances: [{ variantClass: 'Pathogenic', conditions }] }
  const lines = (label: string, ...those: string[]) => ({ kind: 'lines' as const, label, lines: those })
  const parts = left(
    genetics(result({ variants: [own, declined] })),
    lines('Comment', 'Advice on hereditary breast cancer', 'A change p.Ser1982fs', 'Seizures'),
    lines('Note on BRCA2', 'See a specialist.'),
  )
  expect(parts.slice(1)).toEqual([lines('Comment', 'Seizures')])
})

const section = (id: string, words: string) => ({
  ...{ id, of: [], notes: [] },
  answers: [{ question: SECTION, codes: [], text: words }],
})
const cause: ReportedVariant = { ...own, section: 'Primary finding' }
const withSections = (
  variants: ReportedVariant[],
  ...sections: ReturnType<typeof section>[]
): ReportPart<object> => ({
  ...{ kind: 'genetics', label: '', findings: [...writeResult(result({ variants })), ...sections] },
})
const genesLeft = (...parts: ReportPart<object>[]) =>
  left(...parts).flatMap((part) =>
    part.kind === 'genetics'
      ? readResult(part.findings).variants.flatMap(({ genes }) => genes.map(({ symbol }) => symbol))
      : [],
  )

test('a declined section that is told once, above its variants, is theirs', () => {
  const { section: _, ...unmarked } = { ...secondary, key: '3.1' }
  const part = withSections([own, unmarked], section('3', 'Secondary finding'))
  const findings = part.kind === 'genetics' ? part.findings : []
  const within = findings.map((one) => (one.id === '3.1' ? { ...one, within: '3' } : one))
  const report = { ...part, findings: within } as ReportPart<object>
  expect(readResult(within).variants.map((one) => one.section)).toEqual([undefined, 'Secondary finding'])
  expect(readResult(within).others).toEqual([])
  expect(hasDeclined([report], isSecondary)).toBe(true)
  expect(genesLeft(report)).toEqual(['SCN1A'])
  expect(JSON.stringify(left(report))).not.toMatch(/BRCA2|Secondary/)
})

const { section: _, ...unmarked } = secondary
const VALUE = { name: 'Reported as', value: 'Secondary finding', unit: '', range: '', flag: '' }
const BESIDE: [string, ReportPart<object>[]][] = [
  ['a group of its own', [withSections([cause, unmarked], section('9', 'Secondary finding'))]],
  [
    'a value beside the result',
    [withSections([cause, unmarked]), { kind: 'values', label: '', values: [{ code: 'SECTION', ...VALUE }] }],
  ],
]
test.each(BESIDE)(
  'a declined section in %s, of no variant in particular, may be that of any without one',
  (_, parts) => {
    expect(hasDeclined(parts, isSecondary)).toBe(true)
    expect(genesLeft(...parts)).toEqual(['SCN1A'])
    expect(JSON.stringify(left(...parts))).not.toMatch(/BRCA2|Secondary/)
    expect(hasDeclined(left(...parts), isSecondary)).toBe(false)
  },
)

test('a variant of two sections, one of them declined, is declined', () => {
  const part = withSections(
    [own, { ...secondary, section: 'Primary finding' }],
    section('2b', 'Secondary finding'),
  )
  expect(hasDeclined([part], isSecondary)).toBe(true)
  expect(genesLeft(part)).toEqual(['SCN1A'])
})
