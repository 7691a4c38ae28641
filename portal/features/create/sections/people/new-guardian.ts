import { ageInYears, NO_LAW } from '#domain/consent/law.ts'
import { recordOf } from '#domain/consent/record.ts'
import { isMinorOn, newGuardian as newGuardianOf } from '#domain/consent/signer.ts'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import type { PatientKey } from '#domain/orders/document.ts'
import type { Guardian } from '#domain/orders/guardian.ts'
import type { FormState } from '../../draft/order-form.ts'

/** Whether somebody of the order is a minor today; null if it is not known. */
export function isMinorNow({ document, checked }: FormState, key: PatientKey): boolean | null {
  const { consentLaw: law = NO_LAW, institutionState } = checked
  return isMinorOn(document, key, { law, institutionState, today: todayAtLaboratory(new Date()) })
}

/**
 * What is entered first of who signs for somebody: whoever signed their consent, if that is recorded. Of a child the reason
 * is known by its date of birth, also before the laws' ages are.
 */
export function newGuardian(state: FormState, key: PatientKey): Guardian {
  const born = state.document.patients.find((one) => one.key === key)?.dateOfBirth ?? ''
  const years = ageInYears(born, todayAtLaboratory(new Date()))
  const isMinor = isMinorNow(state, key) ?? (years === null ? null : years < 18)
  return newGuardianOf(recordOf(state.document, key), isMinor)
}
