import type { Country } from '../lookups.ts'
import { type CountryOfAddress, isOtherCountry } from './countries.ts'
import { regionOf } from './regions.ts'

const ZIP = /^\d{5}(-\d{4})?$/
/** The post uses no D, F, I, O, Q and U, and neither W nor Z in front. */
const CANADIAN = /^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z] ?\d[ABCEGHJ-NPRSTV-Z]\d$/i

/** What is wrong with a state, province or region that stands in an address; null: nothing. Elsewhere it is free. */
export function regionProblem(country: Country, state: string): string | null {
  if (country === 'Other' || regionOf(country, state)) return null
  return country === 'USA'
    ? 'Choose a U.S. state or another country.'
    : 'Choose a Canadian province or territory, or another country.'
}

/** What is wrong with a ZIP or postal code that stands in an address; null: nothing. Elsewhere it is free. */
export function postalCodeProblem(country: Country, postalCode: string): string | null {
  if (country === 'USA')
    return ZIP.test(postalCode.trim()) ? null : 'Enter a ZIP code such as 43215 or 43215-1234.'
  if (country === 'Canada')
    return CANADIAN.test(postalCode.trim()) ? null : 'Enter a postal code such as K1A 0B1.'
  return null
}

/** What is wrong with the country itself; null: nothing. */
export function countryProblem({ country, otherCountry = '' }: CountryOfAddress): string | null {
  if (country !== 'Other')
    return otherCountry === '' ? null : 'Leave this empty if the country is the USA or Canada.'
  return isOtherCountry(otherCountry) ? null : 'Choose the country.'
}

/** 'k1a0b1' as the post of Canada writes it, 'K1A 0B1'; elsewhere without the spaces around it. */
export function tidyPostalCode(country: Country, postalCode: string): string {
  const typed = postalCode.trim()
  return country === 'Canada' && CANADIAN.test(typed)
    ? `${typed.slice(0, 3)} ${typed.slice(-3)}`.toUpperCase()
    : typed
}
