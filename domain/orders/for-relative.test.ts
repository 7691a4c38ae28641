import { describe, expect, it, test } from 'vitest'
import { copyOf } from './copy.ts'
import type { OrderDocument } from './document.ts'
import {
  familyReportDay,
  familyWindow,
  type ReportedVariant,
  type ReportsOfOrder,
  suitsRelatives,
  variantsFor,
  withKnownVariantTest,
} from './for-relative.ts'
import { blankPregnancy } from './pregnancy.ts'
import { chooseSubject } from './subject.ts'
import { completeOrder } from './testing/complete-order.ts'
import { knownVariant } from './testing/known-variant.ts'
import { twins } from './testing/prenatal-order.ts'

const TEST = {
  ...{ code: '1200', testName: 'Known variant' },
  knownVariant: {
    ...{ kinds: ['sequence'] as const, most: 1, excludedGenes: ['PKD1'] },
    ...{ forRelatives: true, familyDays: 90 },
  },
}
const WITHOUT_DATA = { variants: [], hasDocument: true }
const reported = (document = completeOrder(), reports: ReportsOfOrder = WITHOUT_DATA) => ({
  ...{ document, reports },
  ...{ laboratory: 'Larkfield Genetics', labNumber: 'L-41', reportedAt: new Date('2026-09-01T15:00:00Z') },
})
const NONE = { variants: [], gene: null }
const SCN1A: ReportedVariant['variant'] = {
  ...{
    kind: 'sequence',
    gene: 'SCN1A',
    hgncId: 'HGNC:10585',
    transcript: 'NM_001165963.4',
    cdna: 'c.2134C>T',
  },
  ...{ protein: 'p.(Arg712Ter)', genomic: '', asWritten: '' },
}
const listed = (more: Partial<ReportedVariant> = {}): ReportedVariant => ({
  ...{ reportId: 9, variantKey: '2a', person: 'proband', reportedOn: '2026-09-01' },
  ...{ variant: SCN1A, zygosity: 'Heterozygous', variantClass: 'Pathogenic' },
  ...more,
})
const withReports = (...variants: ReportedVariant[]) =>
  reported(completeOrder(), { variants, hasDocument: false })
const withVariants = (...knownVariants: ReturnType<typeof knownVariant>[]) =>
  reported({ ...completeOrder(), knownVariants })

describe('[KFV-03] the family window', () => {
  test.each([
    ['2026-09-01', 90, '2026-09-01', { until: '2026-11-30', daysLeft: 90 }],
    ['2026-09-01', 90, '2026-11-30', { until: '2026-11-30', daysLeft: 0 }],
    ['2026-09-01', 90, '2026-12-01', { until: '2026-11-30', daysLeft: -1 }],
    ['2024-02-28', 180, '2024-03-01', { until: '2024-08-26', daysLeft: 178 }],
    ['2026-09-01', null, '2026-09-01', null],
    [null, 90, '2026-09-01', null],
    ['', 90, '2026-09-01', null],
  ])('of a report of %j and %j days is, on %s, %j', (reportedOn, days, today, expected) => {
    expect(familyWindow(reportedOn, days, today)).toEqual(expected)
  })

  it('of a relative’s order runs from the first patient’s report at this laboratory', () => {
    expect(familyReportDay(reported())).toBe('2026-09-01')
    const first = { reportDate: '2026-05-04' }
    expect(familyReportDay(withVariants(knownVariant({ ...first, report: 'same-laboratory' })))).toBe(
      '2026-05-04',
    )
    expect(familyReportDay(withVariants(knownVariant({ ...first, report: 'to-follow' })))).toBeNull()
  })
})

