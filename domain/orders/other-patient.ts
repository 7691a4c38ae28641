import type { IsoDate } from '../dates/dates.ts'
import type { Patient } from './document.ts'
import { letters } from './identity.ts'

/** Whom a message of the laboratory is about; '' for what it does not say. */
export interface NamedPatient {
  lastName: string
  dateOfBirth: IsoDate | ''
}

/**
 * Whether a message names somebody who is nobody of the order, so that what it brings must not be shown with it.
 * Names change and days are mistyped: one of the two that fits is enough, and what is not said fits.
 */
export function namesAnotherPatient(patients: readonly Patient[], named: NamedPatient): boolean {
  const name = letters(named.lastName)
  if (name === '' || named.dateOfBirth === '') return false
  return !patients.some(
    (patient) => letters(patient.lastName) === name || patient.dateOfBirth === named.dateOfBirth,
  )
}
