import { expect, it } from 'vitest'
import type { TestDetails } from '#contract/catalogue.ts'
import { blankRecord } from '#domain/consent/record.ts'
import {
  blankPatient,
  blankSample,
  blankTest,
  newOrder,
  type OrderDocument,
} from '#domain/orders/document.ts'
import { labelOf } from '#portal/order/labels.ts'
import { reviewLines } from './review-lines.ts'

const exome = {
  code: '1213',
  displayTestCode: '1300',
  consents: [{ id: 'testing', title: 'Consent for genetic testing' }],
} as unknown as TestDetails

const blank = newOrder({ physicianId: 1, firstName: 'Ada', lastName: 'Okafor', npi: '1234567893' })
const family: OrderDocument = {
  ...blank,
  tests: [{ ...blankTest('1213', 'Single gene', '1300'), genes: ['SCN1A'] }],
  addOnTests: [blankTest('1400', 'Microarray')],
  patients: [
    {
      ...blankPatient('Proband', 'proband'),
      firstName: 'Lucía',
      lastName: 'Moreno',
      dateOfBirth: '2019-03-14',
      affected: 'Affected',
    },
    {
      ...blankPatient('Mother', 'm'),
      firstName: 'Elena',
      lastName: 'Moreno',
      affected: 'Unaffected',
      payment: { ...blank.payment, billingType: 'SelfPay', paymentMethod: 'BillToPatient' },
    },
  ],
  samples: [
    { ...blankSample('proband', 's1'), specimenType: 'Fresh Tissue', tissue: 'Villi' },
    { ...blankSample('m', 's2'), specimenType: 'Saliva', dateOfCollection: '2026-11-18' },
  ],
  priorTesting: { ...blank.priorTesting, performed: 'Yes', chromosomsAndKaryotype: 'Abnormal' },
  consents: [
    { patient: 'proband', consentId: 'testing', answer: true },
    { patient: 'm', consentId: 'testing', answer: false },
  ],
  kits: [{ kitType: 'Saliva', quantity: 2 }],
  overrides: [
    { key: 'relatives', reason: 'The father is not available' },
    { key: 'stale', reason: 'No warning any more' },
  ],
}

it('says everything of a family’s order, each person’s own by their name', () => {
  const lines = reviewLines(family, [exome], new Map([['relatives', 'One relative is missing']]))
  expect(lines).toEqual(
    expect.arrayContaining([
      ['Tests', 'Single gene (1300): SCN1A'],
      ['Add-on tests', 'Microarray (1400)'],
      ['Patient', 'Lucía Moreno'],
      ['DOB', '14 Mar 2019'],
      ['Affected', 'Affected'],
      ['Mother', 'Elena Moreno · unaffected · billed separately: Self-pay · Laboratory bills the patient'],
      ['Specimen', 'Fresh Tissue, chorionic villi'],
      ['Specimen from mother Elena Moreno', 'Saliva · collected 18 Nov 2026'],
      ['Prior testing', `${labelOf('/chromosomsAndKaryotype')}: Abnormal`],
      ['Consents', 'Yes: Consent for genetic testing'],
      ['Consents for mother Elena Moreno', 'No: Consent for genetic testing'],
      ['Requested kits', '2 × Saliva'],
      ['Overridden warning', 'One relative is missing. Reason: The father is not available'],
      ['Ordering provider', 'Ada Okafor · NPI 1234567893'],
    ]),
  )
  expect(lines.filter(([name]) => name === 'Overridden warning')).toHaveLength(1)
})

it('leaves out what nobody is asked for a verification of benefits', () => {
  const names = reviewLines({ ...family, isVOB: true }, [exome]).map(([name]) => name)
  expect(names).not.toContain('Specimen')
  expect(names).not.toContain('Consents')
  expect(names).toContain('Payment')
})

it('says once what everybody answered alike, what is agreed to apart from what is not', () => {
  const answers = (['proband', 'm'] as const).flatMap((patient) => [
    { patient, consentId: 'testing', answer: true },
    { patient, consentId: 'research', answer: false },
    { patient, consentId: 'sharing', answer: false },
  ])
  const consentsOf = (consents: OrderDocument['consents']) =>
    reviewLines({ ...family, consents }, [exome]).filter(([name]) => name.startsWith('Consents'))
  expect(consentsOf(answers)).toEqual([
    ['Consents for everyone', 'Yes: Consent for genetic testing\nNo: research, sharing'],
  ])
  const differing = answers.map((one, index) => (index === 4 ? { ...one, answer: true } : one))
  expect(consentsOf(differing)).toEqual([
    ['Consents', 'Yes: Consent for genetic testing\nNo: research, sharing'],
    ['Consents for mother Elena Moreno', 'Yes: Consent for genetic testing, research\nNo: sharing'],
  ])
})

it('names who signed each consent, with relation, day and method, and who attests the others', () => {
  const consentRecords = [
    {
      ...blankRecord('proband'),
      ...({ signer: 'parent', signerName: 'Elena Moreno', relation: 'mother' } as const),
      ...({ signedOn: '2026-11-17', method: 'paper', assent: 'given' } as const),
    },
  ]
  const given = (document: OrderDocument) =>
    reviewLines(document, [exome]).filter(([name]) => name.startsWith('How consent was given'))
  expect(given({ ...family, consentRecords })).toEqual([
    [
      'How consent was given',
      'Signed by Elena Moreno (mother), parent, 17 Nov 2026, on paper, assent: given',
    ],
    ['How consent was given for mother Elena Moreno', 'Attested when the order is submitted'],
  ])
  expect(given(family)).toEqual([])
})

it.each([
  ['add-on', 'Additional test on the specimen with lab number 26-104417'],
  ['reflex', 'Reflex test on the specimen with lab number 26-104417'],
  ['reanalysis', 'Reanalysis of existing data under lab number 26-104417'],
] as const)('of an order on a specimen that the laboratory has (%s), says which one', (kind, words) => {
  const addOn = { orderId: 1, sampleId: 2, labNumber: '26-104417', kind }
  expect(reviewLines({ ...family, addOn }, [exome])).toContainEqual(['Specimen at the laboratory', words])
  expect(reviewLines({ ...family, addOn, assignNewLabNumber: true }, [exome])).toContainEqual([
    'Specimen at the laboratory',
    `${words} · to be reported under a new lab number`,
  ])
})

it('counts many genes', () => {
  const genes = Array.from({ length: 30 }, (_, index) => `GENE${index}`)
  const [tests] = reviewLines({ ...family, tests: [{ ...blankTest('1', 'Panel'), genes }] }, [])
  expect(tests).toEqual(['Tests', 'Panel (1): 30 genes selected'])
})
