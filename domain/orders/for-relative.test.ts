import { describe, expect, it, test } from 'vitest'
import { copyOf } from './copy.ts'
import type { OrderDocument } from './document.ts'
import { familyReportDay, familyWindow, suitsRelatives, withKnownVariantTest } from './for-relative.ts'
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
const reported = (document = completeOrder()) => ({
  document,
  ...{ laboratory: 'Larkfield Genetics', labNumber: 'L-41', reportedAt: new Date('2026-09-01T15:00:00Z') },
})
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
    ['any reported order', [], true],
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
    const copy = withKnownVariantTest(copyOf(original.document, 'relative', 'L-41'), TEST, original, gene)
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
      const copy = withKnownVariantTest(copyOf(document, 'relative', 'L-41'), TEST, original, null)
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
    const copy = withKnownVariantTest(copyOf(original.document, 'relative', ''), TEST, original, null)
    const [variant] = copy.knownVariants ?? []
    expect(variant).toMatchObject({
      ...{ gene: 'BRCA2', transcript: 'NM_000059.4', cdna: 'c.5946del', variantClass: 'Pathogenic' },
      carrier: { firstName: 'Linh', lastName: 'Nguyễn', relation: '', patient: '' },
      ...{ purpose: '', report: '', laboratoryNumber: 'IG-1' },
    })
    expect(variant).not.toHaveProperty('file')
  })
})
