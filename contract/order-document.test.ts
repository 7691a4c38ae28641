import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { FAMILY_TABS, SPECIMEN_TYPES } from '#domain/lookups.ts'
import { COPY_KINDS, copyOf } from '#domain/orders/copy.ts'
import { blankPatient, blankSample, newOrder, type OrderDocument } from '#domain/orders/document.ts'
import { addRelative, addSample } from '#domain/orders/family.ts'
import { anyDocument } from '#domain/orders/testing/any-document.ts'
import { badOrders } from '#domain/orders/testing/bad-orders.ts'
import { completeOrder, TESTED_MOTHER, withChanges } from '#domain/orders/testing/complete-order.ts'
import { orderDocument } from './order-document.ts'

/** Whether a document with these changes, by JSON pointer, fits the schema. */
const fits = (changes: Record<string, unknown>, document: OrderDocument = completeOrder()) =>
  orderDocument.safeParse(withChanges(document, changes)).success

/** Every one of the values fits at the path, and an invented one does not. */
function takesJust(path: string, values: readonly unknown[], document?: OrderDocument) {
  for (const value of values) expect(fits({ [path]: value }, document), `${path} ${value}`).toBe(true)
  expect(fits({ [path]: 'Made up' }, document), path).toBe(false)
}

/** The members of the object at the path, in any order. */
function membersAt(path: string, document: OrderDocument = completeOrder()): string[] {
  const at = path
    .split('/')
    .slice(1)
    .reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], document)
  return Object.keys(at as object).toSorted()
}

const yesNo = ['', 'Yes', 'No']
const result = ['', 'Normal', 'Abnormal']

it('accepts a new order, and returns it unchanged', () => {
  expect(orderDocument.parse(newOrder())).toEqual(newOrder())
})

it('accepts anything that may be typed, and every copy of it', () => {
  fc.assert(
    fc.property(anyDocument, fc.constantFrom(...COPY_KINDS), (document, kind) => {
      expect(orderDocument.parse(document)).toEqual(document)
      const copy = copyOf(document, kind)
      expect(orderDocument.parse(copy)).toEqual(copy)
    }),
  )
})

it('accepts a half-entered family', () => {
  const family = addSample(addRelative(newOrder(), 'Mother', 'relative-1'), 'relative-1')
  expect(orderDocument.parse(family)).toEqual(family)
})

it('accepts each of the 200 invalid orders, which only the rules refuse', () => {
  for (const { document } of badOrders(200, 4)) expect(orderDocument.safeParse(document).success).toBe(true)
})

it('refuses unknown fields and text that is too long', () => {
  expect(fits({ '/vobStatus': 'draft' })).toBe(false)
  expect(fits({ '/patients/0/nickname': 'Lin' })).toBe(false)
  expect(fits({ '/clinicalNotes': 'x'.repeat(4000) })).toBe(true)
  expect(fits({ '/clinicalNotes': 'x'.repeat(4001) })).toBe(false)
  expect(fits({ '/patients/0/key': '' })).toBe(false)
})

test('[ENT-11] a patient has one Primary address, a Phone and an Email contact, and the contact types of the list', () => {
  const { addresses, contacts } = blankPatient('Proband', 'proband')
  expect(addresses.map((address) => address.type)).toEqual(['Primary'])
  expect(contacts.map(({ type, reference }) => [type, reference])).toEqual([
    ['Phone', 'Home'],
    ['Email', 'Home'],
  ])
  const contact = '/patients/0/contacts/0'
  takesJust(`${contact}/type`, ['Phone', 'Fax', 'Email', 'Pager', 'Url', 'Sms', 'Other'])
  takesJust(`${contact}/reference`, ['Home', 'Work', 'Temp', 'Old', 'Mobile'])
  takesJust('/patients/0/addresses/0/type', ['Primary', 'Billing', 'Mailing', 'All'])
  takesJust('/patients/0/preferredContact', ['', 'Fax', 'Email', 'Mail', 'Any', 'Phone'])
})

test('[ENT-12] a prior test has the seven details, each result Normal or Abnormal', () => {
  const results = [
    ...['aneuploidyFish', 'chromosomalMicroarrayAnalysis', 'chromosomsAndKaryotype'],
    ...['maternalSerumScreening', 'nonInvasivePrenatalScreening'],
  ]
  const names = ['performed', 'performingLab', 'laboratoryName']
  expect(membersAt('/priorTesting')).toEqual(
    [...names, ...results, 'other', 'detailForAbnormalResult'].toSorted(),
  )
  for (const name of results) takesJust(`/priorTesting/${name}`, result)
  expect(fits({ '/priorTesting/other': 'Enzymes', '/priorTesting/detailForAbnormalResult': 'Low' })).toBe(
    true,
  )
})

