import { expect, test } from 'vitest'
import { problemOf } from '#contract/errors.ts'
import { mentionsUnverifiedEmail, refusesUnverifiedEmail } from './unverified-email.ts'

test('an error mentioning verify and email means an address that is not verified', () => {
  expect(mentionsUnverifiedEmail('Please verify your email address before logging in')).toBe(true)
  expect(mentionsUnverifiedEmail('E-mail not Verified')).toBe(true)
  expect(mentionsUnverifiedEmail('could not verify the signature')).toBe(false)
  expect(mentionsUnverifiedEmail('unknown email')).toBe(false)
  expect(mentionsUnverifiedEmail('')).toBe(false)
})

const refusal = (status: number, body: unknown) =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })

test('so does a refusal with our code or with such words, and the answer can still be read', async () => {
  const ownRefusal = refusal(403, problemOf('email-not-verified'))
  expect(await refusesUnverifiedEmail(ownRefusal)).toBe(true)
  expect(await ownRefusal.json()).toMatchObject({ code: 'email-not-verified' })
  const detail = { detail: 'The email is not verified.' }
  expect(await refusesUnverifiedEmail(refusal(403, problemOf('forbidden', detail)))).toBe(true)
  expect(await refusesUnverifiedEmail(refusal(401, 'Please verify your email.'))).toBe(true)
})

test('any other answer does not', async () => {
  expect(await refusesUnverifiedEmail(refusal(403, problemOf('forbidden')))).toBe(false)
  expect(await refusesUnverifiedEmail(refusal(401, ''))).toBe(false)
  expect(await refusesUnverifiedEmail(refusal(200, 'verify your email'))).toBe(false)
  expect(await refusesUnverifiedEmail(refusal(422, 'verify your email'))).toBe(false)
})
