import { expect, test } from 'vitest'
import { orderDocument } from '#contract/order-document.ts'
import { blankSample, newOrder, type OrderDocument, PROBAND } from '#domain/orders/document.ts'
import { documentOf, priceQuestion } from './question.ts'

const withPatient = (part: Partial<OrderDocument['patients'][number]>): OrderDocument => {
  const order = newOrder()
  return { ...order, patients: order.patients.map((patient) => ({ ...patient, ...part })) }
}

test('is the same while what the price does not depend on is typed', () => {
  const order = withPatient({ firstName: 'Nora' })
  const question = priceQuestion(order)
  expect(priceQuestion({ ...order, clinicalNotes: 'Seizures', recipients: [] })).toBe(question)
  expect(priceQuestion(withPatient({ firstName: 'Nora', sex: 'Female' }))).toBe(question)
  const specimen = { ...blankSample(PROBAND, 's1'), specimenType: 'Blood', dateOfCollection: '12/2' }
  expect(priceQuestion({ ...order, samples: [specimen] })).toBe(question)
})

test('is another one for another person, payer, test or day of collection', () => {
  const order = newOrder()
  const insured = { ...order.payment, billingType: 'Insurance' as const }
  const questions = [
    ...[order, withPatient({ lastName: 'Testwell' }), withPatient({ dateOfBirth: '1985-03-14' })],
    { ...order, payment: insured },
    { ...order, tests: order.tests.map((one) => ({ ...one, testCode: '1600' })) },
    { ...order, samples: [{ ...blankSample(PROBAND, 's1'), dateOfCollection: '2026-12-29' }] },
    { ...order, addOn: { orderId: 3, sampleId: 4, labNumber: '', kind: 'add-on' as const } },
  ].map(priceQuestion)
  expect(new Set(questions).size).toBe(questions.length)
})

test('fits the shape of a document, and says nothing of the patient that a payer is not asked', () => {
  const order = withPatient({ firstName: 'Nora', recordNumber: 'MRN 7', ethnicities: ['Other'] })
  const specimen = { ...blankSample(PROBAND, 's1'), specimenType: 'Blood', dateOfCollection: '2026-12-29' }
  const question = documentOf(priceQuestion({ ...order, clinicalNotes: 'Seizures', samples: [specimen] }))
  expect(orderDocument.safeParse(question).success).toBe(true)
  expect(question.patients[0]?.firstName).toBe('Nora')
  expect(question.samples.map((one) => one.dateOfCollection)).toEqual(['2026-12-29'])
  expect(JSON.stringify(question)).not.toMatch(/Seizures|MRN 7|Other|Blood/)
})
