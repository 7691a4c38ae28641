import { z } from 'zod'
import type { NpiRecord } from '#domain/npi/npi-record.ts'
import { RegistryAway } from './port.ts'

/** The registry sends '--' for an empty field, or omits the field. */
const text = z
  .string()
  .nullish()
  .transform((value) => (value?.trim() === '--' ? '' : (value?.trim() ?? '')))

const name = z.object({ first_name: text, middle_name: text, last_name: text })
type ApiName = z.output<typeof name>

const result = z.object({
  // Formerly an integer, now a string.
  number: z.union([z.string(), z.number()]).transform(String),
  enumeration_type: z.enum(['NPI-1', 'NPI-2']),
  basic: name.extend({ credential: text, status: z.string() }),
  other_names: z.array(name).nullish(),
  addresses: z.array(z.object({ address_purpose: text, city: text, state: text })).nullish(),
  taxonomies: z.array(z.object({ code: text, desc: text, primary: z.boolean().nullish() })).nullish(),
})

/** It answers invalid requests with HTTP status 200 too. */
const answer = z.union([
  z.object({ Errors: z.array(z.object({ description: text })) }),
  z.object({ results: z.array(z.unknown()) }),
])

const inOurNames = ({ first_name, middle_name, last_name }: ApiName) => ({
  firstName: first_name,
  middleName: middle_name,
  lastName: last_name,
})

/** The record of `npi` in an answer of the registry's API v2.1, or null. Throws RegistryAway for any other answer. */
export function readAnswer(body: string, npi: string): NpiRecord | null {
  const read = answer.safeParse(json(body))
  if (!read.success) throw new RegistryAway('The NPI registry’s answer is not one of its API v2.1')
  if ('Errors' in read.data)
    throw new RegistryAway(
      `The NPI registry reports: ${read.data.Errors.map((error) => error.description)
        .join('; ')
        .slice(0, 500)}`,
    )
  if (read.data.results.length === 0) return null
  const found = read.data.results.map((one) => result.safeParse(one).data).find((one) => one?.number === npi)
  if (!found) throw new RegistryAway('The NPI registry’s answer has no record of the number asked for')
  const location = found.addresses?.find((address) => address.address_purpose === 'LOCATION')
  return {
    npi,
    kind: found.enumeration_type === 'NPI-1' ? 'person' : 'organization',
    ...inOurNames(found.basic),
    otherNames: (found.other_names ?? []).map(inOurNames).filter(({ lastName }) => lastName !== ''),
    credential: found.basic.credential,
    active: found.basic.status === 'A',
    taxonomies: (found.taxonomies ?? []).map(({ code, desc, primary }) => ({
      ...{ code, description: desc, primary: primary === true },
    })),
    city: location?.city ?? '',
    state: location?.state ?? '',
  }
}

function json(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
