import { expect, it } from 'vitest'
import { completeOrder } from './testing/complete-order.ts'
import { knownVariant } from './testing/known-variant.ts'
import { knownVariantDetails } from './variant-words.ts'

it('[KFV-01] shows all that is known of each variant, and nothing that is not', () => {
  const cnv = knownVariant({
    ...{ key: 'v2', kind: 'cnv', gene: '', hgncId: '', transcript: '', cdna: '', protein: '' },
    ...{ chromosome: '22', start: '18900000', end: '21500000', build: 'GRCh38', copyNumber: '1' },
    ...{ zygosity: '', variantClass: '', classifiedOn: '', report: 'unavailable', reportReason: 'closed' },
    ...{ laboratory: '', laboratoryNumber: '', reportDate: '' },
    carrier: { ...knownVariant().carrier, relation: 'Self' },
  })
  const mtdna = knownVariant({
    ...{
      key: 'v3',
      kind: 'mtdna',
      gene: 'MT-TL1',
      hgncId: 'HGNC:7490',
      transcript: '',
      cdna: '',
      protein: '',
    },
    ...{ genomic: 'NC_012920.1:m.3243A>G', heteroplasmy: '35', tissue: 'blood', zygosity: 'Heteroplasmic' },
  })
  const order = { ...completeOrder(), knownVariants: [knownVariant(), cnv, mtdna] }
  const [first, second, third] = knownVariantDetails(order, (day) => `<${day}>`)
  expect(first).toEqual([
    ['Variant', 'BRCA2 NM_000059.4:c.5946del p.(Ser1982Argfs*22)'],
    ['Kind', 'Sequence variant'],
    ['Zygosity', 'Heterozygous'],
    ['Class', 'Pathogenic, <2026-05-04>'],
    ['Found in', 'Mai Nguyễn, mother'],
    ['Tested at', 'Invented Genetics, IG-1, report of <2026-05-04>'],
    ['Report', 'Attached to this order: report.pdf'],
    ['Purpose', 'Predictive: the patient is unaffected'],
  ])
  expect(second).toEqual([
    ['Variant', 'chr22:18900000-21500000 GRCh38 ×1'],
    ['Kind', 'Copy number variant'],
    ['Found in', 'Linh Nguyễn, the patient, born <2019-03-14>'],
    ['Report', 'Not available: closed'],
    ['Purpose', 'Predictive: the patient is unaffected'],
  ])
  expect(third?.[0]).toEqual(['Variant', 'MT-TL1 NC_012920.1:m.3243A>G 35 % in blood'])
})

it('shows the variant of an order of before alike', () => {
  const order = completeOrder()
  order.familyTestingRequest.targetSequencing = true
  Object.assign(order.familyTestingRequest.targetSequencingData, {
    ...{ gene: 'BRCA2', variant: '6174delT', probandFirstName: 'Mai', probandLastName: 'Nguyễn' },
    ...{
      relationshipToProband: 'Daughter',
      dateOfBirth: '1990-07-01',
      labNumber: 'L-7',
      familyNumber: 'F-2',
    },
    testingLocation: { name: 'Invented Genetics' },
  })
  expect(knownVariantDetails(order, (day) => day)).toEqual([
    [
      ['Variant', 'BRCA2 6174delT'],
      ['Found in', 'Mai Nguyễn, born 1990-07-01, the patient is their daughter, family F-2'],
      ['Tested at', 'Invented Genetics, L-7'],
    ],
  ])
})
