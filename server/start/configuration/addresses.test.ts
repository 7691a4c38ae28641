import { expect, test } from 'vitest'
import { hasReadablePassword, wrongEncryption } from './addresses.ts'

test.each([
  ['postgres://a:b@one/karyo', true],
  ['postgres://one/karyo', true],
  ['postgres://a:b%2Fc%40d@one:5432,two/karyo?sslmode=verify-full', true],
  ['postgres://a:b@one/karyo?application_name=x@y', true],
  ['postgres://one/karyo?application_name=x@y', true],
  ['postgres://a:b@c@one/karyo', true],
  ['postgres://a:b/c@one/karyo', false],
  ['postgres://a:b#c@one/karyo', false],
  ['postgres://a:b?c@one/karyo', false],
  ['postgres://a:50%@one/karyo', false],
  ['postgres://a:b@c/d@one/karyo', false],
  ['smtp://user:a#b@mail.example.org:587', false],
  ['embedded', true],
])('%s: whether its password can be read: %s', (address, expected) => {
  expect(hasReadablePassword(address)).toBe(expected)
})

test.each([
  ['', ''],
  ['sslmode=verify-full&sslrootcert=/a.pem', ''],
  ['sslmode=require', ''],
  ['sslmode=verify_full', 'sslmode must be verify-full, no-verify or disable'],
  ['sslmode=', 'sslmode must be verify-full, no-verify or disable'],
  [
    'sslMode=verify-full',
    'does not know sslMode: encryption is set by sslmode, sslrootcert, sslcert and sslkey',
  ],
  [
    'ssl_mode=verify-full',
    'does not know ssl_mode: encryption is set by sslmode, sslrootcert, sslcert and sslkey',
  ],
  ['tls=on', 'does not know tls: encryption is set by sslmode, sslrootcert, sslcert and sslkey'],
])('?%s: %s', (query, wrong) => {
  expect(wrongEncryption(`postgres://a:b@one/karyo?${query}`)).toBe(wrong)
})
