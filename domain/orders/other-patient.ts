import type { IsoDate } from '../dates/dates.ts'
import type { Patient } from './document.ts'
import { letters } from './identity.ts'

/** The person a laboratory message names; '' for missing values. */
export interface NamedPatient {
  lastName: string
  dateOfBirth: IsoDate | ''
}

/**
 * Whether a message names a person who is not in the order, so that its content must not be shown with it.
 * Names change and dates are mistyped: if one of the two matches, the person does, and missing values match.
 */
export function namesAnotherPatient(patients: readonly Patient[], named: NamedPatient): boolean {
  const name = letters(named.lastName)
  if (name === '' || named.dateOfBirth === '') return false
  return !patients.some(
    (patient) => letters(patient.lastName) === name || patient.dateOfBirth === named.dateOfBirth,
  )
}
