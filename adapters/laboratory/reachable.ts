import { countryCodes } from '#domain/addresses/countries.ts'
import type { AddressType, ContactReference, ContactType } from '#domain/lookups.ts'
import { type ContactUse, contactUse } from '#domain/orders/contact-use.ts'
import type { Contact, Patient } from '#domain/orders/document.ts'

/** HL7 table 0190; BI came with a later version than 2.5.1. */
const ADDRESS_CODES: Record<AddressType, string> = { Primary: 'H', Billing: 'BI', Mailing: 'M', All: 'H' }

/** HL7 table 0201. What was reachable once (Old) is not sent. */
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

/** XAD, one repetition for each address that says anything; the country in component 6 by three letters (HL7 table 0399). */
export function addresses({ addresses: known }: Patient): string[][] {
  const filled = known.map(({ type, addressLine1, addressLine2, city, state, postalCode, ...at }) => ({
    ...{ type, country: countryCodes(at).three },
    lines: [addressLine1, addressLine2, city, state, postalCode],
  }))
  return filled
    .filter(({ lines }) => lines.some((line) => line !== ''))
    .map(({ type, country, lines }) => [...lines, country, ADDRESS_CODES[type]])
}

/** XTN as PID-13 and NK1-5 have it, and as PID-14 and NK1-6 do: at home and at work. */
export function telecommunications({ contacts }: Patient): { home: string[][]; work: string[][] } {
  const at = (use: ContactUse) =>
    contacts.flatMap((contact) => (contactUse(contact) === use ? reachedBy(contact) : []))
  return { home: at('Personal'), work: at('Work') }
}

/** The number as it was typed in component 12; an e-mail address in component 4, which is where it belongs. */
function reachedBy({ type, reference, value }: Contact): string[][] {
  if (value === '' || reference === 'Old') return []
  if (type === 'Email') return [['', 'NET', EQUIPMENT_CODES.Email, value]]
  const use = type === 'Pager' ? 'BPN' : USE_CODES[reference]
  const equipment = type === 'Phone' && reference === 'Mobile' ? 'CP' : EQUIPMENT_CODES[type]
  const kind = equipment === '' ? type : ''
  return [['', use, equipment, '', '', '', '', '', kind, '', '', value]]
}
