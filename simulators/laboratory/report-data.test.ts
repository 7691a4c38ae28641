import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { fhirCodec } from '#adapters/laboratory/fhir/codec.ts'
import { pdfsOf } from '#adapters/laboratory/testing/documents.ts'
import { codec } from '#adapters/laboratory/testing/messages.ts'
import type { Outcome } from '#domain/reports/demonstration/finding.ts'
import { DEMONSTRATION_MARK } from '#domain/reports/demonstration/report.ts'
import type { ReportUpdate } from '#domain/reports/report-update.ts'
import type { GeneticResult } from '#domain/results/genetic-result.ts'
import { readResult } from '#domain/results/read-result.ts'
import type { ReportedVariant } from '#domain/results/reported-variant.ts'
import { classesOf, descriptionOf, geneName } from '#domain/results/words.ts'
import { table } from '#domain/table.ts'
import { cases, isThorough } from '#domain/testing/cases.ts'
import type { Act } from './acts.ts'
import type { ReceivedTest, ReceivedVariant } from './received.ts'
import { reportData } from './report.ts'
import { sampleSimulatedOrder, sampleTaken } from './testing/simulated-order.ts'
import { writeReportBundle } from './write-report-bundle.ts'
import { writeResult } from './write-result.ts'

const ORDERED_VARIANT: ReceivedVariant = {
  ...{ number: '1', gene: 'MYH7', description: '', person: '', laboratoryNumber: '', purpose: '' },
  ordered: {
    genes: [{ hgncId: 'HGNC:7577', symbol: 'MYH7' }],
    fields: { transcript: 'NM_000257.4', cdna: 'c.1208G>A', allelicState: 'Heterozygous' },
    variantClass: 'Pathogenic',
  },
}

const asked = (name: string, genes: string[] = []): ReceivedTest => ({
  ...{ code: name.replaceAll(/[^A-Z]/g, ''), name, chosenBy: '', genes },
})
const PANEL = asked('Epilepsy Panel', ['SCN1A', 'STXBP1', 'KCNQ2'])
const ARRAY = asked('Chromosomal Microarray')
const EXOME = asked('Whole Exome Sequencing Trio')
/** Of each method, of each way of inheritance, for carriers, and two in one report. */
const ORDERED: readonly ReceivedTest[][] = [
  [PANEL],
  [ARRAY],
  [EXOME],
  [asked('Core Carrier Screen', ['CFTR', 'GAA'])],
  [asked('Fatty Acid Oxidation Panel', ['ACADM', 'ACADVL'])],
  [asked('Hemophilia A, F8', ['F8'])],
  [asked('Huntington Disease', ['HTT'])],
  [asked('Spinal Muscular Atrophy', ['SMN1', 'SMN2'])],
  [asked('MELAS Variants', ['MT-TL1'])],
  [asked('Leber Hereditary Optic Neuropathy Variants', ['MT-ND4'])],
  [asked('Blood Karyotype')],
  [asked('Hereditary Thrombophilia Panel', ['F5', 'PROC'])],
  [asked('Pharmacogenomic Panel', ['CYP2C19', 'CYP2D6'])],
  [asked('Solid Tumor Panel', ['BRAF', 'KRAS'])],
  [asked('Rapid Aneuploidy FISH')],
  [asked('Known Familial Variant, One Variant')],
  [PANEL, ARRAY],
]

