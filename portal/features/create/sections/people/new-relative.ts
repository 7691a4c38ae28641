import type { Relationship, Sex } from '#domain/lookups.ts'
import {
  blankPatient,
  blankSample,
  type OrderDocument,
  type Patient,
  type PatientKey,
} from '#domain/orders/document.ts'
import { addRelative, addSample, freeKey, samplesOf } from '#domain/orders/family.ts'

const SEX_OF: Partial<Record<Relationship, Sex>> = { Mother: 'Female', Father: 'Male' }

export type KnownDetails = Partial<Pick<Patient, 'firstName' | 'lastName' | 'dateOfBirth' | 'sex'>>

/** The key that the next person will have. */
export function nextKey(document: Pick<OrderDocument, 'patients'>): PatientKey {
  return freeKey(
    'relative-',
    document.patients.map((patient) => patient.key),
  )
}

const begun = (relationship: Relationship, key: PatientKey, known: KnownDetails): Patient => ({
  ...blankPatient(relationship, key),
  sex: SEX_OF[relationship] ?? '',
  ...known,
})

/** The order with one more relative, and a specimen of theirs to be filled in where there are any (no VOB). */
export function withRelative(
  document: OrderDocument,
  relationship: Relationship,
  known: KnownDetails = {},
): OrderDocument {
  const key = nextKey(document)
  const person = addRelative(document, relationship, key)
  const added = document.isVOB ? person : addSample(person, key)
  return {
    ...added,
    patients: added.patients.map((patient) =>
      patient.key === key ? begun(relationship, key, known) : patient,
    ),
  }
}

/** Was nothing typed of this person and their specimens? They can then be removed without asking. */
export function isUntouched(document: OrderDocument, patient: Patient): boolean {
  const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
  return (
    isEqual(patient, begun(patient.relationship, patient.key, {})) &&
    samplesOf(document, patient.key).every((sample) => isEqual(sample, blankSample(patient.key, sample.key)))
  )
}
