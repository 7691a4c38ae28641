import { ageInYears, type ConsentLaw, stateRule, statesOf } from '#domain/consent/law.ts'
import { blankRecord, type ConsentRecord, type ConsentSigner } from '#domain/consent/record.ts'
import type { IsoDate } from '#domain/dates/dates.ts'
import type { OrderDocument, PatientKey } from '#domain/orders/document.ts'
import { type AUTHORITIES, guardianSigns } from '#domain/orders/guardian.ts'

const SIGNER_OF: Record<(typeof AUTHORITIES)[number], ConsentSigner> = {
  Parent: 'parent',
  'Legal guardian': 'legal-guardian',
  'Health care agent': 'health-care-agent',
  Other: 'legal-guardian',
}

/**
 * What a record of a person's consent begins with: the guardian named with the person; otherwise the person, if an
 * adult. The day and the method are never presumed.
 */
export function newRecord(
  document: Pick<OrderDocument, 'patients'>,
  key: PatientKey,
  { law, institutionState, today }: { law: ConsentLaw; institutionState: string; today: IsoDate },
): ConsentRecord {
  const blank = blankRecord(key)
  const patient = document.patients.find((one) => one.key === key)
  const guardian = patient?.guardian
  if (guardian && guardianSigns(guardian) && guardian.authority !== '')
    return {
      ...blank,
      signer: SIGNER_OF[guardian.authority],
      signerName: `${guardian.firstName} ${guardian.lastName}`.trim(),
      evidence: guardian.authorityEvidence,
    }
  if (patient?.deceased) return { ...blank, signerName: patient.deceased.authorizedBy }
  const [state] = statesOf(document, key, institutionState)
  const majority = Number(stateRule(law, 'majority-age', state?.code ?? '', today)?.value ?? Number.NaN)
  const age = ageInYears(patient?.dateOfBirth ?? '', today)
  return age !== null && age >= majority ? { ...blank, signer: 'patient' } : blank
}
