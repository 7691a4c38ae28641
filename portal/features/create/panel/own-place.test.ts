import { expect, test } from 'vitest'
import { completeOrder, MOTHER, withChanges } from '#domain/orders/testing/complete-order.ts'
import { twins } from '#domain/orders/testing/prenatal-order.ts'
import { hasOwnPlace } from './own-place.ts'

const family = withChanges(completeOrder(), { '/patients/1': MOTHER })
const stray = withChanges(completeOrder(), { '/samples/0/patient': 'nobody' })
const addOn = withChanges(completeOrder(), {
  '/addOn': { kind: 'add-on', orderId: 1, sampleId: 2, labNumber: '26-1' },
})

test.each([
  ['a pregnancy', '/pregnancy/chorionicity', 'patient', twins(), true],
  ['a fetal specimen', '/samples/0/dateOfCollection', 'specimens', twins(), true],
  ['a specimen', '/samples/0/specimenType', 'specimens', family, true],
  ['the specimens as a list', '/samples', 'specimens', family, false],
  ['a stray specimen, which no card shows', '/samples/0/specimenType', 'specimens', stray, false],
  ['an add-on’s specimen, which no card shows', '/samples/0/specimenType', 'specimens', addOn, false],
  ['the patient’s blood history', '/patients/0/bloodHistory/transplant', 'specimens', family, true],
  ['a relative’s blood history', '/patients/1/bloodHistory/transplant', 'specimens', family, true],
  ['a relative', '/patients/1/dateOfBirth', 'patient', family, true],
  ['a relative’s payer, in another section', '/patients/1/payment/company', 'payment', family, false],
  ['the patient', '/patients/0/dateOfBirth', 'patient', family, false],
  ['a known variant', '/knownVariants/0/report', 'clinical', family, true],
  ['the indications', '/indicationsForTesting/0/icd10', 'clinical', family, false],
] as const)('a warning near its field: %s', (_, path, section, document, expected) => {
  expect(hasOwnPlace({ path, section }, document)).toBe(expected)
})
