import type { z } from 'zod'
import type { NpiRegistry } from '#adapters/npi-registry/port.ts'
import type { FieldError } from '#contract/errors.ts'
import type { registration } from '#contract/physicians.ts'
import { isNpi } from '#domain/npi/npi.ts'
import { type RegisteredNameRefusal, registeredNameRefusal } from '#domain/npi/registered-name.ts'
import { splitName } from '#domain/npi/split-name.ts'
import { phoneErrors } from '#server/phone-numbers.ts'

export type Registration = z.output<typeof registration>

const wrong = (path: string, rule: string, message: string): FieldError => ({ path, rule, message })

/** Why a number cannot be the person's NPI. */
export const NAME_REFUSALS: Record<RegisteredNameRefusal | 'unknown', string> = {
  unknown: 'This NPI is not in the NPI registry. Check the number.',
  deactivated: 'This NPI is no longer active in the NPI registry. Check the number.',
  organization: 'This is an organization’s NPI. Enter the individual’s NPI.',
  'other-name':
    'This NPI is registered under another name. Enter the name as it appears in the NPI registry.',
}

/** The problems with a number as the NPI of the named person; `path` is the number's pointer. */
async function npiErrors(
  npi: string,
  name: { firstName: string; lastName: string },
  path: string,
  registry: NpiRegistry,
): Promise<FieldError[]> {
  if (!isNpi(npi)) return [wrong(path, 'npi', 'Invalid NPI. Check the digits.')]
  const record = await registry.lookup(npi)
  if (!record) return [wrong(path, 'npi', NAME_REFUSALS.unknown)]
  const refusal = registeredNameRefusal(name, record)
  return refusal ? [wrong(path, refusal, NAME_REFUSALS[refusal])] : []
}

/**
 * Everything wrong with a registration besides its shape (specification §1, Terms): a provider gives an NPI
 * registered to their name; anyone without one names the provider they act for. Throws if the registry is
 * unavailable.
 */
export async function registrationErrors(given: Registration, registry: NpiRegistry): Promise<FieldError[]> {
  const phones = phoneErrors(given.phoneNumbers, '/phoneNumbers')
  const { delegate, npi } = given
  if (given.providerType !== 'Staff')
    return npi === ''
      ? [...phones, wrong('/npi', 'required', 'Enter your NPI.')]
      : [...phones, ...(await npiErrors(npi, given, '/npi', registry))]
  const staff = [
    npi === '' ? [] : wrong('/npi', 'staff', 'Leave the NPI empty, or choose your provider type.'),
    delegate
      ? await npiErrors(
          delegate.providerNpi,
          splitName(delegate.providerName),
          '/delegate/providerNpi',
          registry,
        )
      : wrong('/delegate', 'required', 'Name the provider you act for. They must have agreed.'),
  ]
  return [...phones, ...staff.flat()]
}