test('[ENT-13] a specimen has the six collection details', () => {
  expect(membersAt('/samples/0')).toEqual(
    [
      ...['counselor', 'dateOfCollection', 'additionalCulture', 'labFrom', 'priorTestPerformed'],
      ...['bgFamilyNumber', 'key', 'patient', 'specimenType', 'tissue', 'approach'],
    ].toSorted(),
  )
  expect(blankSample('proband', 's1')).toMatchObject({
    ...{ counselor: '', dateOfCollection: '', additionalCulture: '', labFrom: '' },
    ...{ priorTestPerformed: '', bgFamilyNumber: '' },
  })
  takesJust('/samples/0/additionalCulture', yesNo)
  takesJust('/samples/0/priorTestPerformed', yesNo)
  expect(fits({ '/samples/0/counselor': 'Ines Farrow', '/samples/0/bgFamilyNumber': 'F-77' })).toBe(true)
})

test('[ENT-14] a family testing request has its four parts, with the data of target sequencing', () => {
  expect(membersAt('/familyTestingRequest')).toEqual(
    [
      ...['targetSequencing', 'targetSequencingData', 'fullGeneSequencing', 'deletionDuplicationAnalysis'],
    ].toSorted(),
  )
  const details = [
    ...['testCode', 'gene', 'probandLastName', 'probandFirstName', 'relationshipToProband'],
    ...['dateOfBirth', 'testingLocation', 'labNumber', 'familyNumber'],
  ]
  const data = '/familyTestingRequest/targetSequencingData'
  expect(membersAt(data)).toEqual([...details, 'variant'].toSorted())
  expect(membersAt(`${data}/testingLocation`)).toEqual(['name'])
  for (const name of ['targetSequencing', 'fullGeneSequencing', 'deletionDuplicationAnalysis'])
    takesJust(`/familyTestingRequest/${name}`, [true, false])
})

test('[ENT-15] a family history has the answer, diagnoses by the five relationship types, and three profile tabs', () => {
  takesJust('/familyHistory/familyHistoryOfDiseaseBeingTested', yesNo)
  const diagnosis = {
    relationshipType: 'Maternal',
    relative: 'Aunt',
    diagnosis: 'Epilepsy',
    ageAtDiagnosis: '4',
  }
  const document = withChanges(completeOrder(), { '/familyHistory/diagnoses/0': diagnosis })
  takesJust(
    '/familyHistory/diagnoses/0/relationshipType',
    ['Other', 'Maternal', 'Paternal', 'EggDonor', 'FamilyMember'],
    document,
  )
  expect(FAMILY_TABS.map((tab) => tab.title)).toEqual(['Maternal', 'Paternal', 'Family Member'])
  for (const { type } of FAMILY_TABS)
    expect(fits({ '/familyHistory/diagnoses/0/relationshipType': type }, document)).toBe(true)
})

test('a specimen’s type is one of the specification, or of the laboratory’s own: the rules compare it with the test', () => {
  const special = ['CVS', 'Amniotic Fluid', 'Fetal Blood', 'Fresh Tissue', 'FFPE Slides', 'FFPE Blocks']
  const others = [
    'FFPE Tumor Block',
    'Blood in Streck Tube',
    'Blood',
    'Buccal Swab',
    'Saliva',
    'Extracted DNA',
  ]
  for (const type of ['', ...special, ...others, 'A Card Of Our Own'])
    expect(fits({ '/samples/0/specimenType': type }), type).toBe(true)
  expect(fits({ '/samples/0/specimenType': 'x'.repeat(61) })).toBe(false)
  for (const type of [...special, ...others]) expect(SPECIMEN_TYPES).toContain(type)
})

describe('the closed lists of the specification', () => {
  const withImaging = withChanges(completeOrder(), {
    '/imaging/0': { type: '', result: '', date: '', details: '' },
  })

  it('of the kinds of fresh tissue and the ways villi are collected', () => {
    takesJust('/samples/0/tissue', ['', 'POC', 'Villi'])
    takesJust('/samples/0/approach', ['', 'TA', 'TC'])
  })

  it('of imaging, and its results', () => {
    takesJust('/imaging/0/type', ['', 'Ultrasound', 'FetalEchocardiogram', 'MRI', 'Other'], withImaging)
    takesJust('/imaging/0/result', result, withImaging)
  })

  it('of sexes, of yes and no, and of the performing laboratory', () => {
    takesJust('/patients/0/sex', ['', 'Male', 'Female', 'Ambiguous', 'Unknown'])
    takesJust('/priorTesting/performed', yesNo)
    takesJust('/priorTesting/performingLab', ['', 'Own lab', 'Another laboratory'])
  })

  it('of payers, one spelled as in the specification, and of payment methods', () => {
    takesJust('/payment/billingType', ['', 'SelfPay', 'Intitutional', 'Insurance', 'DoNotBill'])
    takesJust('/payment/paymentMethod', ['None', 'PayWithSample', 'BillToPatient'])
    const mother = withChanges(completeOrder(), {
      ...TESTED_MOTHER,
      '/patients/1/payment': newOrder().payment,
    })
    takesJust('/patients/1/payment/billingType', ['Intitutional'], mother)
  })
})
