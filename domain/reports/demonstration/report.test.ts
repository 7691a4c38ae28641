import fc from 'fast-check'
import { expect, test } from 'vitest'
import { classesOf, variantName } from '../../results/words.ts'
import { correctedOutcome, OUTCOMES, outcomeOf, reclassified } from './finding.ts'
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
    const [variant] = result?.found.variants ?? []
    expect(variant && classesOf(variant).join()).toBe(is)
    if (variant) {
      expect(TEST.genes).toContain(variant.genes[0]?.symbol)
      expect(result?.interpretation[0]).toContain(variantName(variant))
    }
  },
)

test('tells a carrier what the result means for children, and recommends no treatment', () => {
  const [result] = demonstrationReport({
    ...ORDER,
    tests: [{ ...TEST, name: 'Core Carrier Screen', genes: ['CFTR', 'FMR1', 'SCN1A'] }],
  }).results
  expect(result?.found.variants).toMatchObject([
    { genes: [{ symbol: 'CFTR' }], allelicState: 'Heterozygous' },
  ])
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
  const result = report.results[0]
  const [variant] = result?.found.variants ?? []
  return { ...report, result, variant, whole: JSON.stringify(report) }
}

test.each([
  'Rapid Aneuploidy FISH',
  'Uniparental Disomy Study',
  'Known Familial Variant, One Variant',
  'Maternal Cell Contamination Study',
  'Exome Additional Family Member',
  'Exome for Healthy Adults',
  'Targeted Parental Copy Number Follow-Up',
])('invents no variant for %s, which cannot find one or would find another', (name) => {
  for (const outcome of OUTCOMES) {
    const { variant, whole } = reported({ name, genes: [], outcome })
    expect(variant).toBeUndefined()
    expect(whole).not.toMatch(/arr\[|c\.\d|PVS1|single nucleotide|relatives for this variant/)
  }
})

/** What each method finds, in the words of the report. */
test.each([
  ['Solid Tumor Panel', ['BRAF', 'TP53'], 'BRAF NM_004333.6:c.1799T>A p.(Val600Glu)', 'Tier I'],
  ['Ataxia Repeat Expansion Panel', ['ATXN1', 'TBP'], 'ATXN1 CAG repeat', 'Pathogenic'],
  ['Huntington Disease', ['HTT'], 'HTT CAG repeat', 'Pathogenic'],
  ['Fragile X Carrier', ['FMR1'], 'FMR1 CGG repeat', 'Pathogenic'],
  ['Spinal Muscular Atrophy', ['SMN1', 'SMN2'], 'SMN1 exon 7 deletion', 'Pathogenic'],
  ['MELAS Variants', ['MT-TL1', 'MT-ND5'], 'MT-TL1 NC_012920.1:m.3243A>G', 'Pathogenic'],
  ['Mitochondrial DNA Deletion Study', [], 'NC_012920.1:m.8483_13459del', 'Pathogenic'],
  ['Blood Karyotype', [], '46,XX,t(11;22)(q23.3;q11.21)', 'Pathogenic'],
  ['Hereditary Thrombophilia Panel', ['F5', 'PROC'], 'F5 c.1601G>A p.(Arg534Gln)', 'Established risk allele'],
  ['Pharmacogenomic Panel', ['CYP2C19'], 'CYP2C19 *1/*2', ''],
])('finds what %s can find', (name, genes, called, is) => {
  const { variant, overall } = reported({ name, genes, outcome: 'positive' })
  expect(variant && [variantName(variant), classesOf(variant).join()]).toEqual([
    called,
    expect.stringContaining(is),
  ])
  expect(overall).toBe('positive')
})

test.each([
  ['Achondroplasia and FGFR3 Disorders', ['FGFR3']],
  ['MECP2 Gene', ['MECP2']],
])('invents no stop codon for %s', (name, genes) => {
  for (const outcome of OUTCOMES) expect(reported({ name, genes, outcome }).variant).toBeUndefined()
})

/** The reports of many orders with the same test. */
const many = (test: Partial<typeof TEST>, more: Partial<ReportedOrder> = {}) =>
  Array.from({ length: 200 }, (_, index) => reported(test, { ...more, orderId: String(index) }))

test('gives a recessive disease two variants: the same twice, or two whose phase only a trio tells', () => {
  const panel = { name: 'Fatty Acid Oxidation Panel', genes: ['ACADM', 'ACADVL'] }
  for (const { result } of many(panel)) {
    const states = result?.found.variants.map(({ allelicState }) => allelicState)
    const isTwice = states?.length === 1
    expect(states).toEqual(isTwice ? ['Homozygous'] : ['Heterozygous', 'Heterozygous'])
    expect(result?.found.phases.map(({ relation, variants }) => [relation, variants.length])).toEqual(
      isTwice ? [] : [['Indeterminate', 2]],
    )
    expect(result?.interpretation.join()).toContain(
      isTwice ? 'each parent is expected to be a carrier' : 'different copies of the gene is not known',
    )
  }
  expect(reported({}).variant?.allelicState).toBe('Heterozygous')
  const x = { name: 'Hemophilia A, F8', genes: ['F8'] }
  const male = { patient: { ...ORDER.patient, sex: 'Male' } }
  expect([reported(x).variant?.allelicState, reported(x, male).variant?.allelicState]).toEqual([
    'Heterozygous',
    'Hemizygous',
  ])
})

test('finds mosaic variants and deletions of exons too, and de novo variants in trios only', () => {
  const exome = many({ name: 'Whole Exome Sequencing Trio', genes: [] }).flatMap(
    ({ variant }) => variant ?? [],
  )
  const mosaic = exome.filter(({ fraction }) => fraction !== undefined)
  expect(mosaic.length).toBeGreaterThan(0)
  for (const { allelicState, tissue } of mosaic) expect([allelicState, tissue]).toEqual([undefined, 'Blood'])
  expect(exome.some(({ name = '', copyNumber }) => /^deletion of exon/.test(name) && copyNumber === 1)).toBe(
    true,
  )
  expect(exome.some(({ source }) => source === 'De novo')).toBe(true)
  const alone = many({ name: 'Whole Exome Sequencing Proband Only', genes: [] })
  expect(alone.some(({ variant }) => variant?.source === 'De novo')).toBe(false)
})

test('reports secondary findings only to those who agreed, whatever was found otherwise', () => {
  const exome = { name: 'Whole Exome Sequencing Trio', genes: [], outcome: 'negative' as const }
  for (const isSecondaryAllowed of [true, false]) {
    const found = many({ ...exome, isSecondaryAllowed })
    const secondary = found.filter(({ variant }) => variant?.section === 'Secondary finding')
    expect(secondary.length > 0).toBe(isSecondaryAllowed)
    for (const { result, overall } of secondary) {
      expect(result?.headline).toBe(
        'NEGATIVE. No reportable variant was detected. A secondary finding is reported too.',
      )
      expect(overall).toBe('negative')
    }
  }
})

test('looks for a gene that fits what the order says of the patient', () => {
  const exome = { name: 'Whole Exome Sequencing Trio', genes: [] }
  const geneFor = (more: Partial<ReportedOrder>) =>
    reported(exome, { indications: [], ...more }).variant?.genes[0]?.symbol
  expect(['SCN1A', 'STXBP1', 'SYNGAP1', 'CHD2']).toContain(
    geneFor({ findings: ['Bilateral tonic-clonic seizure'] }),
  )
  expect(['FBN1', 'SMAD3']).toContain(geneFor({ indications: ['I71.21 Aneurysm of the ascending aorta'] }))
})

test('describes an exome of an affected person as sequenced, with a gene, and a microarray not', () => {
  const exome = reported({ name: 'Whole Exome Sequencing Trio', genes: [] })
  expect(exome.variant?.genes[0]?.symbol).toMatch(/^[A-Z]/)
  expect(exome.methods.join()).toContain('sequenced')
  const array = reported({ name: 'Chromosomal Microarray', genes: [] })
  expect(array.variant).toMatchObject({
    iscn: expect.stringMatching(/^arr\[GRCh38\] .*×1$/),
    ...{ copyNumber: 1, build: 'GRCh38', category: 'Structural variant' },
  })
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
  const screen = { name: 'Partner Carrier Test, Single Gene', genes: ['FGFR3'] }
  const { result } = reported({ ...screen, outcome: 'positive' })
  expect(result?.headline).toBe('POSITIVE. Carrier.')
  expect(result?.recommendations.join()).toMatch(/children.*partner/)
  expect(reported({ ...screen, outcome: 'negative' }).whole).toContain('residual risk')
})

test('tells a carrier of an X-linked disease of sons, and not of a partner', () => {
  const { result } = reported({ name: 'Fragile X Carrier', genes: ['FMR1'], outcome: 'positive' })
  expect(result?.interpretation.join()).toMatch(/premutation.*son who inherits/s)
  expect(result?.recommendations.join()).not.toMatch(/partner/)
})

test('says of a failed test that nothing is known, and asks for a new specimen', () => {
  const { result, overall } = reported({ outcome: 'failed' })
  expect([overall, result?.headline, result?.found.variants]).toEqual([
    'failed',
    'TEST FAILED. No result.',
    [],
  ])
  expect(result?.recommendations.join()).toContain('new specimen')
})

test.each([
  ['uncertain', undefined, 'Pathogenic', 'positive'],
  ['uncertain', 'Likely pathogenic', 'Likely pathogenic', 'positive'],
  ['uncertain', 'Likely benign', 'Likely benign', 'negative'],
  ['uncertain', 'Benign', 'Benign', 'negative'],
  ['positive', undefined, 'Likely pathogenic', 'positive'],
  ['positive', 'Uncertain significance', 'Uncertain significance', 'uncertain'],
] as const)('keeps all but the class of a reclassified variant: %s, to %s', (outcome, to, is, after) => {
  const stated = reclassified({ outcome }, to)
  expect(stated.outcome).toBe(after)
  for (const orderId of ['1', '2', '3', '4', '5']) {
    const before = reported({ outcome }, { orderId }).variant
    const { variant, result } = reported(stated, { orderId, status: 'amended' })
    expect({ ...variant, significances: [] }).toEqual({ ...before, significances: [] })
    expect(variant && classesOf(variant)).toEqual([is])
    expect(result?.interpretation.join()).toContain('Since the earlier report')
  }
  expect(reclassified(reclassified({ outcome: 'uncertain' }, to))).toEqual({ outcome: 'uncertain' })
})

test('invents a coding name within the codon of the protein name', () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom('positive', 'uncertain'), (orderId, outcome) => {
      const { variant } = reported({ outcome }, { orderId })
      const base = Number(/^c\.(\d+)C>T$/.exec(variant?.cdna ?? '')?.[1])
      const codon = Number(/^p\.\((?:Arg|Ala)(\d+)/.exec(variant?.protein ?? '')?.[1])
      // Splice variants, and deletions of exons, have no codon.
      if (Number.isFinite(codon)) expect(Math.ceil(base / 3)).toBe(codon)
    }),
  )
})

test('finds the same for the same order, something else in a corrected report, and all outcomes overall', () => {
  const found = Array.from({ length: 200 }, (_, index) => outcomeOf(String(index), '4001'))
  expect(new Set(found)).toEqual(new Set(OUTCOMES))
  expect(outcomeOf('1', '4001')).toBe(outcomeOf('1', '4001'))
  expect(outcomeOf('1', '4001', 2)).toBe(correctedOutcome(outcomeOf('1', '4001')))
  for (const outcome of OUTCOMES) expect(correctedOutcome(outcome)).not.toBe(outcome)
})
