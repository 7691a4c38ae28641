import { expect, it } from 'vitest'
import { blankTest, newOrder } from './document.ts'
import { openPoints } from './readiness.ts'
import { CONTEXT, completeOrder } from './testing/complete-order.ts'
import { describeRows, pointsOf, type Row, wordsOf } from './testing/rows.ts'

const insured = {
  billingType: 'Insurance',
  paymentMethod: 'None',
  insurance: {
    company: 'Tidewater Mutual',
    kind: 'Commercial',
    memberId: 'TM-100 200',
    groupNumber: '',
    holderRelationship: 'Self',
    holderFirstName: '',
    holderLastName: '',
    holderDateOfBirth: '',
  },
}
const ofParent = {
  ...insured,
  insurance: {
    ...insured.insurance,
    holderRelationship: 'Other',
    holderFirstName: 'Mai',
    holderLastName: 'Nguyễn',
    holderDateOfBirth: '1990-07-01',
  },
}
const patient = '/patients/0'
const born = `${patient}/dateOfBirth`
const specimen = '/samples/0/specimenType'
const collected = '/samples/0/dateOfCollection'
const code = '/indicationsForTesting/0/code'

const TABLES: Record<string, Row[]> = {
  indications: [
    ['none', { '/indicationsForTesting': [] }, ['clinical /indicationsForTesting required']],
    ['no code', { [code]: '' }, [`clinical ${code} required`]],
    ['not an ICD-10 code', { [code]: 'Seizures' }, [`clinical ${code} icd10`]],
    ['a code without its dot', { [code]: 'G40309' }, [`clinical ${code} icd10`]],
    ['a code with a space before it', { [code]: ' G40.309' }, [`clinical ${code} icd10`]],
    ['a code in lower case', { [code]: 'g40.309' }, [`clinical ${code} icd10`]],
    ['a code that is too long', { [code]: 'G40.30999' }, [`clinical ${code} icd10`]],
    ['a code of three characters', { [code]: 'Q02' }, []],
    ['a code of seven characters', { [code]: 'O35.03X1' }, []],
    ['a week of gestation', { [code]: 'Z3A.20' }, []],
    ['a neuroendocrine tumor', { [code]: 'C7B.00' }, []],
    ['a code of the chapter U', { [code]: 'U09.9' }, []],
    [
      'the same code twice',
      { '/indicationsForTesting/1': { code: 'G40.309', description: 'Again' } },
      ['clinical /indicationsForTesting/1/code repeated'],
    ],
    [
      'no description',
      { '/indicationsForTesting/0/description': ' ' },
      ['clinical /indicationsForTesting/0/description required'],
    ],
  ],
  payment: [
    ['nobody', { '/payment/billingType': '' }, ['payment /payment/billingType required']],
    ['the institution', { '/payment/billingType': 'Intitutional' }, []],
    ['do not bill', { '/payment/billingType': 'DoNotBill' }, []],
    [
      'self-pay without a payment method',
      { '/payment/billingType': 'SelfPay' },
      ['payment /payment/paymentMethod required'],
    ],
    [
      'self-pay, with the sample',
      { '/payment/billingType': 'SelfPay', '/payment/paymentMethod': 'PayWithSample' },
      [],
    ],
    [
      'self-pay, by bill',
      { '/payment/billingType': 'SelfPay', '/payment/paymentMethod': 'BillToPatient' },
      [],
    ],
    ['insurance', { '/payment': insured }, []],
    [
      'insurance without any details',
      { '/payment': { ...newOrder().payment, billingType: 'Insurance' } },
      ['company', 'memberId', 'holderRelationship'].map(
        (name) => `payment /payment/insurance/${name} required`,
      ),
    ],
    [
      'a member ID with punctuation',
      { '/payment': insured, '/payment/insurance/memberId': '#1' },
      ['payment /payment/insurance/memberId member-id'],
    ],
    ['insurance of a parent', { '/payment': ofParent }, []],
    [
      'a policy holder without a name',
      { '/payment': { ...insured, insurance: { ...insured.insurance, holderRelationship: 'Spouse' } } },
      ['holderFirstName', 'holderLastName', 'holderDateOfBirth'].map(
        (name) => `payment /payment/insurance/${name} required`,
      ),
    ],
    [
      'a policy holder born tomorrow',
      { '/payment': ofParent, '/payment/insurance/holderDateOfBirth': '2026-11-21' },
      ['payment /payment/insurance/holderDateOfBirth date'],
    ],
    [
      'insurance details of an unused payer',
      { '/payment': { ...ofParent, billingType: 'Intitutional' } },
      [],
    ],
    ['a benefits verification with insurance', { '/isVOB': true, '/payment': insured }, []],
    [
      'a benefits verification without insurance',
      { '/isVOB': true },
      ['payment /payment/billingType conflicts'],
    ],
    [
      'a benefits verification without a patient name',
      { '/isVOB': true, '/payment/billingType': '' },
      ['payment /payment/billingType required'],
    ],
  ],
  'provider and recipients': [
    [
      'no provider',
      { '/orderingProvider': newOrder().orderingProvider },
      ['provider /orderingProvider/npi required'],
    ],
    [
      'an NPI with a wrong check digit',
      { '/orderingProvider/npi': '1234567890' },
      ['provider /orderingProvider/npi npi'],
    ],
    [
      'an NPI of spaces, and no name',
      { '/orderingProvider/npi': ' ', '/orderingProvider/lastName': '' },
      ['provider /orderingProvider/npi required'],
    ],
    [
      'a provider without a name',
      { '/orderingProvider/lastName': '' },
      ['provider /orderingProvider/lastName required'],
    ],
    ['a provider with one name', { '/orderingProvider/firstName': '' }, []],
    [
      'a recipient with only a name',
      { '/recipients/0': { name: 'Dr. Tomas Quill', fax: '', email: '' } },
      ['provider /recipients/0/email required'],
    ],
    [
      'a recipient without a name',
      { '/recipients/0': { name: '', fax: '614-555-0111', email: '' } },
      ['provider /recipients/0/name required'],
    ],
    [
      'a recipient with invalid email and fax',
      { '/recipients/0': { name: 'Dr. Tomas Quill', fax: 'by post', email: 'quill@' } },
      ['provider /recipients/0/email email', 'provider /recipients/0/fax phone'],
    ],
  ],
}

