import type { EligibilityResponse, Member, Rejection } from '#domain/coverage/benefits.ts'
import { diagnosesOf } from './describe.ts'
import {
  fullName,
  type Level,
  type Levels,
  nameIn,
  ownPart,
  type Patient,
  readDay,
  readLevels,
  readPeriods,
} from './levels.ts'
import { additionalInfoIn } from './read-additional-info.ts'
import { readBenefit } from './read-benefit.ts'
import { assertTaken } from './refusal.ts'
import { rejectionWords } from './rejections.ts'
import { type Delimiters, element, first, readInterchange, type Segment, X12Fault } from './x12.ts'

export interface Read271 {
  readonly answer: EligibilityResponse
  /** What could not be read, or is not as it should be. Names segments, codes and numbers; never a person. */
  readonly problems: readonly string[]
}

/**
 * Reads a 271 (005010X279A1). What is absent or cannot be read exactly becomes null, '' or 'unknown'; the
 * unreadable is also listed in `problems`. If the answer covers several persons, the one whose trace number
 * is `expected.traceNumber` is read. Throws {@link X12Fault} if there is no complete 271, if none of several
 * persons matches, or if a TA1 or 999 rejects the request.
 */
export function read271(raw: string, expected: { traceNumber?: string } = {}): Read271 {
  const interchange = readInterchange(raw)
  assertTaken(interchange)
  const problems = [...interchange.problems]
  const all = interchange.transactions.filter(({ type }) => type === '271')
  const transactions = all.map((transaction) => ({
    transaction,
    levels: readLevels(transaction.segments, problems),
  }))
  const candidates = transactions.flatMap(({ transaction, levels }) =>
    (levels.patients.length > 0 ? levels.patients : [null]).map((patient) => ({
      transaction,
      levels,
      patient,
    })),
  )
  const matching = candidates.filter(({ patient }) => traceOf(patient) === expected.traceNumber)
  if (candidates.length > 1 && expected.traceNumber !== undefined && matching.length !== 1)
    throw new X12Fault('garbage', `Of ${candidates.length} persons, ${matching.length} have our trace number`)
  const candidate = matching[0] ?? candidates[0]
  if (!candidate) {
    const others = interchange.transactions.map(({ type }) => type || '?').join(', ')
    throw new X12Fault('garbage', `The reply contains no complete 271${others && `, but ${others}`}`)
  }
  if (candidate.patient && traceOf(candidate.patient) === '') problems.push('The answer has no trace number')
  if (candidates.length > 1) problems.push(`The answer is about ${candidates.length} persons; one was read`)
  const { version } = candidate.transaction
  if (!version.startsWith('005010X279')) problems.push(`The version is ${version || 'not given'}`)
  return {
    answer: readAnswer(candidate.levels, candidate.patient, interchange.delimiters, problems),
    problems,
  }
}

function traceOf(patient: Patient | null): string {
  const traces = [patient?.dependent, patient?.subscriber].flatMap(
    (level) => ownPart(level ?? null)?.segments ?? [],
  )
  // TRN01 is 2 for the number that we sent, 1 for the payer's own.
  return element(
    traces.find((each) => each[0] === 'TRN' && each[1] === '2'),
    2,
  )
}