/** What the portal reads of the last message after these acts: the text of its PDFs, and its results as data. */
async function reported(tests: ReceivedTest[], seed: number, acts: readonly Act[], standard = 'HL7') {
  const variants = tests.some(({ name }) => name.includes('Known')) ? { variants: [ORDERED_VARIANT] } : {}
  const order = sampleTaken({ tests, ...variants })
  const done = acts.map((act, index) => ({
    ...{ controlId: `R${index}`, sender: order.sender, orderId: order.orderId, act, told: true },
    at: `2026-03-${13 + index}T10:00:00.000Z`,
  }))
  const last = done.at(-1)
  if (!last) throw new Error('nothing was done')
  const settings = { seed, laboratoryName: 'Larkfield Genetics' }
  const simulatedOrder = sampleSimulatedOrder({ order, done })
  const read =
    standard === 'FHIR'
      ? fhirCodec.read(await writeReportBundle(simulatedOrder, last, settings))
      : codec.read(await writeResult(simulatedOrder, last, settings))
  if (read.kind !== 'news') throw new Error(`expected a result: ${JSON.stringify(read).slice(0, 500)}`)
  const [update] = read.updates.filter(({ report }) => report !== null)
  const pdfs = await Promise.all(pdfsOf(update).map(wordsOf))
  const { report } = update ?? {}
  return {
    ...{ kinds: kindsOf(report), pdf: pdfs.join('\n'), results: resultsIn(report) },
    words: report?.words ?? '',
  }
}

const kindsOf = (report: ReportUpdate | null | undefined) => report?.parts.map(({ kind }) => kind)

function resultsIn(report: ReportUpdate | null | undefined): GeneticResult[] {
  return (report?.parts ?? []).flatMap((part) =>
    part.kind === 'genetics' ? [readResult(part.findings)] : [],
  )
}

async function wordsOf(pdf: Uint8Array): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true })
  return withoutSpace(text).replaceAll(PAGE_END, '')
}

/** A PDF breaks lines where it likes. */
const withoutSpace = (text: string) => text.replaceAll(/\s+/g, '')
const MARK = withoutSpace(DEMONSTRATION_MARK)
/** Its mark and footer may stand in the middle of a paragraph. */
const PAGE_END = new RegExp(`${MARK}DEMONSTRATION(?:(?!${MARK}).)*Page\\d+of\\d+${MARK}`, 'g')

/** Every name of a variant that a text gives. */
const NAMES = /c\.\d+(?:\+1)?[ACGT]>[ACGT]|m\.\d+(?:_\d+)?(?:[ACGT]>[ACGT]|del)|arr\[GRCh38\][^×]*×\d/g
const namesIn = (text: string) => new Set(text.match(NAMES))

/** What a reader of the PDF has to find of a variant that comes as data, each in words or numbers. */
function wordsOfVariant(variant: ReportedVariant): string[] {
  const { genes, significances, allelicState, source, fraction, copyNumber, repeats, tissue } = variant
  return [
    ...genes.map(geneName),
    descriptionOf(variant),
    ...classesOf(variant),
    ...significances.flatMap(({ conditions, text = '' }) => [...conditions.map(({ name }) => name), text]),
    allelicState ?? '',
    source ?? '',
    fraction === undefined ? '' : `${Math.round(fraction * 100)} % in ${tissue?.toLowerCase()}`,
    copyNumber === undefined ? '' : `${copyNumber} cop`,
    ...repeats.map(({ times }) => `${times} repeats`),
    ...(variant.section ? [`${variant.section}, outside of the reason for testing`] : []),
  ]
}

const OVERALL = table<RegExp>({
  Positive: /POSITIVE/,
  Negative: /NEGATIVE/,
  Inconclusive: /UNCERTAIN/,
  Failure: /TESTFAILED/,
})

function expectAgreement({ pdf, results }: Awaited<ReturnType<typeof reported>>) {
  const [result] = results
  if (!result) throw new Error('there is no result as data')
  expect(results).toHaveLength(1)
  expect(result.others).toEqual([])
  const told = [result.conclusion ?? '', ...result.study.regions].flatMap((one) => one.split('\n'))
  const drugs = result.drugResponses.flatMap(({ drugs: given, response = '', text = '' }) => [
    ...given.map(({ name }) => name),
    response,
    text,
  ])
  const words = [
    ...told.flatMap((line) => line.split(': ')),
    ...result.variants.flatMap(wordsOfVariant),
    ...[...drugs, ...result.markers.flatMap(({ name, value }) => [name, value])],
    ...[...result.methods, ...result.limits, ...result.recommendations.map(({ text = '' }) => text)],
    ...result.variants.flatMap(({ significances }) => significances.map(({ scheme = '' }) => scheme)),
  ]
  for (const one of words) expect(pdf).toContain(withoutSpace(one))
  const named = result.variants.flatMap((variant) => [...namesIn(withoutSpace(descriptionOf(variant)))])
  expect(namesIn(pdf)).toEqual(new Set(named))
  expect(pdf).toMatch(OVERALL[result.overall ?? ''] ?? /^$/)
  return result
}

