import { expect, test } from 'vitest'
import { problemOf } from '#contract/errors.ts'
import { refusesUnverifiedEmail, saysEmailIsNotVerified } from './unverified-email.ts'

test('an error mentioning verify and email means an address that is not verified', () => {
  expect(saysEmailIsNotVerified('Please verify your email address before logging in')).toBe(true)
  expect(saysEmailIsNotVerified('E-mail not Verified')).toBe(true)
  expect(saysEmailIsNotVerified('could not verify the signature')).toBe(false)
  expect(saysEmailIsNotVerified('unknown email')).toBe(false)
  expect(saysEmailIsNotVerified('')).toBe(false)
})

const refusal = (status: number, body: unknown) =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })

test('so does a refusal with our code or with such words, and the answer can still be read', async () => {
  const ours = refusal(403, problemOf('email-not-verified'))
  expect(await refusesUnverifiedEmail(ours)).toBe(true)
  expect(await ours.json()).toMatchObject({ code: 'email-not-verified' })
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
