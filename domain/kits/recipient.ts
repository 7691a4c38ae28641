import { cityLines, countryLine } from '../addresses/in-lines.ts'
import type { AddressType, Country } from '../lookups.ts'
import { searchable } from '../text/searchable.ts'
import type { KitRecipient } from './kit.ts'

interface Address {
  type: AddressType
  addressLine1: string
  addressLine2?: string | undefined
  city: string
  state: string
  postalCode: string
  /** Missing in addresses stored before there were countries: the USA. */
  country?: Country | undefined
  otherCountry?: string | undefined
}

/** The address types for parcels, in order of preference. */
const FOR_PARCELS: readonly AddressType[] = ['Primary', 'All', 'Mailing', 'Billing']

/**
 * A person at an institution as the recipient of a kit: primary address, and first phone that is not a fax.
 */
export function recipientAt(
  institution: {
    addresses: readonly Address[]
    phones: readonly { type: string; phoneNumber: string }[]
  },
  person: { firstName: string; lastName: string },
): KitRecipient {
  const address = FOR_PARCELS.map((type) => institution.addresses.find((one) => one.type === type)).find(
    (found) => found !== undefined,
  )
  return {
    firstName: person.firstName,
    lastName: person.lastName,
    address1: address?.addressLine1 ?? '',
    address2: address?.addressLine2 ?? '',
    city: address?.city ?? '',
    zipCode: address?.postalCode ?? '',
    state: address?.state ?? '',
    country: address?.country ?? 'USA',
    otherCountry: address?.otherCountry ?? '',
    phone: institution.phones.find(({ type }) => type !== 'Fax')?.phoneNumber ?? '',
  }
}

/** The text in which a search finds kits: name and place, and the country unless it is the USA. */
export function kitSearchText({ phone: _, zipCode: __, country, otherCountry, ...to }: KitRecipient): string {
  const words = [...Object.values(to), countryLine({ country, otherCountry })]
  return searchable(words.filter(Boolean).join(' '))
}

/** As on a label: name, street, place, and the country unless it is the USA. */
export function addressLines({ firstName, lastName, ...to }: KitRecipient): string[] {
  const cityAndCountry = cityLines({ ...to, postalCode: to.zipCode })
  return [`${firstName} ${lastName}`.trim(), to.address1, to.address2, ...cityAndCountry].filter(Boolean)
}
