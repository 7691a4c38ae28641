import { expect, test } from 'vitest'
import { isSigned, signatureOf } from './signature.ts'

const SECRET = 'a-secret-that-the-partner-shares-with-us'
const BODY = '{"reference":"é"}'
const NOW = new Date('2026-11-21T15:00:00Z')
const signature = signatureOf(SECRET, BODY, NOW)
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000)

test('consists of the time and the HMAC of time and body', () => {
  // openssl dgst -sha256 -hmac SECRET of `1795273200.{"reference":"é"}`
  expect(signature).toMatch(/^t=1795273200,v1=[0-9a-f]{64}$/)
  expect(isSigned(SECRET, signature, BODY, NOW)).toBe(true)
})

test('is valid for five minutes, in either direction of the clocks', () => {
  expect([-300, 300].map((apart) => isSigned(SECRET, signature, BODY, later(apart)))).toEqual([true, true])
  expect([-302, 302].map((apart) => isSigned(SECRET, signature, BODY, later(apart)))).toEqual([false, false])
})

test('is valid if one of several matches, so that a key can be rotated', () => {
  const [time, v1] = signature.split(',')
  expect(isSigned(SECRET, `${time}, v1=${'0'.repeat(64)}, ${v1}`, BODY, NOW)).toBe(true)
})

test.each([
  ['another body', SECRET, signature, `${BODY} `],
  ['another key', `${SECRET}x`, signature, BODY],
  ['another time', SECRET, signature.replace('t=1795273200', 't=1795273201'), BODY],
  ['no time', SECRET, signature.replace(/^t=\d+,/, ''), BODY],
  ['an invalid time', SECRET, signature.replace('1795273200', 'Infinity'), BODY],
  ['no HMAC', SECRET, 't=1795273200', BODY],
  ['a part of it', SECRET, signature.slice(0, -2), BODY],
  ['another version', SECRET, signature.replace('v1', 'v0'), BODY],
  ['nothing', SECRET, '', BODY],
])('rejects %s', (_what, secret, given, body) => {
  expect(isSigned(secret, given, body, NOW)).toBe(false)
})
