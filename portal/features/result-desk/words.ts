import type { WaitingResult, WaitingResultView } from '#contract/result-desk.ts'
import { STATUS_WORDS } from '#domain/reports/words.ts'
import { listed } from '#domain/text/listed.ts'
import { showInstant } from '#ui/dates.ts'

type Candidate = WaitingResultView['order'][number]
type Differences = Candidate['differs']

/** How one identifier of the message compares with that of a person of the order. */
export type Match = 'same' | 'partly' | 'other' | 'not-said'

export const MATCH_WORDS: Readonly<Record<Match, string>> = {
  same: 'Matches',
  partly: 'Last name only',
  other: 'Differs',
  'not-said': 'Cannot be compared',
}

export function matchOf(compared: Differences[keyof Differences]): Match {
  return compared === 'last-name-only' ? 'partly' : compared
}

const IDENTIFIERS: Readonly<Record<keyof Differences, string>> = {
  name: 'name',
  dateOfBirth: 'date of birth',
  recordNumber: 'MRN',
  sex: 'sex',
}

/** What differs between the message and a person, in words; '' where nothing does. */
export function differencesIn(differs: Differences): string {
  const names = (Object.keys(IDENTIFIERS) as (keyof Differences)[])
    .filter((one) => ['other', 'last-name-only'].includes(differs[one]))
    .map((one) => IDENTIFIERS[one])
  return listed(names)
}

export const OUTCOME_WORDS: Readonly<Record<NonNullable<WaitingResult['decision']>['outcome'], string>> = {
  taken: 'Accepted',
  assigned: 'Moved to another order',
  refused: 'Rejected',
  settled: 'Resolved by a later message',
}

/** A report in a line: its test, status and day. */
export function describeReport({
  testCode,
  testName,
  status,
  madeAt,
}: WaitingResultView['reports'][number]): string {
  const test = testName || (testCode ? `test ${testCode}` : 'test not named')
  return `${test}, ${STATUS_WORDS[status].toLowerCase()}, ${showInstant(madeAt)}`
}

/** An order's number as somebody types it; null while it is none. */
export function orderNumberIn(typed: string): number | null {
  const number = Number(typed.trim().replace(/^#/, ''))
  return Number.isSafeInteger(number) && number > 0 ? number : null
}

/** What follows for whoever rejects a result: no message says so to the laboratory's system. */
export const REJECTION_FOLLOW_UP =
  'ask the laboratory to send it again under the right order and patient, or to correct its own record.'
