import { expect, test } from 'vitest'
import { redact, redactStack } from './redact.ts'

test.each([
  ['e-mail address', "no user ada.o'hara+x@clinic.example here", 'no user [email] here'],
  ['encoded e-mail address', 'login_hint ada%40clinic.example', 'login_hint [email]'],
  ['e-mail address in another script', 'zoë@klinik-münchen.example', '[email]'],
  ['ISO date', 'born 1980-03-12.', 'born [date].'],
  ['ISO time', 'at 2026-03-12T10:15:00.000Z failed', 'at [date] failed'],
  ['US date', 'born 3/12/1980, seen 03-12-80', 'born [date], seen [date]'],
  ['encoded date', 'dob 03%2F12%2F1980', 'dob [date]'],
  ['written date', 'born 12 Mar 1980 or March 12th, 1980 or 12-mar-80', 'born [date] or [date] or [date]'],
  ['number', 'order 100001 has 4 tests', 'order [number] has 4 tests'],
  ['phone number', 'call (312) 555-0142 now', 'call ([number] now'],
  ['social security number', 'ssn 123-45-6789', 'ssn [number]'],
  ['number in other digits', 'رقم ١٢٣٤٥٦', 'رقم [number]'],
  ['bearer token', 'authorization: Bearer abc.DEF-123_x== sent', 'authorization: Bearer [token] sent'],
  ['JWT', 'token eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJhIn0.c2ln was refused', 'token [token] was refused'],
  [
    'query of an address',
    'GET https://portal.test/orders?search=Quillbrook&page=2 failed',
    'GET https://portal.test/orders?[query] failed',
  ],
  ['query of a path', '"/orders?search=Quillbrook"', '"/orders?[query]"'],
  ['fragment', '/callback#id=abc', '/callback?[query]'],
  ['parameters alone', 'with ?lastName=Quillbrook&firstName=Jo', 'with [query][query]'],
  ['password of an address', 'postgres://karyo:secret@db.test/karyo', 'postgres://db.test/karyo'],
  ['line end', 'fine\r\n{"level":50,"msg":"forged"}', 'fine {"level":50,"msg":"forged"}'],
  ['other control characters', 'a\u001b[31mred\u2028b\u202ec\0d\u200be', 'a [31mred b c d e'],
])('%s', (_what, text, redacted) => {
  expect(redact(text)).toBe(redacted)
})

test.each([
  "Cannot read properties of undefined (reading 'name')",
  'TypeError: x?.y is not a function',
  'GET /api/Orders/{hospital} answered 503',
  'version 24.10.0 at 127.0.0.1:5432',
  'may not be empty?',
])('keeps %s', (text) => {
  expect(redact(text)).toBe(text)
})

test.each([
  [
    'at save (https://portal.test/assets/index-Bx1.js:12:345678)',
    'at save (https://portal.test/assets/index-Bx1.js:12:345678)',
  ],
  [
    'save@https://portal.test/assets/index-Bx1.js:1:123456',
    'save@https://portal.test/assets/index-Bx1.js:1:123456',
  ],
  [
    'at file:///srv/server/features/orders/store.ts:12:34',
    'at file:///srv/server/features/orders/store.ts:12:34',
  ],
  ['at open (https://portal.test/order/100001:1:1)', 'at open (https://portal.test/order/[number]:1:1)'],
])('keeps the location in a script: %s', (line, redacted) => {
  expect(redact(line)).toBe(redacted)
})

test('keeps the lines of a stack, each redacted', () => {
  expect(redactStack('Error: no ada@clinic.test\n    at a.js:1:2\n\n    at b.js:3:4')).toEqual([
    'Error: no [email]',
    'at a.js:1:2',
    'at b.js:3:4',
  ])
})

test('changes nothing when applied again', () => {
  const text = 'ada@clinic.test 1980-03-12 123456 Bearer x /a?b=c'
  expect(redact(redact(text))).toBe(redact(text))
})
