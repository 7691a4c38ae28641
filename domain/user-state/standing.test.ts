import { expect, test } from 'vitest'
import { type Standing, type StandingProblem, standingProblem } from './standing.ts'

const good: Standing = { status: 'Active', attestationDue: false, termsAccepted: true }

const ALONE: readonly (readonly [StandingProblem | null, Partial<Standing>])[] = [
  [null, {}],
  ['account-waiting', { status: 'WaitingForApproval' }],
  ['account-closed', { status: 'Inactive' }],
  ['account-closed', { status: 'Blocked' }],
  ['attestation-due', { attestationDue: true }],
  ['terms-not-accepted', { termsAccepted: false }],
]

test.each(ALONE)('%s when %o', (problem, facts) => {
  expect(standingProblem({ ...good, ...facts })).toBe(problem)
})

test('of several the first gate decides', () => {
  const all: Standing = { status: 'WaitingForApproval', attestationDue: true, termsAccepted: false }
  expect(standingProblem(all)).toBe('account-waiting')
  expect(standingProblem({ ...all, status: 'Blocked' })).toBe('account-closed')
  expect(standingProblem({ ...all, status: 'Active' })).toBe('attestation-due')
  expect(standingProblem({ ...all, status: 'Active', attestationDue: false })).toBe('terms-not-accepted')
})
