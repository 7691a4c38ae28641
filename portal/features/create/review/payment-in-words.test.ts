import { expect, test } from 'vitest'
import { blankPayment } from '#domain/orders/document.ts'
import { paymentInWords } from '#portal/order/people-lines.ts'

const blank = blankPayment()
const insurance = { ...blank.insurance, company: 'Harbor Health PPO', memberId: 'HH-1' }
const insured = { ...blank, billingType: 'Insurance' as const }

test('who pays is nothing while open, and one line when said', () => {
  expect(paymentInWords(blank)).toBe('')
  expect(paymentInWords({ ...blank, billingType: 'Intitutional' })).toBe('Institution')
  expect(paymentInWords({ ...blank, billingType: 'SelfPay', paymentMethod: 'BillToPatient' })).toBe(
    'Self-pay · Laboratory bills the patient',
  )
})

test('[UX-10] the insurance is named, and what the patient is to the policy holder', () => {
  expect(paymentInWords({ ...insured, insurance: { ...insurance, holderRelationship: 'Self' } })).toBe(
    'Insurance · Harbor Health PPO · member ID HH-1 · patient is the policyholder',
  )
  const child = {
    ...{ holderRelationship: 'Child' as const, holderFirstName: 'Elena', holderLastName: 'Moreno' },
    holderDateOfBirth: '1988-02-03',
  }
  expect(paymentInWords({ ...insured, insurance: { ...insurance, ...child } })).toBe(
    'Insurance · Harbor Health PPO · member ID HH-1 · policyholder Elena Moreno, DOB 3 Feb 1988, patient’s relationship: child',
  )
})

test('a payment method that belongs to another way of paying is not shown', () => {
  expect(paymentInWords({ ...blank, billingType: 'Intitutional', paymentMethod: 'PayWithSample' })).toBe(
    'Institution',
  )
})
