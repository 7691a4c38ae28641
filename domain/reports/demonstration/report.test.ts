import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assayOf } from './assay.ts'
import { OUTCOMES, outcomeOf, variantOf } from './finding.ts'
import { demonstrationReport, type ReportedOrder } from './report.ts'

const ORDER: ReportedOrder = {
  ...{ laboratory: 'Larkfield Genetics', laboratoryNumber: '26-104417', orderId: '4711' },
  patient: { name: 'Nguyễn, Linh', dateOfBirth: '2019-03-14', sex: 'Female', recordNumber: 'MRN-1001' },
  ...{ provider: 'Ada Okafor', institution: 'Harbor & Vale Clinic', indications: ['G40.309 Epilepsy'] },
  specimen: { types: ['Blood'], collectedOn: '2026-03-01', receivedOn: '2026-03-03' },
  ...{ reportedOn: '2026-03-20', status: 'final', words: '' },
  tests: [{ code: '4001', name: 'Epilepsy Panel', genes: ['SCN1A', 'STXBP1'], outcome: 'positive' }],
}
const [TEST] = ORDER.tests
if (!TEST) throw new Error('the order has a test')

test.each([
  ['positive', 'POSITIVE. A pathogenic variant was detected.', 'Pathogenic'],
  ['uncertain', 'UNCERTAIN. A variant of uncertain significance was detected.', 'Uncertain significance'],
  ['negative', 'NEGATIVE. No reportable variant was detected.', undefined],
] as const)(
  'a %s result says so first, and names a variant of a gene of the test',
  (outcome, headline, is) => {
    const [result] = demonstrationReport({ ...ORDER, tests: [{ ...TEST, outcome }] }).results
    expect(result).toMatchObject({ headline })
    expect(result?.variant?.classification).toBe(is)
    if (result?.variant) {
      expect(TEST.genes).toContain(result.variant.gene)
      expect(result.interpretation[0]).toContain(`${result.variant.gene} ${result.variant.coding}`)
    }
  },
)

test('tells a carrier what the result means for children, and recommends no treatment', () => {
  const [result] = demonstrationReport({
    ...ORDER,
    tests: [{ ...TEST, name: 'Core Carrier Screen', genes: ['CFTR', 'FMR1', 'SCN1A'] }],
  }).results
  expect(result?.variant).toMatchObject({ gene: 'CFTR', zygosity: 'Heterozygous' })
  expect(result?.recommendations.join()).not.toMatch(/specialist|management/i)
  expect(result?.headline).toContain('Carrier')
  expect(result?.recommendations.join()).toContain('partner')
})

test('explains the kind of any report other than the first final one', () => {
  expect(demonstrationReport(ORDER).notice).toBe('')
  expect(demonstrationReport({ ...ORDER, status: 'preliminary' }).notice).toContain('may still change')
  const words = 'The specimens were exchanged.'
  expect(demonstrationReport({ ...ORDER, status: 'corrected', words }).notice).toBe(
    `Replaces a report that contained an error. ${words}`,
  )
})

const reported = (test: Partial<typeof TEST>, more: Partial<ReportedOrder> = {}) => {
  const report = demonstrationReport({ ...ORDER, ...more, tests: [{ ...TEST, ...test }] })
  return { ...report, result: report.results[0], whole: JSON.stringify(report) }
}

