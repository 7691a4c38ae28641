import { expect, test } from 'vitest'
import { saysEmailIsNotVerified } from './callback-error.ts'

test('an error mentioning verify and email means an address that is not verified', () => {
  expect(saysEmailIsNotVerified('Please verify your email address before logging in')).toBe(true)
  expect(saysEmailIsNotVerified('E-mail not Verified')).toBe(true)
  expect(saysEmailIsNotVerified('could not verify the signature')).toBe(false)
  expect(saysEmailIsNotVerified('unknown email')).toBe(false)
  expect(saysEmailIsNotVerified('')).toBe(false)
})
