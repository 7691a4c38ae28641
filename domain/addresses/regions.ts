import { type Country, STATES } from '../lookups.ts'

/** A state of the USA, or a province or territory of Canada. */
export interface Region {
  /** What an address's `stateId` holds (specification §3): the number in the list of states; null for any other. */
  id: number | null
  /** Two letters, as the post writes it. */
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

/** Where the US post delivers by ZIP code besides the states: territories, and the military abroad (USPS Publication 28). */
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

/** The state or province of that code or name, however it is written (Québec); null where the country has no such one. */
export function regionOf(country: Country, codeOrName: string): Region | null {
  const key = letters(codeOrName)
  if (key === '') return null
  return REGIONS[country].find(({ code, name }) => key === letters(code) || key === letters(name)) ?? null
}

/** The state that has this number in the list of states; null for none. */
export function stateWithId(id: number): Region | null {
  return STATES.find((one) => one.id === id) ?? null
}
