import { scryptSync } from 'node:crypto'
import { hashPassword as hashOfBefore } from 'better-auth/crypto'
import { expect, test } from 'vitest'
import { fitsHash, hashOf } from './password-work.ts'

const password = ' Tulips-eat my dog '

test('hashes a password with scrypt at today’s recommended cost, with a random salt', () => {
  const [one, other] = [hashOf({ password, wellKnown: false }), hashOf({ password, wellKnown: false })]
  const [, ln, r, p, salt = '', key] = one.split('$')
  expect([ln, r, p]).toEqual(['15', '8', '3'])
  expect(Buffer.from(salt, 'base64url').length).toBe(16)
  const cost = { N: 2 ** 15, r: 8, p: 3, maxmem: 2 ** 26 }
  const derived = scryptSync(password, Buffer.from(salt, 'base64url'), 32, cost)
  expect(key).toBe(derived.toString('base64url'))
  expect(other.split('$')[4]).not.toBe(salt)
})

test('keeps spaces and case as typed, and unifies only characters with two encodings', () => {
  const hash = hashOf({ password, wellKnown: true })
  expect(fitsHash({ hash, password })).toEqual({ fits: true, outdated: false })
  for (const wrong of [password.trim(), password.toLowerCase(), `${password}x`, password.slice(0, -1), ''])
    expect(fitsHash({ hash, password: wrong }).fits).toBe(false)
  const composed = hashOf({ password: 'caf\u00e9-in-the-morning', wellKnown: true })
  expect(fitsHash({ hash: composed, password: 'cafe\u0301-in-the-morning' }).fits).toBe(true)
})

test('accepts an older, cheaper hash, and reports that it should be renewed', async () => {
  const before = await hashOfBefore(password)
  expect(fitsHash({ hash: before, password })).toEqual({ fits: true, outdated: true })
  expect(fitsHash({ hash: before, password: 'another' }).fits).toBe(false)
})

test('rejects a hash of unknown form with an error instead of calling the password wrong', () => {
  for (const hash of ['', 'plain', 'scrypt$1$1$1$$', 'x:y'])
    expect(() => fitsHash({ hash, password })).toThrow('unknown format')
})
