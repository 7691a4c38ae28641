/** A code as a hospital's record system (EHR) writes it; each part '' if it is left out. */
export interface TheirCode {
  code: string
  text: string
  system: string
}

/** Somebody or something that a hospital has a number for; `system` is who gave it, `type` what it is. */
export interface TheirNumber {
  number: string
  system: string
  type: string
}

/** A question of the hospital's order form and its answer, as they came. */
export interface TheirAnswer {
  /** The question's code, and the alternative one. */
  question: readonly TheirCode[]
  /** A chosen option; null for text, a number or a time. */
  choice: TheirCode | null
  /** The answer in words; a number with its unit. */
  words: string
}

/** ISO dates are '' if they are not known to the day. */
export interface TheirPatient {
  lastName: string
  firstName: string
  dateOfBirth: string
  /** PID-8, as it came. */
  sex: string
  /** Record numbers, the first first. */
  numbers: readonly TheirNumber[]
  address: { line1: string; line2: string; city: string; state: string; postalCode: string; country: string }
  phone: string
  email: string
}

export interface TheirInsurance {
  payer: TheirCode
  memberId: string
  groupNumber: string
  /** IN1-17, as it came: what the insured is to the patient. */
  relationship: string
  holder: { lastName: string; firstName: string; dateOfBirth: string }
}

/** The type's codes, and the day it was collected. */
export interface TheirSpecimen {
  type: readonly TheirCode[]
  collectedOn: string
}

/** ORC-1 as this portal understands it; null for a code that it does not know. */
export type OrderControl = 'new' | 'change' | 'cancel' | null

/** One order of a hospital, as its message says it: nothing is looked up or guessed. */
export interface EhrOrder {
  control: OrderControl
  /** ORC-1 as it came. */
  controlCode: string
  /** The hospital's own number of the order, with the four parts of its namespace. */
  placer: { number: string; namespace: string; universalId: string; universalIdType: string }
  /** ORC-4: orders with the same one were placed together. '' if none. */
  group: string
  /** Each test's codes: the hospital's own, and the alternative one. */
  tests: readonly (readonly TheirCode[])[]
  patient: TheirPatient
  /** Who orders, with all of their numbers; null if nobody is named. */
  provider: { lastName: string; firstName: string; numbers: readonly TheirNumber[] } | null
  specimen: TheirSpecimen
  /** Other specimens of it. Left out: none. */
  furtherSpecimens?: readonly TheirSpecimen[]
  diagnoses: readonly TheirCode[]
  insurance: readonly TheirInsurance[]
  answers: readonly TheirAnswer[]
  notes: readonly string[]
}

/** The number that tells one order of a hospital from all others: never without its namespace. */
export function placerKey({ number, namespace, universalId, universalIdType }: EhrOrder['placer']): string {
  return [number, namespace, universalId, universalIdType].join('^').replace(/\^+$/, '')
}
