import { type Country, STATES } from '../lookups.ts'

/** A state of the USA, or a province or territory of Canada. */
export interface Region {
  /**
   * The value of an address's `stateId` (specification §3): the number in the list of states; null for any
   * other region.
   */
  id: number | null
  /** The postal two-letter code. */
  code: string
  name: string
}

/** The ten provinces and three territories, by name. */
export const PROVINCES: readonly Region[] = [
  ['AB', 'Alberta'],
  ['BC', 'British Columbia'],
  ['MB', 'Manitoba'],
  ['NB', 'New Brunswick'],
  ['NL', 'Newfoundland and Labrador'],
  ['NT', 'Northwest Territories'],
  ['NS', 'Nova Scotia'],
  ['NU', 'Nunavut'],
  ['ON', 'Ontario'],
  ['PE', 'Prince Edward Island'],
  ['QC', 'Quebec'],
  ['SK', 'Saskatchewan'],
  ['YT', 'Yukon'],
].map(([code = '', name = '']) => ({ id: null, code, name }))

/**
 * Other places served by the U.S. Postal Service with ZIP codes: territories, and the military abroad (USPS
 * Publication 28).
 */
const BEYOND_STATES: readonly Region[] = [
  ['AS', 'American Samoa'],
  ['GU', 'Guam'],
  ['MP', 'Northern Mariana Islands'],
  ['PR', 'Puerto Rico'],
  ['VI', 'U.S. Virgin Islands'],
  ['AA', 'Armed Forces Americas'],
  ['AE', 'Armed Forces Europe'],
  ['AP', 'Armed Forces Pacific'],
].map(([code = '', name = '']) => ({ id: null, code, name }))

const REGIONS: Record<Country, readonly Region[]> = {
  USA: [...STATES, ...BEYOND_STATES],
  Canada: PROVINCES,
  Other: [],
}

const letters = (words: string) =>
  words
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()

/** The state or province with this code or name, in any spelling (Québec); null if the country has none. */
export function regionOf(country: Country, codeOrName: string): Region | null {
  const key = letters(codeOrName)
  if (key === '') return null
  return REGIONS[country].find(({ code, name }) => key === letters(code) || key === letters(name)) ?? null
}

/** The state with this number in the list of states, or null. */
export function stateWithId(id: number): Region | null {
  return STATES.find((one) => one.id === id) ?? null
}
