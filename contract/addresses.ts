import { z } from 'zod'
import { countryProblem, postalCodeProblem, regionProblem, tidyPostalCode } from '#domain/addresses/checks.ts'
import { regionOf, stateWithId } from '#domain/addresses/regions.ts'
import { ADDRESS_TYPES, COUNTRIES, type Country } from '#domain/lookups.ts'
import { filled, short } from './texts.ts'

/** Addresses as requests and replies have them (specification §3, Address). */

/** An address as it is answered, and as it stands in a form while it is typed. */
export const addressEntry = z.object({
  type: z.enum(ADDRESS_TYPES),
  addressLine1: z.string(),
  addressLine2: z.string(),
  city: z.string(),
  /** Two letters within the USA and Canada, free text elsewhere. */
  state: z.string(),
  /** The state in words; elsewhere what `state` says. */
  stateName: z.string(),
  /** The number of the state in the list of the 51; null for what is none of them. */
  stateId: z.number().int().nullable(),
  postalCode: z.string(),
  country: z.enum(COUNTRIES),
  /** ISO 3166-1, two letters, where `country` is Other; else ''. */
  otherCountry: z.string(),
})
export type AddressEntry = z.infer<typeof addressEntry>

/** What an address and the recipient of a kit are asked alike. */
export const addressFields = {
  addressLine1: filled(120, 'Enter the street and number.'),
  addressLine2: short(120).default(''),
  city: filled(80, 'Enter the city.'),
  /** Code or name; free outside of the USA and Canada, and may be left out there. */
  state: short(80).default(''),
  /** Checked within the USA and Canada; free elsewhere, where not every country has such codes. */
  postalCode: short(20).default(''),
  /** Addresses were all in the USA once: those that say nothing still are. */
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

/** What is wrong with region, code and country, by the field. */
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

/** Region and code as the post writes them: 'Ohio' is OH, 'k1a0b1' K1A 0B1. */
export function normalizeRegion({ state, postalCode, country }: Omit<AddressRegion, 'otherCountry'>) {
  return {
    state: regionOf(country, state)?.code ?? state,
    postalCode: tidyPostalCode(country, postalCode),
  }
}

/** The state as an address says it besides its code. */
function stateOf(country: Country, state: string): { stateName: string; stateId: number | null } {
  const region = regionOf(country, state)
  return { stateName: region?.name ?? state, stateId: region?.id ?? null }
}

/** What was kept of an address; one that was kept before there were countries is in the USA. */
export type StoredAddress = Omit<AddressEntry, 'stateName' | 'stateId' | 'country' | 'otherCountry'> & {
  country?: Country
  otherCountry?: string
}

/** What is kept: the state's name and number follow from its code. */
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

/** The state by whichever of the three says it: its code or name, its name, its number. */
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

/** An address as it is sent. Its state may be said as `state`, `stateName` or `stateId`; whoever says several means one. */
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
