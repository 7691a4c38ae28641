import { expect, test } from 'vitest'
import { type UserState, type UserStateInput, userState } from './user-state.ts'

const ok: UserStateInput = {
  loading: false,
  authenticated: true,
  profileFailed: false,
  profile: { status: 'Active' },
}

const CASES: readonly (readonly [UserState, Partial<UserStateInput>])[] = [
  ['Loading', { loading: true }],
  ['NotLoggedIn', { authenticated: false }],
  ['Error', { profileFailed: true }],
  ['Need Registration', { profile: null }],
  ['Waiting For Approval', { profile: { status: 'WaitingForApproval' } }],
  ['Ok', {}],
  ['Ok', { profile: { status: 'Inactive' } }],
  ['Ok', { profile: { status: 'Blocked' } }],
]

test.each(CASES)('[STATE-01] one condition alone gives %s', (state, changes) => {
  expect(userState({ ...ok, ...changes })).toBe(state)
})

test('[STATE-01] the earliest of several conditions decides', () => {
  const everything: UserStateInput = {
    loading: true,
    authenticated: false,
    profileFailed: true,
    profile: null,
  }
  expect(userState(everything)).toBe('Loading')
  expect(userState({ ...everything, loading: false })).toBe('NotLoggedIn')
  expect(userState({ ...everything, loading: false, authenticated: true })).toBe('Error')
  expect(userState({ ...everything, loading: false, authenticated: true, profileFailed: false })).toBe(
    'Need Registration',
  )
})
