import metadata from 'libphonenumber-js/min/metadata'
import { describe, expect, test } from 'vitest'
import { CALLING_CODES } from './calling-codes.ts'
import { countryFromPrefix, worldNumber } from './phone.ts'

describe('a phone number as the world dials it', () => {
  test.each([
    ['(614) 555-0101', 'US', '+16145550101'],
    ['1 614 555 0101', 'US', '+16145550101'],
    ['+1 614 555 0101', 'GB', '+16145550101'],
    ['011 44 20 7946 0018', 'US', '+442079460018'],
    ['00 44 20 7946 0018', 'DE', '+442079460018'],
    ['020 7946 0018', 'GB', '+442079460018'],
    ['06 1234 5678', 'IT', '+390612345678'],
    ['06 30 123 4567', 'HU', '+36301234567'],
    ['8 812 123 45 67', 'RU', '+78121234567'],
    ['812 123 45 67', 'RU', '+78121234567'],
    ['٦١٤٥٥٥٠١٠١', 'US', '+16145550101'],
    ['＋８４ 24 3825 0101', 'US', '+842438250101'],
    ['', 'US', ''],
  ])('%s typed with %s chosen is %s', (typed, country, world) => {
    expect(worldNumber(typed, country)).toBe(world)
  })

  test.each(['call me', '555-0101 x12', 'none', '+'])('%s is left for the rules to refuse', (typed) => {
    expect(worldNumber(typed, 'US')).toBe(typed)
  })
})

describe('the country of a number that is typed with a plus', () => {
  test.each([
    ['+44 20', 'US', 'GB'],
    ['+7', 'US', 'RU'],
    ['+509 34', 'US', 'HT'],
    ['+1 416', 'CA', null],
    ['+1 614', 'GB', 'US'],
    ['614', 'GB', null],
    ['+', 'US', null],
  ])('%s with %s chosen: %s', (typed, chosen, country) => {
    expect(countryFromPrefix(typed, chosen)).toBe(country)
  })
})

test('every country has the calling code and the prefix of libphonenumber', () => {
  const known = Object.entries(metadata.countries).map(([country, info]) => {
    const [code, , , , , prefix] = info as unknown[]
    return { country, code, prefix: prefix || '' }
  })
  expect(CALLING_CODES).toEqual(known.sort((a, b) => (a.country < b.country ? -1 : 1)))
})
