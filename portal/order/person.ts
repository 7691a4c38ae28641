import { countryLine } from '#domain/addresses/in-lines.ts'
import type { OrderDocument, Patient, PatientKey } from '#domain/orders/document.ts'
import { whoIs } from '#domain/orders/family.ts'
import { isFetusKey, isPrenatal } from '#domain/orders/subject.ts'
import { specimenKey } from '#domain/samples/sample.ts'

/** What a person of the order is called in a heading: 'Elena Moreno, mother'; 'Mother' while the name is not typed. */
export function calledInOrder(
  document: Pick<OrderDocument, 'patients' | 'pregnancy'>,
  key: PatientKey,
): string {
  const person = document.patients.find((patient) => patient.key === key)
  const name = person ? `${person.firstName.trim()} ${person.lastName.trim()}`.trim() : ''
  const role = whoIs(document, key).replace(/^the /, '')
  return name === '' ? role.charAt(0).toUpperCase() + role.slice(1) : `${name}, ${role}`
}

const ADDRESS_FIELDS = ['addressLine1', 'addressLine2', 'city', 'state', 'postalCode'] as const

/** Does anything stand in the addresses? */
export function hasAddress({ addresses }: Pick<Patient, 'addresses'>): boolean {
  return addresses.some((address) => ADDRESS_FIELDS.some((field) => address[field].trim() !== ''))
}

/** An address in one line: '12 Heron Lane, Arden, Ohio 43215'. */
export function addressInWords(address: Patient['addresses'][number]): string {
  const region = [address.state, address.postalCode].filter(Boolean).join(' ')
  const lines = [address.addressLine1, address.addressLine2, address.city, region].filter(Boolean)
  return [...lines, lines.length > 0 ? countryLine(address) : ''].filter(Boolean).join(', ')
}

/** What the person of a sample is to whoever is tested: 'father', 'proband'; '' for a fetus, whose name says it. */
export function roleOfSample(
  document: Pick<OrderDocument, 'samples' | 'patients' | 'pregnancy'>,
  { key, relationship }: { key: string; relationship: string },
): string {
  const patient = document.samples.find((one) => one.key === specimenKey(key))?.patient
  if (!isPrenatal(document) || patient === undefined) return relationship.toLowerCase()
  return isFetusKey(patient) ? '' : whoIs(document, patient).replace(/^the /, '')
}
