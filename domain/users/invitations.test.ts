import { expect, test } from 'vitest'
import { invitationExpiry, signUpAddress } from './invitations.ts'

test('an invitation is valid for fourteen days from its email', () => {
  expect(invitationExpiry(new Date('2026-02-20T10:00:00Z')).toISOString()).toBe('2026-03-06T10:00:00.000Z')
})

test("the sign-up address contains the invited person's email address", () => {
  expect(signUpAddress('https://portal.test', 'a+b&c@clinic.test')).toBe(
    'https://portal.test/signup?email=a%2Bb%26c%40clinic.test',
  )
})