test.each([
  'Rapid Aneuploidy FISH',
  'Blood Karyotype',
  'Uniparental Disomy Study',
  'Known Familial Variant, One Variant',
  'Maternal Cell Contamination Study',
  'Exome Additional Family Member',
  'Exome for Healthy Adults',
  'Mitochondrial DNA Deletion Study',
  'Targeted Parental Copy Number Follow-Up',
])('invents no variant for %s, which cannot find one or would find another', (name) => {
  for (const outcome of OUTCOMES) {
    const { result, whole } = reported({ name, genes: [], outcome })
    expect(result?.variant).toBeNull()
    expect(whole).not.toMatch(/arr\[|c\.\d|PVS1|single nucleotide|relatives for this variant/)
  }
})

test.each([
  ['Solid Tumor Panel', ['BRCA1', 'TP53']],
  ['Ataxia Repeat Expansion Panel', ['ATXN1', 'TBP']],
  ['Huntington Disease', ['HTT']],
  ['Fragile X Carrier', ['FMR1']],
  ['Spinal Muscular Atrophy', ['SMN1', 'SMN2']],
  ['MELAS Variants', ['MT-TL1', 'MT-ND5']],
  ['Achondroplasia and FGFR3 Disorders', ['FGFR3']],
  ['MECP2 Gene', ['MECP2']],
])('invents no stop codon for %s', (name, genes) => {
  for (const outcome of OUTCOMES) expect(reported({ name, genes, outcome }).result?.variant).toBeNull()
})

test('gives a recessive disease two variants', () => {
  const { result } = reported({ name: 'Fatty Acid Oxidation Panel', genes: ['ACADM', 'ACADVL'] })
  expect(result?.variant?.zygosity).toBe('Homozygous')
  expect(result?.interpretation.join()).toContain('each parent is expected to be a carrier')
  expect(reported({}).result?.variant?.zygosity).toBe('Heterozygous')
})

test('describes an exome of an affected person as sequenced, with a gene, and a microarray not', () => {
  const exome = reported({ name: 'Whole Exome Sequencing Trio', genes: [] })
  expect(exome.result?.variant?.protein).toMatch(/Arg\d+\*/)
  expect(exome.methods.join()).toContain('sequenced')
  const array = reported({ name: 'Chromosomal Microarray', genes: [] })
  expect(array.result?.variant?.coding).toBe('arr[GRCh38] 22q11.21(18900000_21460000)×1')
  expect(array.methods.join()).not.toContain('sequenced')
  expect(array.limitations.join()).toContain('does not detect sequence variants')
})

test('gives methods, limitations and references of each method used', () => {
  const array = { ...TEST, code: '1400', name: 'Chromosomal Microarray', genes: [] }
  const { methods, references } = demonstrationReport({ ...ORDER, tests: [TEST, array] })
  expect(methods.join()).toMatch(/HGVS.*ISCN/s)
  expect(references).toHaveLength(2)
})

test('leaves a residual risk after a negative carrier screen, and bases no decision on an uncertain one', () => {
  const screen = { name: 'Cystic Fibrosis Carrier, Full Gene', genes: ['CFTR'] }
  expect(reported({ ...screen, outcome: 'negative' }).whole).toContain('residual risk')
  expect(reported({ ...screen, outcome: 'uncertain' }).whole).toContain('decisions about a pregnancy')
})

test('mentions children and partner also if the carrier finding itself is not invented', () => {
  const screen = { name: 'Fragile X Carrier', genes: ['FMR1'] }
  const { result } = reported({ ...screen, outcome: 'positive' })
  expect(result?.headline).toBe('POSITIVE. Carrier.')
  expect(result?.recommendations.join()).toMatch(/children.*partner/)
  expect(reported({ ...screen, outcome: 'negative' }).whole).toContain('residual risk')
})

test('keeps the name of a reclassified variant', () => {
  const before = reported({ outcome: 'uncertain' }).result?.variant
  const after = reported({ outcome: 'positive', before: 'uncertain' }, { status: 'amended' }).result
  expect(after?.variant).toEqual({ ...before, classification: 'Pathogenic' })
  expect(after?.interpretation.join()).not.toMatch(/stop codon|PVS1/)
})

test('invents a coding name within the codon of the protein name', () => {
  const assayed = assayOf('Epilepsy Panel', ['SCN1A', 'STXBP1'])
  fc.assert(
    fc.property(fc.string(), fc.constantFrom('positive', 'uncertain'), (words, outcome) => {
      const variant = variantOf(outcome, assayed, { words })
      const base = Number(/^c\.(\d+)C>T$/.exec(variant?.coding ?? '')?.[1])
      const codon = Number(/^p\.\((?:Arg|Ala)(\d+)/.exec(variant?.protein ?? '')?.[1])
      expect(Math.ceil(base / 3)).toBe(codon)
    }),
  )
})

test('finds the same for the same order, something else in a corrected report, and all outcomes overall', () => {
  const found = Array.from({ length: 60 }, (_, index) => outcomeOf(String(index), '4001'))
  expect(new Set(found)).toEqual(new Set(OUTCOMES))
  expect(outcomeOf('1', '4001')).toBe(outcomeOf('1', '4001'))
  expect(outcomeOf('1', '4001', 2)).not.toBe(outcomeOf('1', '4001'))
})
