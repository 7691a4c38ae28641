import { expect, test } from 'vitest'
import { whyNot } from './unavailable-reasons.ts'

const everything = () => true
const nothing = () => false

test('what can be done needs no reason', () => {
  expect(whyNot('cancel', { state: 'en-route', abilities: ['cancel'] }, everything)).toBe('')
})

test('what cannot be done now says why, to those who otherwise may, and is absent for the others', () => {
  const reported = { state: 'reported', abilities: [] } as const
  expect(whyNot('cancel', { ...reported, abilities: [] }, everything)).toBe('The report is already out.')
  expect(whyNot('cancel', { ...reported, abilities: [] }, nothing)).toBeNull()
})

test('while a test is pending, one report is out, and who can stop the test is said', () => {
  const order = { state: 'reported' as const, abilities: [], pendingTests: [] }
  expect(whyNot('cancel', order, everything)).toBe(
    'A report is already out. To stop a test that is still running, call the laboratory.',
  )
  expect(whyNot('extendRequisition', order, everything)).toBe('A report is already out.')
  expect(whyNot('cancel', order, nothing)).toBeNull()
})

test('[GAP-09] who prepares orders sees that one can be cancelled, and by whom; who only reads does not', () => {
  const prepares = (permission: string) => ['CreateOrder', 'ViewOrder'].includes(permission)
  const reads = (permission: string) => permission === 'ViewOrder'
  const reason = 'Only users who may submit orders can ask the laboratory to cancel.'
  for (const state of ['en-route', 'accessioned', 'in-process'] as const) {
    expect(whyNot('cancel', { state, abilities: [] }, prepares)).toBe(reason)
    expect(whyNot('cancel', { state, abilities: [] }, reads)).toBeNull()
  }
  expect(whyNot('cancel', { state: 'reported', abilities: [] }, prepares)).toBe('The report is already out.')
  expect(whyNot('cancel', { state: 'pending-cancellation', abilities: [] }, prepares)).toBe(
    'Cancellation is already requested.',
  )
  for (const state of ['draft', 'cancelled'] as const)
    expect(whyNot('cancel', { state, abilities: [] }, prepares)).toBeNull()
})

test('what can never be done to such an order is absent', () => {
  expect(whyNot('cancel', { state: 'cancelled', abilities: [] }, everything)).toBeNull()
  expect(whyNot('addDocument', { state: 'cancelled', abilities: [] }, everything)).toBeNull()
})
