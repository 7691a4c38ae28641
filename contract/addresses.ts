import { z } from 'zod'
import { countryProblem, postalCodeProblem, regionProblem, tidyPostalCode } from '#domain/addresses/checks.ts'
import { regionOf, stateWithId } from '#domain/addresses/regions.ts'
import { ADDRESS_TYPES, COUNTRIES, type Country } from '#domain/lookups.ts'
import { filled, short } from './texts.ts'

/** Addresses as requests and replies have them (specification §3, Address). */

/** An address as it is returned, and as it is in a form while the user types. */
export const addressEntry = z.object({
  type: z.enum(ADDRESS_TYPES),
  addressLine1: z.string(),
  addressLine2: z.string(),
  city: z.string(),
  /** Two letters within the USA and Canada, free text for other countries. */
  state: z.string(),
  /** The state's name; for other countries the same as `state`. */
  stateName: z.string(),
  /** The state's number in the list of the 51, or null if it is not one of them. */
  stateId: z.number().int().nullable(),
  postalCode: z.string(),
  country: z.enum(COUNTRIES),
  /** ISO 3166-1, two letters, if `country` is Other; otherwise ''. */
  otherCountry: z.string(),
})
export type AddressEntry = z.infer<typeof addressEntry>

/** The fields that an address and a kit's recipient share. */
export const addressFields = {
  addressLine1: filled(120, 'Enter the street and number.'),
  addressLine2: short(120).default(''),
  city: filled(80, 'Enter the city.'),
  /** Code or name. Outside the USA and Canada it is free text and optional. */
  state: short(80).default(''),
  /** Checked within the USA and Canada; free text for other countries, not all of which have such codes. */
  postalCode: short(20).default(''),
  /** All addresses were once in the USA: those without a country still are. */
  country: z.enum(COUNTRIES, { error: 'Choose the country.' }).default('USA'),
  otherCountry: short(2).toUpperCase().default(''),
}

interface AddressRegion {
  state: string
  postalCode: string
  country: Country
  otherCountry: string
}

const NO_REGION: Record<Exclude<Country, 'Other'>, string> = {
  USA: 'Choose the state.',
  Canada: 'Choose the province or territory.',
}

/** The problems with region, postal code and country, by field. */
export function regionProblems({
  state,
  postalCode,
  country,
  otherCountry,
}: AddressRegion): [keyof AddressRegion, string][] {
  const missing = state === '' && country !== 'Other' ? NO_REGION[country] : null
  const found: [keyof AddressRegion, string | null][] = [
    ['state', missing ?? regionProblem(country, state)],
    ['postalCode', postalCodeProblem(country, postalCode)],
    ['otherCountry', countryProblem({ country, otherCountry })],
  ]
  return found.filter((one): one is [keyof AddressRegion, string] => one[1] !== null)
}

/** Normalizes region and code as the postal service writes them: 'Ohio' → OH, 'k1a0b1' → K1A 0B1. */
export function normalizeRegion({ state, postalCode, country }: Omit<AddressRegion, 'otherCountry'>) {
  return {
    state: regionOf(country, state)?.code ?? state,
    postalCode: tidyPostalCode(country, postalCode),
  }
}

/** The name and number of a state. */
function stateOf(country: Country, state: string): { stateName: string; stateId: number | null } {
  const region = regionOf(country, state)
  return { stateName: region?.name ?? state, stateId: region?.id ?? null }
}

/** An address as stored; one stored before there were countries is in the USA. */
export type StoredAddress = Omit<AddressEntry, 'stateName' | 'stateId' | 'country' | 'otherCountry'> & {
  country?: Country
  otherCountry?: string
}

/** The stored part: the state's name and number follow from its code. */
export function toStoredAddress({ stateName: _, stateId: __, ...stored }: AddressEntry): StoredAddress {
  return stored
}

export function fromStoredAddress(stored: StoredAddress): AddressEntry {
  const { country = 'USA', otherCountry = '' } = stored
  return { ...stored, country, otherCountry, ...stateOf(country, stored.state) }
}

interface NamedThreeTimes {
  country: Country
  state: string
  stateName: string
  stateId: number | null
}

/** The state by whichever of the three is given: code or name, name, or number. */
function resolveState({ country, state, stateName, stateId }: NamedThreeTimes): string {
  const byNumber = country === 'USA' && stateId !== null ? stateWithId(stateId)?.code : undefined
  return state || stateName || (byNumber ?? '')
}

function contradiction(given: NamedThreeTimes): ['stateName' | 'stateId', string] | null {
  const { country, stateName, stateId } = given
  const meant = stateOf(country, resolveState(given))
  const other = stateOf(country, stateName)
  if (stateName !== '' && other.stateName.toLowerCase() !== meant.stateName.toLowerCase())
    return ['stateName', 'This is not the state given in “state”.']
  return stateId !== null && stateId !== meant.stateId
    ? ['stateId', 'This is not the number of the state given in “state” or “stateName”.']
    : null
}

/**
 * An address as it is sent. Its state may be given as `state`, `stateName` or `stateId`; if several are
 * given, they must agree.
 */
const addressGiven = z
  .strictObject({
    type: z.enum(ADDRESS_TYPES),
    ...addressFields,
    stateName: short(80).default(''),
    stateId: z.number().int().nullable().default(null),
  })
  .superRefine((given, context) => {
    const wrong: [string, string][] = regionProblems({ ...given, state: resolveState(given) })
    const differs = wrong.length === 0 ? contradiction(given) : null
    for (const [field, message] of [...wrong, ...(differs ? [differs] : [])])
      context.addIssue({ code: 'custom', path: [field], message })
  })
  .transform((given): AddressEntry => {
    const { country } = given
    const { state, postalCode } = normalizeRegion({ ...given, state: resolveState(given) })
    return { ...given, state, postalCode, ...stateOf(country, state) }
  })

export const addressList = z.array(addressGiven).max(10, { error: 'Enter at most 10 addresses.' })
