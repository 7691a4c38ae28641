import { byName } from '#domain/text/order.ts'
import { CALLING_CODES } from './calling-codes.ts'

export interface CountryChoice {
  /** ISO 3166-1, two letters. */
  country: string
  /** 'United States' */
  name: string
  /** Digits. */
  code: string
}

/** The one that is chosen first (specification §2). */
export const FIRST_COUNTRY: CountryChoice = { country: 'US', name: '', code: '1' }

/** Every country by its name in the visitor's language, the first one in front. */
export function countryChoices(language: string): CountryChoice[] {
  const names = new Intl.DisplayNames([language, 'en'], { type: 'region' })
  const rank = ({ country }: CountryChoice) => (country === FIRST_COUNTRY.country ? 0 : 1)
  return CALLING_CODES.map(({ country, code }) => ({
    country,
    code,
    name: names.of(country) ?? country,
  })).sort((a, b) => rank(a) - rank(b) || byName(a.name, b.name, language))
}
