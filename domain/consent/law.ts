import { regionOf } from '../addresses/regions.ts'
import { type IsoDate, readIsoDate } from '../dates/dates.ts'
import type { OrderDocument, PatientKey } from '../orders/document.ts'

/**
 * What a state requires of a consent:
 * - `attestation`: a signed consent, or the orderer's attestation, which is the submitter's signature;
 * - `written`: a consent in writing; a verbal one does not suffice;
 * - `consent`: the statement named by `consent` must be agreed to for specimens from the state;
 * - `retention-days`: the specimen is destroyed `value` days after its collection, unless the statement named
 *   by `consent` is agreed to;
 * - `majority-age`, `assent-age`: in years.
 */
export const STATE_RULES = [
  'attestation',
  'written',
  'consent',
  'retention-days',
  'majority-age',
  'assent-age',
] as const
export type StateRuleKind = (typeof STATE_RULES)[number]

/** One requirement of a state, from the laboratory's data. */
export interface StateRule {
  /** Two letters, or `*` for every state that has no rule of this kind. */
  state: string
  rule: StateRuleKind
  /** A number; '' for a rule without one. */
  value: string
  /** The id of a consent question; '' for a rule without one. */
  consent: string
  validFrom: IsoDate
  /** The last day; null: no end. */
  validTo: IsoDate | null
}

/** Two answers of one person that contradict each other, from the laboratory's data. */
export interface ConsentConflict {
  consent: string
  answer: boolean
  otherConsent: string
  otherAnswer: boolean
  /** Why, for the user. */
  message: string
}

/** The laboratory's data about consents as a whole. */
export interface ConsentLaw {
  states: readonly StateRule[]
  conflicts: readonly ConsentConflict[]
}

export const NO_LAW: ConsentLaw = { states: [], conflicts: [] }

/** A state's permission for a test. `permit`: each order needs a permit. */
export const APPROVAL_STATUSES = ['approved', 'permit', 'refused'] as const
export interface TestApproval {
  state: string
  status: (typeof APPROVAL_STATUSES)[number]
  validFrom: IsoDate
  validTo: IsoDate | null
}

const isInForce = ({ validFrom, validTo }: Pick<StateRule, 'validFrom' | 'validTo'>, day: IsoDate) =>
  validFrom <= day && (validTo === null || day <= validTo)

/** The rule of a kind in force in a state on a day; null if there is none. */
export function stateRule(
  { states }: ConsentLaw,
  rule: StateRuleKind,
  state: string,
  day: IsoDate,
): StateRule | null {
  const inForce = states.filter((one) => one.rule === rule && isInForce(one, day))
  return inForce.find((one) => one.state === state) ?? inForce.find((one) => one.state === '*') ?? null
}

/** A test's permission in a state on a day; null if nothing is known. */
export function approvalIn(
  approvals: readonly TestApproval[],
  state: string,
  day: IsoDate,
): TestApproval | null {
  return approvals.find((one) => one.state === state && isInForce(one, day)) ?? null
}

/** A state whose law applies to a person's specimen, and why. */
export interface ApplicableState {
  code: string
  name: string
  because: 'home' | 'collection'
}

/**
 * The states whose law applies to a person's specimen: where the person lives, and where the specimen is
 * collected, which is the clinic's state. A relative without an address is assumed to live with the proband.
 */
export function statesOf(
  { patients }: Pick<OrderDocument, 'patients'>,
  key: PatientKey,
  institutionState: string,
): ApplicableState[] {
  const home = (person: PatientKey | undefined) => {
    const address = patients
      .find((one) => one.key === person)
      ?.addresses.find(({ type }) => type === 'Primary')
    return address && address.state.trim() !== '' ? regionOf(address.country, address.state) : null
  }
  const lives = home(key) ?? home(patients[0]?.key)
  const collected = institutionState === '' ? null : regionOf('USA', institutionState)
  return [
    ...(lives ? [{ code: lives.code, name: lives.name, because: 'home' as const }] : []),
    ...(collected && collected.code !== lives?.code
      ? [{ code: collected.code, name: collected.name, because: 'collection' as const }]
      : []),
  ]
}

/** `days` calendar days after `from`. */
export function daysAfter(from: IsoDate, days: number): IsoDate {
  const date = readIsoDate(from)
  if (!date) throw new RangeError(`not a date: ${from}`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

/** Completed years on a day; null if either is not a date. */
export function ageInYears(born: string, on: string): number | null {
  const from = readIsoDate(born)
  const to = readIsoDate(on)
  if (!from || !to) return null
  const years = to.getUTCFullYear() - from.getUTCFullYear()
  const isBefore = on.slice(5) < born.slice(5)
  return isBefore ? years - 1 : years
}

/** How long a specimen may be kept. */
export interface RetentionLimit {
  /** The state's name. */
  state: string
  /** From its collection. */
  days: number
  /** The consent that permits keeping it longer; '' for none. */
  unless: string
}

/** The days for which a specimen is kept in one of these states, the shortest; null without such a rule. */
export function retentionIn(
  law: ConsentLaw,
  states: readonly ApplicableState[],
  day: IsoDate,
): RetentionLimit | null {
  const limits = states.flatMap(({ name, code }) => {
    const rule = stateRule(law, 'retention-days', code, day)
    return rule ? [{ state: name, days: Number(rule.value), unless: rule.consent }] : []
  })
  return limits.toSorted((one, other) => one.days - other.days)[0] ?? null
}
