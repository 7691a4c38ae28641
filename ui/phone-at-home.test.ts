import { expect, test } from 'vitest'
import { phoneValue, showPhone } from './phone.ts'
import { dialledAtHome, formatNational, hasWords } from './phone-at-home.ts'

test.each(['+16145550101', '+14165550101', '+12425550101', '+18005550101'])(
  '%s is shown as the numbering plans show it',
  (stored) => {
    expect(formatNational(stored)).toBe(showPhone(stored))
  },
)

test.each(['+442079460018', '+1614', '+11145550101', '+161455501012', 'ext. 12', ''])(
  '%j is left to the numbering plans',
  (stored) => {
    expect(formatNational(stored)).toBeNull()
  },
)

test.each([
  '6145550101',
  '(614) 555-0101',
  '1 614 555 0101',
  '+1 614 555 0101',
  '614',
  '+44 20 7946 0018',
  '',
])('gives %j the same value as the numbering plans do', (typed) => {
  expect(dialledAtHome(typed)).toBe(phoneValue(typed, 'US'))
})

test('distinguishes an extension from a number', () => {
  expect(['614-555-0101 x12', '(614) 555-0101 ext. 12', 'call me'].every(hasWords)).toBe(true)
  expect(['(614) 555-0101', '+44 20 7946 0018', ''].some(hasWords)).toBe(false)
})
