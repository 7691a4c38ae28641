import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { COUNTRIES, STATES } from '../lookups.ts'
import { countryProblem, postalCodeProblem, regionProblem, tidyPostalCode } from './checks.ts'
import { countryCodes, countryName, OTHER_COUNTRY_CODES, otherCountryName } from './countries.ts'
import { cityLines } from './in-lines.ts'
import { PROVINCES, regionOf, stateWithId } from './regions.ts'

const NO_STATE = 'Choose a U.S. state or another country.'
const NO_PROVINCE = 'Choose a Canadian province or territory, or another country.'

test.each([
  ['USA', 'OH', 'OH', 36],
  ['USA', ' ohio ', 'OH', 36],
  ['USA', 'District of Columbia', 'DC', 9],
  ['USA', 'PR', 'PR', null],
  ['USA', 'ON', null, null],
  ['USA', '', null, null],
  ['Canada', 'Ontario', 'ON', null],
  ['Canada', 'Québec', 'QC', null],
  ['Canada', 'OH', null, null],
  ['Other', 'OH', null, null],
] as const)('in %s the region %j is %j, with the number %j', (country, text, code, id) => {
  const region = regionOf(country, text)
  expect([region?.code ?? null, region?.id ?? null]).toEqual([code, id])
})

test('accepts only the numbers of the 51 states as `stateId`', () => {
  expect(STATES.map(({ id }) => stateWithId(id)?.code)).toEqual(STATES.map(({ code }) => code))
  expect([stateWithId(0), stateWithId(52)]).toEqual([null, null])
  expect(PROVINCES).toHaveLength(13)
})

test.each([
  ['USA', 'Ohio', null],
  ['USA', 'Bavaria', NO_STATE],
  ['Canada', 'BC', null],
  ['Canada', 'Ohio', NO_PROVINCE],
  ['Other', 'Bayern', null],
] as const)('in %s, what is wrong with the region %j: %j', (country, state, problem) => {
  expect(regionProblem(country, state)).toBe(problem)
})

test.each([
  ['USA', '43215', true],
  ['USA', '43215-1234', true],
  ['USA', '4321', false],
  ['USA', 'K1A 0B1', false],
  ['Canada', 'K1A 0B1', true],
  ['Canada', 'k1a0b1', true],
  ['Canada', 'D1A 0B1', false],
  ['Canada', '43215', false],
] as const)('in %s the code %j fits: %j', (country, code, fits) => {
  expect(postalCodeProblem(country, code) === null).toBe(fits)
})

test('accepts any region and code for other countries, some of which have none', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect([regionProblem('Other', text), postalCodeProblem('Other', text)]).toEqual([null, null])
      expect(tidyPostalCode('Other', text)).toBe(text.trim())
    }),
  )
})

test('formats a Canadian postal code as the post does', () => {
  expect([tidyPostalCode('Canada', ' k1a0b1'), tidyPostalCode('USA', ' 43215 ')]).toEqual([
    'K1A 0B1',
    '43215',
  ])
})

describe('the country of an address', () => {
  test.each([
    [{ country: 'USA' }, null],
    [{ country: 'Canada', otherCountry: '' }, null],
    [{ country: 'Other', otherCountry: 'DE' }, null],
    [{ country: 'Other', otherCountry: '' }, 'Choose the country.'],
    [{ country: 'Other', otherCountry: 'US' }, 'Choose the country.'],
    [{ country: 'USA', otherCountry: 'DE' }, 'Leave this empty if the country is the USA or Canada.'],
  ] as const)('%j: %j', (at, problem) => {
    expect(countryProblem(at)).toBe(problem)
  })

  test('has the ISO 3166-1 codes used in messages, and a name', () => {
    const at = (otherCountry: string) => ({ country: 'Other', otherCountry }) as const
    expect(countryCodes({ country: 'USA' })).toEqual({ two: 'US', three: 'USA' })
    expect(countryCodes({ country: 'Canada' })).toEqual({ two: 'CA', three: 'CAN' })
    expect(countryCodes(at('DE'))).toEqual({ two: 'DE', three: 'DEU' })
    expect(countryCodes(at('CO'))).toEqual({ two: 'CO', three: 'COL' })
    expect(countryCodes(at(''))).toEqual({ two: '', three: '' })
    expect([countryName(at('DE')), countryName(at('')), countryName({ country: 'USA' })]).toEqual([
      ...['Germany', 'Other', 'USA'],
    ])
    const three = OTHER_COUNTRY_CODES.map((two) => countryCodes(at(two)).three)
    expect(three.every((code) => /^[A-Z]{3}$/.test(code))).toBe(true)
    expect(new Set(three).size).toBe(247)
    expect(OTHER_COUNTRY_CODES.filter((code) => otherCountryName(code) === code)).toEqual([])
  })
})

test('formats an address as on a letter, with the country unless it is the USA', () => {
  const at = (city: string, state: string, postalCode: string) => ({ city, state, postalCode })
  expect(cityLines({ ...at('Columbus', 'OH', '43215'), country: 'USA' })).toEqual(['Columbus, OH 43215'])
  expect(cityLines({ ...at('Ottawa', 'ON', 'K1A 0B1'), country: 'Canada' })).toEqual([
    ...['Ottawa, ON K1A 0B1', 'Canada'],
  ])
  expect(cityLines({ ...at('Berlin', '', '10115'), country: 'Other', otherCountry: 'DE' })).toEqual([
    ...['Berlin, 10115', 'Germany'],
  ])
  for (const country of COUNTRIES) expect(cityLines({ ...at('', '', ''), country })).toEqual([])
})
