import { describe, expect, test } from 'vitest'
import {
  countryOf,
  formatPhone,
  inCountry,
  PHONE_COUNTRIES,
  phoneValue,
  readPhone,
  showPhone,
} from './phone.ts'

describe('a phone number being typed', () => {
  test.each([
    ['6145550101', '(614) 555-0101', '+16145550101'],
    ['1 614 555 0101', '1 (614) 555-0101', '+16145550101'],
    ['614', '(614)', '+1614'],
    ['+44 2079460018', '+44 20 7946 0018', '+442079460018'],
    ['call me', '', ''],
    ['', '', ''],
  ])('%s in the United States', (typed, formatted, value) => {
    expect(formatPhone(typed, 'US')).toBe(formatted)
    expect(phoneValue(typed, 'US')).toBe(value)
  })

  test('sets the country with a plus, and otherwise keeps the chosen one', () => {
    expect(countryOf('+44 20', 'US')).toBe('GB')
    expect(countryOf('020 7946 0018', 'GB')).toBe('GB')
    expect(countryOf('+', 'US')).toBe('US')
    expect(countryOf('+1 614 555 0101', 'CA')).toBe('CA')
  })

  test('is converted to another country without the calling code', () => {
    expect(inCountry('+44 6145550101', 'US')).toBe('(614) 555-0101')
    expect(inCountry('(416) 555-0101', 'CA')).toBe('(416) 555-0101')
    expect(phoneValue(inCountry('20 7946 0018', 'GB'), 'GB')).toBe('+442079460018')
  })
})

describe('a stored phone number', () => {
  test.each([
    ['+16145550101', 'US', '(614) 555-0101'],
    ['+14165550101', 'CA', '(416) 555-0101'],
    ['+442079460018', 'GB', '+44 20 7946 0018'],
    ['+4930123456', 'DE', '+49 30 123456'],
  ] as const)('%s is edited in its country and shown for reading', (stored, country, formatted) => {
    const read = readPhone(stored)
    expect(read.country).toBe(country)
    expect(phoneValue(read.typed, read.country)).toBe(stored)
    expect(showPhone(stored)).toBe(formatted)
  })

  test.each(['', '+', '+1614', 'ext. 12'])('%j is not a number and is still shown', (stored) => {
    expect(readPhone(stored).country).toBe('US')
    expect(showPhone(stored)).toBe(stored)
  })
})

test('the list of countries begins with the United States, and each country has a name', () => {
  expect(PHONE_COUNTRIES[0]).toEqual({ code: 'US', name: 'United States', calling: '1' })
  expect(PHONE_COUNTRIES.every(({ code, name }) => name !== code && name !== '')).toBe(true)
})
