import { expect, it } from 'vitest'
import { newOrder } from './document.ts'
import { openPoints } from './readiness.ts'
import { CATALOGUE, completeOrder, MOTHER, TODAY, withChanges } from './testing/complete-order.ts'
import { describeRows, pointsOf, type Row } from './testing/rows.ts'

const test1600 = { testCode: '1600', testName: 'Exome' }
const insured = {
  billingType: 'Insurance',
  paymentMethod: 'None',
  insurance: {
    company: 'Tidewater Mutual',
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
  tests: [
    ['no test', { '/tests': [] }, ['tests /tests required']],
    ['a blank test', { '/tests': newOrder().tests }, ['tests /tests/0/testCode required']],
    ['a blank test after a chosen one', { '/tests': [test1600, ...newOrder().tests] }, []],
    ['two tests', { '/tests/1': { testCode: '1700', testName: 'CMA' } }, []],
    [
      'a test that is not in the catalogue',
      { '/tests/1': { testCode: '9', testName: '' } },
      ['tests /tests/1/testCode unknown'],
    ],
    ['the same test twice', { '/tests/1': test1600 }, ['tests /tests/1/testCode repeated']],
    ['an add-on', { '/addOnTests/0': { testCode: '1700', testName: 'CMA' } }, []],
    [
      'an add-on that is a test already',
      { '/addOnTests/0': test1600 },
      ['tests /addOnTests/0/testCode repeated'],
    ],
    [
      'an add-on that is not in the catalogue',
      { '/addOnTests/0': { testCode: '9', testName: '' } },
      ['tests /addOnTests/0/testCode unknown'],
    ],
    [
      'an unknown add-on and no test',
      { '/tests': newOrder().tests, '/addOnTests/0': { testCode: '9', testName: '' } },
      ['tests /tests/0/testCode required', 'tests /addOnTests/0/testCode unknown'],
    ],
  ],
  specimens: [
    ['none', { '/samples': [] }, ['specimens /samples required']],
    ['no type', { [specimen]: '' }, [`specimens ${specimen} required`]],
    [
      'a type that the test does not take',
      { [specimen]: 'FFPE Slides' },
      [`specimens ${specimen} conflicts`],
    ],
    [
      'a type that only one of two tests takes',
      { '/tests/1': { testCode: '1700', testName: '' }, [specimen]: 'Saliva' },
      [`specimens ${specimen} conflicts`],
    ],
    [
      'a specimen for each of two tests',
      {
        '/tests/1': { testCode: '1700', testName: '' },
        [specimen]: 'Saliva',
        '/samples/1': { patient: 0, specimenType: 'CVS', dateOfCollection: '' },
      },
      [],
    ],
    [
      'a specimen besides that no test takes',
      { '/samples/1': { patient: 0, specimenType: 'FFPE Blocks', dateOfCollection: '' } },
      ['specimens /samples/1/specimenType conflicts'],
    ],
    [
      'of the mother, which her child’s does not make good',
      {
        '/patients/1': MOTHER,
        '/samples/1': { patient: 1, specimenType: 'FFPE Blocks', dateOfCollection: '' },
      },
      ['specimens /samples/1/specimenType conflicts'],
    ],
    [
      'of the mother',
      {
        '/patients/1': MOTHER,
        '/samples/1': { patient: 1, specimenType: 'Saliva', dateOfCollection: '2026-11-02' },
      },
      [],
    ],
    ['of somebody who is not there', { '/samples/0/patient': 1 }, ['specimens /samples/0/patient unknown']],
    ['no date of collection', { [collected]: '' }, []],
    ['collected today', { [collected]: TODAY }, []],
    ['collected tomorrow', { [collected]: '2026-11-21' }, [`specimens ${collected} date`]],
    ['collected on a day that is none', { [collected]: '2026-11-31' }, [`specimens ${collected} date`]],
    ['collected on the day of birth', { [collected]: '2019-03-14' }, []],
    ['blood collected before birth', { [collected]: '2019-03-13' }, [`specimens ${collected} before-birth`]],
    [
      'amniotic fluid collected before birth',
      { [collected]: '2019-01-02', [specimen]: 'Amniotic Fluid' },
      [],
    ],
    ['chorionic villi collected before birth', { [collected]: '2018-10-02', [specimen]: 'CVS' }, []],
    ['fetal blood collected before birth', { [collected]: '2019-01-02', [specimen]: 'Fetal Blood' }, []],
    ['DNA of a specimen from before birth', { [collected]: '2019-01-02', [specimen]: 'Extracted DNA' }, []],
  ],
  indications: [
    ['none', { '/indicationsForTesting': [] }, ['clinical /indicationsForTesting required']],
    ['no code', { [code]: '' }, [`clinical ${code} required`]],
    ['no code of ICD-10', { [code]: 'Seizures' }, [`clinical ${code} icd10`]],
    ['a code without its dot', { [code]: 'G40309' }, [`clinical ${code} icd10`]],
    ['a code with a space before it', { [code]: ' G40.309' }, [`clinical ${code} icd10`]],
    ['a code in small letters', { [code]: 'g40.309' }, [`clinical ${code} icd10`]],
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
      'no words',
      { '/indicationsForTesting/0/description': ' ' },
      ['clinical /indicationsForTesting/0/description required'],
    ],
  ],
  consents: [
    [
      'a question that was never answered',
      { '/consents': [{ consentId: 'testing', answer: true }] },
      ['consents /consents/secondary-findings required'],
    ],
    [
      'a question that is left open',
      { '/consents/1/answer': null },
      ['consents /consents/secondary-findings required'],
    ],
    ['no', { '/consents/1/answer': false }, []],
    ['no to testing itself', { '/consents/0/answer': false }, ['consents /consents/testing refused']],
    ['an optional one that is open', { '/consents/2': { consentId: 'new-york', answer: null } }, []],
    [
      'an answer to what these tests do not ask',
      { '/consents/2': { consentId: 'research', answer: true } },
      ['consents /consents/2/consentId unknown'],
    ],
    [
      'two answers to one question',
      { '/consents/2': { consentId: 'testing', answer: true } },
      ['consents /consents/2/consentId repeated'],
    ],
    ['a test that asks nothing', { '/tests/0': { testCode: '1700', testName: '' }, '/consents': [] }, []],
  ],
  payment: [
    ['nobody', { '/payment/billingType': '' }, ['payment /payment/billingType required']],
    ['the institution', { '/payment/billingType': 'Intitutional' }, []],
    ['nobody is billed', { '/payment/billingType': 'DoNotBill' }, []],
    [
      'the patient, somehow',
      { '/payment/billingType': 'SelfPay' },
      ['payment /payment/paymentMethod required'],
    ],
    [
      'the patient, with the sample',
      { '/payment/billingType': 'SelfPay', '/payment/paymentMethod': 'PayWithSample' },
      [],
    ],
    [
      'the patient, by bill',
      { '/payment/billingType': 'SelfPay', '/payment/paymentMethod': 'BillToPatient' },
      [],
    ],
    ['insurance', { '/payment': insured }, []],
    [
      'insurance of which nothing is known',
      { '/payment': { ...newOrder().payment, billingType: 'Insurance' } },
      ['company', 'memberId', 'holderRelationship'].map(
        (name) => `payment /payment/insurance/${name} required`,
      ),
    ],
    [
      'a member ID of signs',
      { '/payment': insured, '/payment/insurance/memberId': '#1' },
      ['payment /payment/insurance/memberId member-id'],
    ],
    ['insurance of a parent', { '/payment': ofParent }, []],
    [
      'insurance of somebody without a name',
      { '/payment': { ...insured, insurance: { ...insured.insurance, holderRelationship: 'Spouse' } } },
      ['holderFirstName', 'holderLastName', 'holderDateOfBirth'].map(
        (name) => `payment /payment/insurance/${name} required`,
      ),
    ],
    [
      'a policy holder of tomorrow',
      { '/payment': ofParent, '/payment/insurance/holderDateOfBirth': '2026-11-21' },
      ['payment /payment/insurance/holderDateOfBirth date'],
    ],
    ['insurance details left behind', { '/payment': { ...ofParent, billingType: 'Intitutional' } }, []],
    ['benefits to be verified with an insurance', { '/isVOB': true, '/payment': insured }, []],
    ['benefits to be verified without one', { '/isVOB': true }, ['payment /payment/billingType conflicts']],
    [
      'benefits to be verified, of whom is not said',
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
    ['a recipient by name', { '/recipients/0': { name: 'Dr. Tomas Quill', fax: '', email: '' } }, []],
    [
      'a recipient without a name',
      { '/recipients/0': { name: '', fax: '614-555-0111', email: '' } },
      ['provider /recipients/0/name required'],
    ],
    [
      'a recipient whom nothing reaches',
      { '/recipients/0': { name: 'Dr. Tomas Quill', fax: 'by post', email: 'quill@' } },
      ['provider /recipients/0/email email', 'provider /recipients/0/fax phone'],
    ],
  ],
}

it('a complete order has no open points', () => {
  expect(openPoints(completeOrder(), CATALOGUE, TODAY)).toEqual([])
})

describeRows(TABLES)

it('a new order says all that it needs at once, in the order of the form', () => {
  expect(pointsOf(newOrder())).toEqual([
    'tests /tests/0/testCode required',
    ...['firstName', 'lastName', 'dateOfBirth', 'sex'].map((name) => `patient ${patient}/${name} required`),
    `specimens ${specimen} required`,
    'clinical /indicationsForTesting required',
    'payment /payment/billingType required',
    'provider /orderingProvider/npi required',
  ])
})

it('says what is wrong in words for the person who fills the form in', () => {
  const words = (changes: Record<string, unknown>) =>
    openPoints(withChanges(completeOrder(), changes), CATALOGUE, TODAY).map((point) => point.message)
  expect(
    words({ [`${patient}/firstName`]: '', [born]: '2026-11-21', [`${patient}/email`]: 'x', [collected]: '' }),
  ).toEqual([
    ...['First name is required', 'Date of birth cannot be in the future', 'Enter a valid email address'],
  ])
  expect(words({ [specimen]: 'FFPE Slides' })).toEqual([
    'Exome is not done on FFPE Slides. It takes Blood, Saliva, Extracted DNA, Amniotic Fluid, CVS, Fetal Blood',
  ])
  expect(words({ '/tests/1': { testCode: '2008', testName: '' }, [`${patient}/sex`]: 'Male' })).toEqual([
    'Fragile X carrier is for female patients only',
  ])
})