/** Each order with a finding; the first ones uncertain too, and one negative and one failed. */
const CASES: readonly [tests: ReceivedTest[], outcome: Outcome][] = [
  ...ORDERED.map((tests): [ReceivedTest[], Outcome] => [tests, 'positive']),
  ...ORDERED.slice(0, 3).map((tests): [ReceivedTest[], Outcome] => [tests, 'uncertain']),
  [[PANEL], 'negative'],
  [[PANEL], 'failed'],
  [[asked('Blood Karyotype')], 'uncertain'],
]
/** Writing and reading a PDF takes a while. */
const REPORTS = isThorough ? cases(2000) : CASES.length

test.each(['HL7', 'FHIR'])(
  '[RES-04] reports the same result in the PDF and as data by %s, of every kind',
  async (standard) => {
    const found = new Set<string | undefined>()
    for (let seed = 0; seed < REPORTS; seed += 1) {
      const [tests, outcome] = CASES[seed % CASES.length] ?? [[PANEL], 'positive']
      const acts: Act[] = [{ do: 'report', outcome, ignoresConsent: true }]
      const report = await reported(tests, seed, acts, standard)
      expect(report.kinds).toEqual(['document', 'genetics'])
      if (standard === 'FHIR') expect(report.results).toEqual((await reported(tests, seed, acts)).results)
      const { overall, variants, phases, markers } = expectAgreement(report)
      for (const one of [overall, ...phases.map(({ relation }) => relation)]) found.add(one)
      for (const { code } of markers) found.add(code)
      for (const variant of variants) {
        const { allelicState, change, form, category, method } = variant
        for (const one of [allelicState, change, form, category, method, ...classesOf(variant)])
          found.add(one)
      }
    }
    const kinds = [
      ...[
        'Positive',
        'Negative',
        'Inconclusive',
        'Heterozygous',
        'Homozygous',
        'Heteroplasmic',
        'Homoplasmic',
      ],
      ...[
        'Loss',
        'Gain',
        'Translocation',
        'Inversion',
        'Repeat expansion',
        'Deletion',
        'genotype',
        'haplotype',
        'variant',
      ],
      ...['Pathogenic', 'Uncertain significance', 'Established risk allele', '94076-7', '81695-9'],
    ]
    expect(kinds.filter((one) => !found.has(one))).toEqual([])
  },
)

/** The acts of a report whose first outcome is certain, and its later reclassification. */
const amended = (outcome: 'positive' | 'uncertain' | 'negative', to?: 'Likely benign' | 'Benign') =>
  [
    { do: 'report', outcome },
    { do: 'amend', ...(to ? { to } : {}) },
  ] satisfies Act[]

