/**
 * Who may sign a consent: the patient, or a person with the authority to decide for the patient. Someone who
 * died is represented by an executor or the next of kin.
 */
export const CONSENT_SIGNERS = [
  'patient',
  'parent',
  'legal-guardian',
  'health-care-agent',
  'executor',
  'next-of-kin',
] as const
export type ConsentSigner = (typeof CONSENT_SIGNERS)[number]

/** How it was given. `verbal`: before a witness, who is named. */
export const CONSENT_METHODS = ['paper', 'electronic', 'verbal'] as const
export type ConsentMethod = (typeof CONSENT_METHODS)[number]

/** A child's own agreement. `unable`: too young, or not capable of it. */
export const ASSENTS = ['given', 'refused', 'unable'] as const
export type Assent = (typeof ASSENTS)[number]

/**
 * How one person's consent was given. Texts are '' if they are empty. Left out of the document: the submitter
 * of the order attests the consent, as the text that they sign states (domain/orders/attestation.ts).
 */
export interface ConsentRecord {
  /** A PatientKey (domain/orders/document.ts). */
  patient: string
  signer: ConsentSigner | ''
  /** The signer's name; '' if it is the patient. */
  signerName: string
  /** The signer's relation to the patient: mother, brother. */
  relation: string
  /** The document that gives the authority: a court order, a health care proxy. */
  evidence: string
  /** A minor who may sign alone: pregnant or emancipated, by the law of many states. */
  signsAlone: boolean
  /** ISO date, or text as typed. */
  signedOn: string
  method: ConsentMethod | ''
  /** The witness of a verbal consent. */
  witness: string
  /** The language of the form, ISO 639-1. */
  language: string
  /** The interpreter's name; '' if none was needed. */
  interpreter: string
  assent: Assent | ''
}

/** The language of a consent form if the record gives none. */
export const DEFAULT_LANGUAGE = 'en'

export function blankRecord(patient: string): ConsentRecord {
  return {
    patient,
    signer: '',
    ...{ signerName: '', relation: '', evidence: '', signsAlone: false },
    ...{ signedOn: '', method: '', witness: '', language: DEFAULT_LANGUAGE, interpreter: '', assent: '' },
  }
}

/** The record of a person's consent; null if the orderer attests it. */
export function recordOf(
  { consentRecords = [] }: { consentRecords?: readonly ConsentRecord[] | undefined },
  person: string,
): ConsentRecord | null {
  return consentRecords.find(({ patient }) => patient === person) ?? null
}

/** The document with another record for a person, or none; without any, the part is left out. */
export function withRecord<T extends { consentRecords?: ConsentRecord[] }>(
  document: T,
  person: string,
  record: ConsentRecord | null,
): T {
  const { consentRecords: before = [], ...rest } = document
  const others = before.filter(({ patient }) => patient !== person)
  if (!record && others.length === before.length) return document
  const consentRecords = record ? [...others, record] : others
  return (consentRecords.length > 0 ? { ...rest, consentRecords } : rest) as T
}

const AUTHORITIES: Record<ConsentSigner, string> = {
  patient: 'the patient',
  parent: 'parent',
  'legal-guardian': 'legal guardian',
  'health-care-agent': 'health care agent',
  executor: 'executor',
  'next-of-kin': 'next of kin',
}

/** The signer's authority in words, in a sentence. */
export const authorityInWords = (signer: ConsentSigner) => AUTHORITIES[signer]

export const METHOD_WORDS: Record<ConsentMethod, string> = {
  paper: 'on paper',
  electronic: 'electronically',
  verbal: 'verbally',
}

export const ASSENT_WORDS: Record<Assent, string> = {
  given: 'given',
  refused: 'refused',
  unable: 'not possible (age or capacity)',
}
