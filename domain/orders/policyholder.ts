import type { Insurance, Patient } from './document.ts'

type Policyholder = Pick<Patient, 'firstName' | 'lastName' | 'dateOfBirth'>

const BLANK: Policyholder = { firstName: '', lastName: '', dateOfBirth: '' }

/**
 * Who holds the policy: for "Self" the patient, blank if none is given. The form then hides the fields of another
 * holder, and keeps what was typed there in case the relationship changes again: it is not about this policy.
 */
export function policyholderOf(insurance: Insurance, patient?: Policyholder): Policyholder {
  if (insurance.holderRelationship === 'Self') return patient ?? BLANK
  return {
    firstName: insurance.holderFirstName,
    lastName: insurance.holderLastName,
    dateOfBirth: insurance.holderDateOfBirth,
  }
}