function readAnswer(levels: Levels, patient: Patient | null, delimiters: Delimiters, problems: string[]) {
  const { payer, provider } = levels
  const level = patient && (patient.dependent ?? patient.subscriber)
  const rows = rowsOf(level)
  if (patient?.dependent && rowsOf(patient.subscriber).length > 0)
    problems.push('Benefits of the subscriber were left out: the answer is about a dependent')
  const levelContext = {
    isDependent: patient?.dependent != null,
    diagnoses: (ownPart(level)?.segments ?? [])
      .filter(([id]) => id === 'HI')
      .flatMap((hi) => diagnosesOf(hi, delimiters)),
  }
  const benefits = rows.map((row) => readBenefit(row, delimiters, problems, levelContext))
  const payerName = nameIn(payer, 'PR', '2B', '36', 'GP', 'P5')
  const answer: EligibilityResponse = {
    traceNumber: traceOf(patient),
    payer: { name: fullName(payerName), id: element(payerName, 9) },
    member: readMember(patient, rows, problems),
    rejections: [
      ...rejectionsIn(payer, 'payer'),
      ...rejectionsIn(provider, 'provider'),
      ...rejectionsIn(patient?.subscriber ?? null, 'subscriber'),
      ...rejectionsIn(patient?.dependent ?? null, 'dependent'),
    ],
    benefits,
    ...additionalInfoIn({ payer, provider, patient }, delimiters),
  }
  if (answer.rejections.length === 0 && benefits.length === 0)
    problems.push('The answer has neither benefits nor a reason for having none')
  return answer
}

/** Each EB with the segments that belong to it. */
function rowsOf(level: Level | null): Segment[][] {
  const rows: Segment[][] = []
  for (const segment of level?.segments ?? [])
    if (segment[0] === 'EB') rows.push([segment])
    else rows.at(-1)?.push(segment)
  return rows
}

function rejectionsIn(level: Level | null, of: Rejection['level']): Rejection[] {
  return (level?.segments ?? [])
    .filter(([id]) => id === 'AAA')
    .map((segment) => {
      const [code, followUp] = [element(segment, 3), element(segment, 4)]
      return { level: of, code, followUp, words: rejectionWords(code) }
    })
}

function readMember(patient: Patient | null, rows: readonly Segment[][], problems: string[]): Member {
  const subscriber = ownPart(patient?.subscriber ?? null)
  const dependent = ownPart(patient?.dependent ?? null)
  const subscriberName = nameIn(subscriber, 'IL')
  const name = dependent ? nameIn(dependent, '03', 'QC') : subscriberName
  const birth = first((dependent ?? subscriber)?.segments ?? [], 'DMG')
  const both = [...(dependent?.segments ?? []), ...(subscriber?.segments ?? [])]
  const reference = (number: number, ...qualifiers: string[]): string =>
    qualifiers
      .map((qualifier) => both.find((each) => each[0] === 'REF' && each[1] === qualifier))
      .map((found) => element(found, number))
      .find((text) => text !== '') ?? ''
  const active = rows.map(([eb]) => eb).find((eb) => /^[1-5]$/.test(element(eb, 1)) && element(eb, 5) !== '')
  return {
    lastName: element(name, 3),
    firstName: element(name, 4),
    memberId: element(subscriberName, 9),
    dateOfBirth: readDay(element(birth, 2), 'DMG', problems),
    isDependent: dependent !== null,
    groupNumber: reference(2, '6P', '1L'),
    planName: element(active, 5) || reference(3, '18'),
    ...readPlanDates(both, rows, problems),
  }
}

/** DTP01: 346 and 347 plan, 291 plan, 356 and 357 eligibility, 307 eligibility, 348 and 349 benefit. */
function readPlanDates(own: readonly Segment[], rows: readonly Segment[][], problems: string[]) {
  const ofMember = readPeriods(own, problems)
  const ofRow = readPeriods(rows.find(([eb]) => /^[1-5]$/.test(element(eb, 1))) ?? [], problems)
  const find = (...sources: [code: string, end: 'from' | 'to'][]): string =>
    [ofMember, ofRow]
      .flatMap((periods) => sources.map(([code, end]) => periods.get(code)?.[end] ?? ''))
      .find((day) => day !== '') ?? ''
  return {
    planBegins: find(['346', 'from'], ['291', 'from'], ['356', 'from'], ['307', 'from'], ['348', 'from']),
    planEnds: find(['347', 'from'], ['291', 'to'], ['357', 'from'], ['307', 'to'], ['349', 'from']),
  }
}
