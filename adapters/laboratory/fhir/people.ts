import type {
  Address,
  ContactPoint,
  Extension,
  Identifier,
  Organization,
  Patient as PatientResource,
  Practitioner,
  Reference,
  RelatedPerson,
} from 'fhir/r4.js'
import { countryCodes } from '#domain/addresses/countries.ts'
import type { AddressType, ContactReference, ContactType } from '#domain/lookups.ts'
import { latestDayOfDeath } from '#domain/orders/deceased.ts'
import { type Patient, type PatientKey, PROBAND } from '#domain/orders/document.ts'
import { fetusOf, isPrenatal } from '#domain/orders/subject.ts'
import { personNumber } from '../patient-segments.ts'
import type { LaboratoryOrder } from '../port.ts'
import { personExtensions, usualName } from './person-extensions.ts'
import { exactRole } from './roles.ts'
import { identifier, type Refer, recordNumberSystem, SYSTEMS } from './systems.ts'
import { dayOf, text } from './tidy.ts'

/** The order's fields needed to identify a person. */
export type OfOrder = Pick<LaboratoryOrder, 'orderId' | 'institution' | 'document'>

const GENDERS = {
  Male: 'male',
  Female: 'female',
  Ambiguous: 'other',
  Unknown: 'unknown',
  '': undefined,
} as const

/** HL7 v3 RoleCode. */
const RELATIONSHIPS: Record<Patient['relationship'], string> = {
  Proband: 'ONESELF',
  Mother: 'MTH',
  Father: 'FTH',
  Sibling: 'SIB',
  Child: 'CHILD',
  Partner: 'DOMPART',
  'Other relative': 'FAMMEMB',
}

/** A person of the order: the patient, or a relative, who also gets a RelatedPerson. */
export function patientResource(order: OfOrder, patient: Patient, refer: Refer): PatientResource {
  const { key } = patient
  const relative = { reference: refer('RelatedPerson', personNumber(order.orderId, key)) }
  return {
    resourceType: 'Patient',
    identifier: personIdentifiers(order, patient),
    ...extended(personExtensions(patient)),
    ...demographics(patient),
    ...deathOf(patient),
    managingOrganization: institutionReference(order, refer),
    ...(patient === order.document.patients[0]
      ? {}
      : { link: [{ other: relative, type: 'seealso' as const }] }),
  }
}

const extended = (extension: Extension[]) => (extension.length > 0 ? { extension } : {})

/**
 * A relative's relationship to the patient. Of an order for a fetus a relative is the fetus's, and not that of its mother:
 * only a code that says so is sent.
 */
export function relatedPerson(order: OfOrder, relative: Patient, refer: Refer): RelatedPerson {
  const { document } = order
  const prenatal = isPrenatal(document)
  const code =
    exactRole(document, relative) ??
    (prenatal && relative.relationship !== 'Partner' ? undefined : RELATIONSHIPS[relative.relationship])
  const system = 'http://terminology.hl7.org/CodeSystem/v3-RoleCode'
  const words = kinshipInWords(relative)
  const isPartner = relative.relationship === 'Partner'
  return {
    resourceType: 'RelatedPerson',
    identifier: personIdentifiers(order, relative),
    patient: personReference(order, PROBAND, refer),
    relationship: [
      {
        ...(code ? { coding: [{ system, code }] } : {}),
        text: prenatal && !isPartner ? `${words} of the fetus` : words,
      },
    ],
    ...demographics(relative),
  }
}

const kinshipInWords = ({ relationship, kinship }: Patient) =>
  [relationship, kinship?.kinshipKind.toLowerCase()].filter(Boolean).join(', ')

/** Refers by name at least: an order refers only to its own persons. */
export function personReference(order: OfOrder, key: PatientKey, refer: Refer): Reference {
  const person = order.document.patients.find((one) => one.key === key)
  const fetus = fetusOf(order.document, key)
  if (fetus)
    return {
      reference: refer('Patient', personNumber(order.orderId, key)),
      display: text(`Fetus ${fetus.label}`),
    }
  const display = person ? text(`${person.firstName} ${person.lastName}`) : ''
  const named = { display: display || 'Not given' }
  return person ? { reference: refer('Patient', personNumber(order.orderId, key)), ...named } : named
}

