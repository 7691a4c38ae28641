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

/** Why a number cannot be that of a person, in words. */
export const NAME_REFUSALS: Record<RegisteredNameRefusal | 'unknown', string> = {
  unknown: 'The NPI registry does not know this number. Check it.',
  deactivated: 'The NPI registry says that this number is no longer active.',
  organization: 'This is the NPI of an organization. Enter the one of the person.',
  'other-name': 'This NPI is registered to another name. Enter the name as the NPI registry has it.',
}

/** What is wrong with a number as the NPI of whoever is named; `path` is the number's pointer. */
async function npiErrors(
  npi: string,
  name: { firstName: string; lastName: string },
  path: string,
  registry: NpiRegistry,
): Promise<FieldError[]> {
  if (!isNpi(npi)) return [wrong(path, 'npi', 'This is no NPI: a digit is wrong.')]
  const record = await registry.lookup(npi)
  if (!record) return [wrong(path, 'npi', NAME_REFUSALS.unknown)]
  const refusal = registeredNameRefusal(name, record)
  return refusal ? [wrong(path, refusal, NAME_REFUSALS[refusal])] : []
}

/**
 * All that is wrong with a registration besides its shape (specification §1, Terms): who orders gives an NPI that is
 * registered to their name; who has none names the provider for whom they act. Throws where the registry can't be asked.
 */
export async function registrationErrors(given: Registration, registry: NpiRegistry): Promise<FieldError[]> {
  const phones = phoneErrors(given.phoneNumbers, '/phoneNumbers')
  const { delegate, npi } = given
  if (given.providerType !== 'Staff')
    return npi === ''
      ? [...phones, wrong('/npi', 'required', 'Enter your NPI.')]
      : [...phones, ...(await npiErrors(npi, given, '/npi', registry))]
  const staff = [
    npi === '' ? [] : wrong('/npi', 'staff', 'Leave the NPI empty, or choose what kind of provider you are.'),
    delegate
      ? await npiErrors(
          delegate.providerNpi,
          splitName(delegate.providerName),
          '/delegate/providerNpi',
          registry,
        )
      : wrong('/delegate', 'required', 'Name the provider for whom you act, who must have agreed.'),
  ]
  return [...phones, ...staff.flat()]
}
