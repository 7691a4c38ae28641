import { expect, test } from 'vitest'
import { invitationExpiry, signUpAddress } from './invitations.ts'

test('an invitation lasts fourteen days from its mail on', () => {
  expect(invitationExpiry(new Date('2026-02-20T10:00:00Z')).toISOString()).toBe('2026-03-06T10:00:00.000Z')
})

test('the address of the sign-up names who is invited', () => {
  expect(signUpAddress('https://portal.test', 'a+b&c@clinic.test')).toBe(
    'https://portal.test/signup?email=a%2Bb%26c%40clinic.test',
  )
})