describe('[KFV-03] a test for relatives', () => {
  test.each([
    ['an order whose report has no data', [], true],
    ['an order of a variant that it finds', [knownVariant()], true],
    ['not for a kind that it does not find', [knownVariant({ kind: 'exon' })], false],
    ['not for a gene that it excludes', [knownVariant({ gene: 'PKD1' })], false],
    ['not for more variants than it looks at', [knownVariant(), knownVariant({ key: 'v2' })], false],
  ])('is offered for %s', (_title, variants, expected) => {
    expect(suitsRelatives(TEST, withVariants(...variants))).toBe(expected)
  })

  it('replaces the tests, with the report of the former patient filled in', () => {
    const original = reported()
    const gene = { gene: 'SCN1A', hgncId: 'HGNC:10585' }
    const copy = withKnownVariantTest(copyOf(original.document, 'relative', 'L-41'), TEST, original, {
      variants: [],
      gene,
    })
    expect(copy.tests).toMatchObject([{ testCode: '1200', testName: 'Known variant' }])
    expect(copy.knownVariants).toMatchObject([
      {
        ...{ key: 'v1', kind: 'sequence', ...gene, report: 'same-laboratory' },
        ...{ laboratory: 'Larkfield Genetics', laboratoryNumber: 'L-41', reportDate: '2026-09-01' },
        carrier: { firstName: 'Linh', lastName: 'Nguyễn', relation: '' },
        purpose: '',
      },
    ])
  })

  it('names the fetus in whom the variant was found, and not its mother', () => {
    const [one] = twins().pregnancy?.fetuses ?? []
    const single = { ...twins(), pregnancy: { ...blankPregnancy(), fetuses: one ? [one] : [] } }
    const carrierIn = (document: OrderDocument) => {
      const original = reported(document)
      const copy = withKnownVariantTest(copyOf(document, 'relative', 'L-41'), TEST, original, NONE)
      const { probandFirstName, dateOfBirth } = copy.familyTestingRequest.targetSequencingData
      const [variant] = copy.knownVariants ?? []
      expect([probandFirstName, dateOfBirth]).toEqual([variant?.carrier.firstName, ''])
      return variant?.carrier
    }
    expect(carrierIn(single)).toMatchObject({
      firstName: 'Fetus A of Dora',
      lastName: 'Lind',
      dateOfBirth: '',
    })
    // Which of two it was, the clinic says.
    expect(carrierIn(twins())).toMatchObject({ firstName: '', lastName: 'Lind', dateOfBirth: '' })
    expect(carrierIn(chooseSubject(single, 'loss'))?.firstName).toBe('Pregnancy loss of Dora')
  })

  it('keeps the order’s variant and asks again what its carrier is to the new patient', () => {
    const self = { ...knownVariant().carrier, relation: 'Self' as const, firstName: '', lastName: '' }
    const original = withVariants(knownVariant({ carrier: self }))
    const copy = withKnownVariantTest(copyOf(original.document, 'relative', ''), TEST, original, NONE)
    const [variant] = copy.knownVariants ?? []
    expect(variant).toMatchObject({
      ...{ gene: 'BRCA2', transcript: 'NM_000059.4', cdna: 'c.5946del', variantClass: 'Pathogenic' },
      carrier: { firstName: 'Linh', lastName: 'Nguyễn', relation: '', patient: '' },
      ...{ purpose: '', report: '', laboratoryNumber: 'IG-1' },
    })
    expect(variant).not.toHaveProperty('file')
  })

  test.each([
    ['no report', [], []],
    ['a pathogenic variant', [listed()], ['2a']],
    ['an uncertain variant', [listed({ variantClass: 'Uncertain significance' })], ['2a']],
    ['a benign variant', [listed({ variantClass: 'Likely benign' })], []],
    ['a variant without a class', [listed({ variantClass: null })], []],
    ['a kind that the test does not find', [listed({ variant: { ...SCN1A, kind: 'exon' } })], []],
    ['a gene that it excludes', [listed({ variant: { ...SCN1A, gene: 'PKD1' } })], []],
    [
      'several, the most certain first',
      [listed({ variantClass: 'Uncertain significance' }), listed({ variantKey: '2b' })],
      ['2b', '2a'],
    ],
  ])('is offered for the variants that reports hold as data: %s', (_, variants, expected) => {
    const original = withReports(...variants)
    expect(variantsFor(TEST, original).map(({ variantKey }) => variantKey)).toEqual(expected)
    expect(suitsRelatives(TEST, original)).toBe(expected.length > 0)
  })

  it('has the variant of the report filled in, and the person in whom it was found', () => {
    const filled = (document: OrderDocument, variant: ReportedVariant) => {
      const original = reported(document, { variants: [variant], hasDocument: false })
      const copy = copyOf(document, 'relative', 'L-41')
      return withKnownVariantTest(copy, TEST, original, { variants: [variant], gene: null }).knownVariants
    }
    expect(filled(completeOrder(), listed())).toMatchObject([
      {
        ...{ key: 'v1', ...SCN1A, zygosity: 'Heterozygous', variantClass: 'Pathogenic' },
        ...{ classifiedOn: '2026-09-01', reportDate: '2026-09-01', laboratoryNumber: 'L-41' },
        carrier: { firstName: 'Linh', lastName: 'Nguyễn', relation: '' },
        ...{ report: 'same-laboratory', purpose: '' },
      },
    ])
    expect(filled(completeOrder(), listed({ zygosity: 'other' }))).toMatchObject([{ zygosity: '' }])
    // Of several fetuses the report says which.
    expect(filled(twins(), listed({ person: 'fetus-2' }))).toMatchObject([
      { carrier: { firstName: 'Fetus B of Dora', lastName: 'Lind', dateOfBirth: '' } },
    ])
  })

  it('takes the class of a known variant from the order’s own report, if that lists it again', () => {
    const ordered = { ...SCN1A, variantClass: 'Uncertain significance', classifiedOn: '2024-01-02' } as const
    const document = { ...completeOrder(), knownVariants: [knownVariant(ordered)] }
    const classIn = (...variants: ReportedVariant[]) => {
      const original = reported(document, { variants, hasDocument: false })
      const copy = withKnownVariantTest(copyOf(document, 'relative', ''), TEST, original, NONE)
      return copy.knownVariants?.map(({ variantClass, classifiedOn }) => [variantClass, classifiedOn])
    }
    expect(classIn()).toEqual([['Uncertain significance', '2024-01-02']])
    expect(classIn(listed())).toEqual([['Pathogenic', '2026-09-01']])
    const other = { ...SCN1A, cdna: 'c.1A>G', protein: '' }
    expect(classIn(listed({ variant: other }))).toEqual([['Uncertain significance', '2024-01-02']])
  })
})
