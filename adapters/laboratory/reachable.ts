import { countryCodes } from '#domain/addresses/countries.ts'
import type { AddressType, ContactReference, ContactType } from '#domain/lookups.ts'
import { type ContactUse, contactUse } from '#domain/orders/contact-use.ts'
import type { Contact, Patient } from '#domain/orders/document.ts'

/** HL7 table 0190; BI was added after version 2.5.1. */
const ADDRESS_CODES: Record<AddressType, string> = { Primary: 'H', Billing: 'BI', Mailing: 'M', All: 'H' }

/** HL7 table 0201. Former contacts (Old) are not sent. */
const USE_CODES: Record<Exclude<ContactReference, 'Old'>, string> = {
  Home: 'PRN',
  Mobile: 'PRN',
  Work: 'WPN',
  Temp: 'ORN',
}

/** HL7 table 0202; '' where it has none. */
const EQUIPMENT_CODES: Record<ContactType, string> = {
  Phone: 'PH',
  Fax: 'FX',
  Email: 'Internet',
  Pager: 'BP',
  Url: '',
  Sms: 'CP',
  Other: '',
}

/**
 * XAD, one repetition per address that is not empty; the country in component 6 has three letters (HL7 table
 * 0399).
 */
export function addresses({ addresses: known }: Patient): string[][] {
  const filled = known.map(({ type, addressLine1, addressLine2, city, state, postalCode, ...at }) => ({
    ...{ type, country: countryCodes(at).three },
    lines: [addressLine1, addressLine2, city, state, postalCode],
  }))
  return filled
    .filter(({ lines }) => lines.some((line) => line !== ''))
    .map(({ type, country, lines }) => [...lines, country, ADDRESS_CODES[type]])
}

/** XTN for home (PID-13, NK1-5) and for work (PID-14, NK1-6). */
export function telecommunications({ contacts }: Patient): { home: string[][]; work: string[][] } {
  const at = (use: ContactUse) =>
    contacts.flatMap((contact) => (contactUse(contact) === use ? reachedBy(contact) : []))
  return { home: at('Personal'), work: at('Work') }
}

/** The number as typed in component 12; an email address in component 4, as the standard requires. */
function reachedBy({ type, reference, value }: Contact): string[][] {
  if (value === '' || reference === 'Old') return []
  if (type === 'Email') return [['', 'NET', EQUIPMENT_CODES.Email, value]]
  const use = type === 'Pager' ? 'BPN' : USE_CODES[reference]
  const equipment = type === 'Phone' && reference === 'Mobile' ? 'CP' : EQUIPMENT_CODES[type]
  const kind = equipment === '' ? type : ''
  return [['', use, equipment, '', '', '', '', '', kind, '', '', value]]
}
