import type { Patient } from '#domain/orders/document.ts'
import { DONOR_ANCESTRY, UNKNOWN_ANCESTRY } from '#domain/orders/race-and-ancestry.ts'
import type { OrderedTestInfo } from '#server/features/catalogue/public.ts'

/** Families as clinics describe them, chosen by the patient's record number so that each start shows the same. */
const ANCESTRIES: readonly Patient['ancestry'][] = [
  { maternal: ['Ashkenazi Jewish'], paternal: ['Mediterranean'] },
  { maternal: ['Northern European'], paternal: ['Northern European', 'Finnish'] },
  { maternal: [UNKNOWN_ANCESTRY], paternal: [UNKNOWN_ANCESTRY] },
  { maternal: [DONOR_ANCESTRY, 'East Asian'], paternal: ['Northern European'] },
  { maternal: ['African'], paternal: ['African', 'Indigenous American'] },
]

const ORIGINS: readonly Patient['raceAndEthnicity'][] = [
  { races: ['White'], hispanic: 'Not Hispanic or Latino' },
  { races: ['Black or African American'], hispanic: 'Not Hispanic or Latino' },
  { races: ['Asian'], hispanic: 'Not Hispanic or Latino' },
  { races: ['White', 'American Indian or Alaska Native'], hispanic: 'Hispanic or Latino' },
  { races: ['Declined to answer'], hispanic: 'Declined to answer' },
]

/**
 * The patient with what a clinic's intake form often has: race and ethnicity of some, and ancestry if the test asks
 * for it.
 */
export function withDetails(patient: Patient, { ancestry }: Pick<OrderedTestInfo, 'ancestry'>): Patient {
  const number = Number(/\d+$/.exec(patient.recordNumber)?.[0] ?? 0)
  const sides = ANCESTRIES[number % ANCESTRIES.length]
  const origins = number % 3 === 0 ? ORIGINS[(number / 3) % ORIGINS.length] : undefined
  return {
    ...patient,
    ...(origins ? { raceAndEthnicity: origins } : {}),
    ...(ancestry && sides ? { ancestry: sides } : {}),
  }
}