test.each([
  ['uncertain', undefined, 'Uncertain significance → Pathogenic', 'Positive'],
  ['uncertain', 'Likely benign', 'Uncertain significance → Likely benign', 'Negative'],
  ['uncertain', 'Benign', 'Uncertain significance → Benign', 'Negative'],
  ['positive', undefined, 'Pathogenic → Likely pathogenic', 'Positive'],
  ['negative', undefined, 'none → Pathogenic', 'Positive'],
] as const)(
  'reclassifies in both forms, says why, and keeps the name: %s to %s',
  async (outcome, to, change, overall) => {
    for (const tests of to === 'Likely benign' ? [[PANEL], [ARRAY]] : [[PANEL]]) {
      const [first, again] = [{ do: 'report', outcome } as const, amended(outcome, to)]
      const before = expectAgreement(await reported(tests, 3, [first]))
      const report = await reported(tests, 3, again)
      const after = expectAgreement(report)
      const [old, now] = [before, after].map(({ variants: [variant] }) => variant)
      if (old && now) expect({ ...now, significances: [] }).toEqual({ ...old, significances: [] })
      const [was = 'none', is = ''] = [old, now].map((one) => one && classesOf(one).join())
      expect([`${was} → ${is}`, after.overall]).toEqual([change, overall])
      const told =
        was === 'none' ? 'wasnotreportedbefore' : `reclassifiedfrom${withoutSpace(was.toLowerCase())}to`
      expect(withoutSpace(report.words)).toContain(told)
      expect(report.pdf).toContain(withoutSpace(report.words))
    }
  },
)

test('reports a secondary finding only if the person agreed', () => {
  const sections = (ignoresConsent: boolean, agreed: boolean) => {
    const found = Array.from({ length: 60 }, (_, seed) => {
      const order = sampleTaken({
        tests: [{ ...EXOME, code: `W${seed}` }],
        ...(agreed ? { agreed: [{ of: '12-proband', id: 'secondary-findings' }] } : {}),
      })
      const options = { laboratoryName: 'Larkfield Genetics', seed, at: new Date('2026-03-13T10:00:00Z') }
      return reportData(order, {
        ...options,
        revisions: [],
        act: 'report',
        words: '',
        classifiedOn: '',
        ignoresConsent,
      })
    })
    const variants = found.flatMap((findings) => readResult(findings).variants)
    return [...new Set(variants.flatMap(({ section }) => section ?? []))]
  }
  expect(sections(false, false)).toEqual([])
  expect(sections(false, true)).toEqual(['Secondary finding'])
  expect(sections(true, false)).toEqual(['Secondary finding'])
})

test('by FHIR, says why a report changed, and sends nothing of a withdrawn one', async () => {
  const acts: Act[] = [{ do: 'report', outcome: 'uncertain' }, { do: 'amend' }]
  const [byHl7, byFhir] = [await reported([PANEL], 3, acts), await reported([PANEL], 3, acts, 'FHIR')]
  expect(byFhir).toEqual(byHl7)
  const withdrawn = await reported([PANEL], 3, [{ do: 'report' }, { do: 'withdraw' }], 'FHIR')
  expect([withdrawn.pdf, withdrawn.results]).toEqual(['', []])
})

test.each([
  ['positive', 'Present', 'POSITIVE'],
  ['negative', 'Absent', 'NEGATIVE'],
  ['uncertain', 'No call', 'UNCERTAIN'],
] as const)(
  'says of the variant that was ordered whether it is there: %s',
  async (outcome, call, headline) => {
    const known = asked('Known Familial Variant, One Variant')
    const result = expectAgreement(await reported([known], 1, [{ do: 'report', outcome }]))
    expect(result.variants).toMatchObject([
      {
        ...{ call, transcript: 'NM_000257.4', cdna: 'c.1208G>A', genes: [{ symbol: 'MYH7' }] },
        significances: [{ variantClass: 'Pathogenic' }],
      },
    ])
    expect(result.conclusion).toContain(headline)
  },
)

test('repeats the result in an addendum, and sends neither form of a withdrawn report', async () => {
  const first = await reported([PANEL], 1, [{ do: 'report' }])
  const addendum = await reported([PANEL], 1, [{ do: 'report' }, { do: 'addendum' }])
  expectAgreement(addendum)
  expect(addendum.results).toEqual(first.results)
  const withdrawn = await reported([PANEL], 1, [{ do: 'report' }, { do: 'withdraw' }])
  expect([withdrawn.pdf, withdrawn.results]).toEqual(['', []])
})
