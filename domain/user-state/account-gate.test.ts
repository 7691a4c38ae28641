import { expect, test } from 'vitest'
import { type AccountGate, type AccountGates, findClosedGate } from './account-gate.ts'

const good: AccountGates = { status: 'Active', attestationDue: false, termsAccepted: true }

const ALONE: readonly (readonly [AccountGate | null, Partial<AccountGates>])[] = [
  [null, {}],
  ['account-waiting', { status: 'WaitingForApproval' }],
  ['account-closed', { status: 'Inactive' }],
  ['account-closed', { status: 'Blocked' }],
  ['attestation-due', { attestationDue: true }],
  ['terms-not-accepted', { termsAccepted: false }],
]

test.each(ALONE)('%s when %o', (problem, changes) => {
  expect(findClosedGate({ ...good, ...changes })).toBe(problem)
})

test('returns the first of several gates', () => {
  const all: AccountGates = { status: 'WaitingForApproval', attestationDue: true, termsAccepted: false }
  expect(findClosedGate(all)).toBe('account-waiting')
  expect(findClosedGate({ ...all, status: 'Blocked' })).toBe('account-closed')
  expect(findClosedGate({ ...all, status: 'Active' })).toBe('attestation-due')
  expect(findClosedGate({ ...all, status: 'Active', attestationDue: false })).toBe('terms-not-accepted')
})