it('a complete order has no open points', () => {
  expect(openPoints(completeOrder(), CONTEXT)).toEqual([])
})

describeRows(TABLES)

it('a new order lists everything it needs together, in the order of the form', () => {
  expect(pointsOf(newOrder())).toEqual([
    'tests /tests/0/testCode required',
    ...['firstName', 'lastName', 'dateOfBirth', 'sex'].map((name) => `patient ${patient}/${name} required`),
    `specimens ${specimen} required`,
    'clinical /indicationsForTesting required',
    'payment /payment/billingType required',
    'provider /orderingProvider/npi required',
  ])
})

it('describes problems in words for the person filling in the form', () => {
  expect(
    wordsOf({
      [`${patient}/firstName`]: '',
      [born]: '2026-11-21',
      [`${patient}/contacts/1/value`]: 'x',
      [collected]: '',
    }),
  ).toEqual([
    ...['First name is required', 'Date of birth cannot be in the future', 'Enter a valid email address'],
  ])
  expect(wordsOf({ [specimen]: 'FFPE Slides' })).toEqual([
    'Exome cannot be done on FFPE Slides. Use Blood, Saliva, Extracted DNA, Amniotic Fluid, CVS, Fetal Blood, Fresh Tissue',
  ])
  expect(wordsOf({ '/tests/1': blankTest('2008'), [`${patient}/sex`]: 'Male' })).toEqual([
    'Fragile X carrier is for female patients, and the recorded sex is male. Check both, or give the reason: the laboratory needs to know which organs or chromosomes are tested',
  ])
})