function personIdentifiers({ orderId, institution }: OfOrder, { key, recordNumber }: Patient): Identifier[] {
  const assigner = { display: institution.name }
  const own = identifier(SYSTEMS.person, personNumber(orderId, key), 'PI')
  return text(recordNumber)
    ? [own, { ...identifier(recordNumberSystem(institution.code), recordNumber, 'MR'), assigner }]
    : [own]
}

function demographics(patient: Patient) {
  const born = dayOf(patient.dateOfBirth)
  const gender = GENDERS[patient.sex]
  return {
    name: [
      { use: 'official' as const, family: patient.lastName, given: [patient.firstName] },
      ...usualName(patient),
    ],
    telecom: patient.contacts.flatMap(contactPoint),
    address: patient.addresses.flatMap(addressOf),
    ...(gender ? { gender } : {}),
    ...(born ? { birthDate: born } : {}),
  }
}

/** A date as exact as it is known, `2024-05`; else that the person has died. */
function deathOf({ deceased }: Patient): Pick<PatientResource, 'deceasedBoolean' | 'deceasedDateTime'> {
  if (!deceased) return {}
  return latestDayOfDeath(deceased.dateOfDeath) === ''
    ? { deceasedBoolean: true }
    : { deceasedDateTime: deceased.dateOfDeath }
}

/** The order's provider, by NPI if there is one. */
export function practitionerResource({ orderId, document }: OfOrder): Practitioner {
  const { npi, firstName, lastName } = document.orderingProvider
  const own = text(npi) ? identifier(SYSTEMS.npi, npi, 'NPI') : identifier(SYSTEMS.provider, String(orderId))
  return {
    resourceType: 'Practitioner',
    identifier: [own],
    name: [{ family: lastName, given: [firstName] }],
  }
}

export function practitionerKey({ orderId, document }: OfOrder): string {
  const { npi } = document.orderingProvider
  return text(npi) ? `npi-${npi}` : `order-${orderId}`
}

export function practitionerReference(order: OfOrder, refer: Refer): Reference {
  const { firstName, lastName } = order.document.orderingProvider
  const display = `${firstName} ${lastName}`.trim()
  return { reference: refer('Practitioner', practitionerKey(order)), display }
}

export function institutionResource({ institution }: Pick<OfOrder, 'institution'>): Organization {
  return {
    resourceType: 'Organization',
    identifier: [identifier(SYSTEMS.institution, institution.code)],
    name: institution.name,
  }
}

export function institutionReference(
  { institution: { code, name } }: Pick<OfOrder, 'institution'>,
  refer: Refer,
): Reference {
  return { reference: refer('Organization', code), display: name }
}

const ADDRESSES: Record<AddressType, Pick<Address, 'use' | 'type'>> = {
  Primary: { use: 'home' },
  Billing: { use: 'billing' },
  Mailing: { type: 'postal' },
  All: { use: 'home', type: 'both' },
}
/** FHIR Address. The country is its two-letter ISO 3166 code, omitted if unknown. */
function addressOf(known: Patient['addresses'][number]): Address[] {
  const { type, addressLine1, addressLine2, city, state, postalCode } = known
  const line = [addressLine1, addressLine2].filter((one) => one.trim() !== '')
  if (![...line, city, state, postalCode].some((one) => one.trim() !== '')) return []
  return [{ ...ADDRESSES[type], line, city, state, postalCode, country: countryCodes(known).two }]
}

const USES: Record<ContactReference, NonNullable<ContactPoint['use']>> = {
  Home: 'home',
  Work: 'work',
  Temp: 'temp',
  Old: 'old',
  Mobile: 'mobile',
}
const MEANS: Record<ContactType, NonNullable<ContactPoint['system']>> = {
  Phone: 'phone',
  Fax: 'fax',
  Email: 'email',
  Pager: 'pager',
  Url: 'url',
  Sms: 'sms',
  Other: 'other',
}

/** Omits former contacts. */
function contactPoint({ type, reference, value }: Patient['contacts'][number]): ContactPoint[] {
  if (text(value) === '' || reference === 'Old') return []
  return [{ system: MEANS[type], value, use: USES[reference] }]
}
