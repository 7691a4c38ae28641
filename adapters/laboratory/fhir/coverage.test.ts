import { expect, test } from 'vitest'
import { sampleOrder } from '../testing/order.ts'
import { coverageOf } from './coverage.ts'

test.each([
  ['Self', 'self'],
  ['Spouse', 'spouse'],
  ['Child', 'child'],
  ['Other', 'other'],
] as const)(
  '[UX-10] Coverage.relationship is what the patient is to the subscriber: %s is %s',
  (relationship, code) => {
    const order = sampleOrder()
    order.document.payment.insurance.holderRelationship = relationship
    const [patient] = order.document.patients
    if (!patient) throw new Error('nobody')
    const coverage = coverageOf(order, patient, (type, id) => ({ reference: `${type}/${id}` }) as never)
    expect(coverage?.relationship?.coding?.[0]?.code).toBe(code)
  },
)
