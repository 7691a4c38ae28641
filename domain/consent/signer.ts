import type { IsoDate } from '../dates/dates.ts'
import type { DeathAuthority } from '../orders/deceased.ts'
import type { OrderDocument, Patient, PatientKey } from '../orders/document.ts'
import { type Authority, blankGuardian, type Guardian, guardianSigns } from '../orders/guardian.ts'
import { ageInYears, type ConsentLaw, stateRule, statesOf } from './law.ts'
import { authorityInWords, blankRecord, type ConsentRecord, type ConsentSigner } from './record.ts'

// Who signs for a person is given once, with the person or with the consent. The other place begins with it, and a rule
// (domain/orders/rules/signers.ts) notices if the two name different people.

const SIGNER_OF: Record<Authority, ConsentSigner> = {
  Parent: 'parent',
  'Legal guardian': 'legal-guardian',
  'Health care agent': 'health-care-agent',
  Other: 'legal-guardian',
}
const AUTHORITY_OF: Partial<Record<ConsentSigner, Authority>> = {
  parent: 'Parent',
  'legal-guardian': 'Legal guardian',
  'health-care-agent': 'Health care agent',
}
const SIGNER_AFTER_DEATH: Partial<Record<DeathAuthority, ConsentSigner>> = {
  'Next of kin': 'next-of-kin',
  Executor: 'executor',
}

type People = Pick<OrderDocument, 'patients'>
type Proposal = Pick<ConsentRecord, 'signer' | 'signerName' | 'evidence' | 'signsAlone'>

/** Where and when a person's age of majority is looked up. */
export interface Majority {
  law: ConsentLaw
  institutionState: string
  today: IsoDate
}

/** Whether a person has not reached the age of majority of their state; null if a date or the age is not known. */
export function isMinorOn(
  document: People,
  key: PatientKey,
  { law, institutionState, today }: Majority,
): boolean | null {
  const [state] = statesOf(document, key, institutionState)
  const majority = Number(stateRule(law, 'majority-age', state?.code ?? '', today)?.value ?? Number.NaN)
  const age = ageInYears(document.patients.find((one) => one.key === key)?.dateOfBirth ?? '', today)
  return age === null || Number.isNaN(majority) ? null : age < majority
}

/** Who signs according to the person's own part of the order; null if it names nobody. */
export function signerInOrder({
  guardian,
  deceased,
}: Pick<Patient, 'guardian' | 'deceased'>): Proposal | null {
  const blank = { signer: '', signerName: '', evidence: '', signsAlone: false } as const
  if (guardian?.signingReason === 'May sign')
    return { ...blank, signer: 'patient', signsAlone: true, evidence: guardian.authorityEvidence }
  if (guardianSigns(guardian)) {
    const signerName = `${guardian.firstName} ${guardian.lastName}`.trim()
    if (guardian.authority === '' && signerName === '') return null
    const signer = guardian.authority === '' ? '' : SIGNER_OF[guardian.authority]
    return { ...blank, signer, signerName, evidence: guardian.authorityEvidence }
  }
  if (!deceased || (deceased.authorizedBy.trim() === '' && deceased.authorizedAs === '')) return null
  const signer = deceased.authorizedAs === '' ? '' : (SIGNER_AFTER_DEATH[deceased.authorizedAs] ?? '')
  return {
    ...{ ...blank, signer, signerName: deceased.authorizedBy.trim() },
    evidence: deceased.authorityDocument,
  }
}

/**
 * What a record of a person's consent begins with: who signs according to the order; otherwise the person, if an
 * adult. The day and the method are never presumed.
 */
export function newRecord(document: People, key: PatientKey, majority: Majority): ConsentRecord {
  const blank = blankRecord(key)
  const patient = document.patients.find((one) => one.key === key)
  const proposal = patient && signerInOrder(patient)
  if (proposal) return { ...blank, ...proposal }
  return patient && !patient.deceased && isMinorOn(document, key, majority) === false
    ? { ...blank, signer: 'patient' }
    : blank
}

/** What a guardian begins with: who signed the person's consent, if it is recorded and was not the person. */
export function newGuardian(record: ConsentRecord | null, isMinor: boolean | null): Guardian {
  const blank: Guardian = { ...blankGuardian(), signingReason: isMinor ? 'Minor' : '' }
  const authority = record && record.signer !== '' ? AUTHORITY_OF[record.signer] : undefined
  if (!record || !authority) return blank
  const { firstName, lastName } = splitName(record.signerName)
  return { ...blank, firstName, lastName, authority, authorityEvidence: record.evidence }
}

/** The last word as last name: a beginning, which the user reads. */
function splitName(name: string): Pick<Guardian, 'firstName' | 'lastName'> {
  const words = name.trim().split(/\s+/)
  return { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) ?? '' }
}

const sameName = (one: string, other: string) =>
  one.trim().replace(/\s+/g, ' ').toLowerCase() === other.trim().replace(/\s+/g, ' ').toLowerCase()

/** 'Rosa Diaz, legal guardian'; 'the patient'. */
export function signerInWords({ signer, signerName }: Pick<ConsentRecord, 'signer' | 'signerName'>): string {
  if (signer === 'patient') return authorityInWords(signer)
  return [signerName.trim(), signer === '' ? '' : authorityInWords(signer)].filter(Boolean).join(', ')
}

/**
 * Whether the record names another signer than the order. What one of the two leaves open is no difference: another
 * authority of one person, a name, is.
 */
export function signersDiffer(
  patient: Pick<Patient, 'guardian' | 'deceased'>,
  record: ConsentRecord,
): boolean {
  const named = signerInOrder(patient)
  if (!named || record.signer === '') return false
  // A person who died cannot sign, which a rule of its own refuses.
  if (record.signer === 'patient' && patient.deceased) return false
  const isRoleOpen = named.signer === '' || patient.guardian?.authority === 'Other'
  const otherRole = !isRoleOpen && named.signer !== record.signer
  const otherName =
    record.signer !== 'patient' &&
    named.signerName !== '' &&
    record.signerName.trim() !== '' &&
    !sameName(named.signerName, record.signerName)
  return otherRole || otherName || (isRoleOpen && record.signer === 'patient')
}
