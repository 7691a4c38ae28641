import type { Country } from '../lookups.ts'
import { type CountryOfAddress, isOtherCountry } from './countries.ts'
import { regionOf } from './regions.ts'

const ZIP = /^\d{5}(-\d{4})?$/
/** Canada Post uses no D, F, I, O, Q and U, and no W or Z in first place. */
const CANADIAN = /^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z] ?\d[ABCEGHJ-NPRSTV-Z]\d$/i

/**
 * The problem with a state, province or region, or null if there is none. Outside the USA and Canada anything
 * is allowed.
 */
export function regionProblem(country: Country, state: string): string | null {
  if (country === 'Other' || regionOf(country, state)) return null
  return country === 'USA'
    ? 'Choose a U.S. state or another country.'
    : 'Choose a Canadian province or territory, or another country.'
}

/**
 * The problem with a ZIP or postal code, or null if there is none. Outside the USA and Canada anything is
 * allowed.
 */
export function postalCodeProblem(country: Country, postalCode: string): string | null {
  if (country === 'USA')
    return ZIP.test(postalCode.trim()) ? null : 'Enter a ZIP code such as 43215 or 43215-1234.'
  if (country === 'Canada')
    return CANADIAN.test(postalCode.trim()) ? null : 'Enter a postal code such as K1A 0B1.'
  return null
}

/** The problem with the country itself, or null if there is none. */
export function countryProblem({ country, otherCountry = '' }: CountryOfAddress): string | null {
  if (country !== 'Other')
    return otherCountry === '' ? null : 'Leave this empty if the country is the USA or Canada.'
  return isOtherCountry(otherCountry) ? null : 'Choose the country.'
}

/** Formats a Canadian postal code ('k1a0b1' → 'K1A 0B1'); trims any other. */
export function tidyPostalCode(country: Country, postalCode: string): string {
  const typed = postalCode.trim()
  return country === 'Canada' && CANADIAN.test(typed)
    ? `${typed.slice(0, 3)} ${typed.slice(-3)}`.toUpperCase()
    : typed
}
