import { isFinal, type ReportVersion } from '../reports/history.ts'
import { listed } from '../text/listed.ts'
import type { PatientKey } from './document.ts'

type Report = Pick<ReportVersion, 'person' | 'testCode' | 'status' | 'state'>

interface Tests {
  /** The codes of the ordered tests. */
  tests: readonly string[]
  /** Those that the laboratory cancelled one by one. */
  cancelledTests: readonly string[]
}

export interface TestedFor extends Tests {
  /** Whom the order is for: each fetus of twins has reports of its own. */
  subjects: readonly PatientKey[]
}

/** Whether everybody tested has a final report. The order was not made for a report about a relative. */
export function hasFinal(reports: readonly Report[], subjects: readonly PatientKey[]): boolean {
  return subjects.every((subject) => reports.some((report) => report.person === subject && isFinal(report)))
}

/**
 * How many tests a person with a final report still waits for, and which of them may be meant. Counted, because a laboratory
 * may call a test otherwise than it was ordered; a report of no ordered test alone is of all.
 */
function pendingFor(reports: readonly Report[], person: PatientKey, { tests, cancelledTests }: Tests) {
  const own = reports.filter((one) => one.person === person && isFinal(one)).map(({ testCode }) => testCode)
  const each = (codes: readonly string[]) => [
    ...new Set(codes.filter((code) => !cancelledTests.includes(code))),
  ]
  const isOfOrdered = own.some((code) => tests.includes(code))
  const count = isOfOrdered ? each(tests).length - each(own).length : 0
  return { count, among: each(tests).filter((code) => !own.includes(code)) }
}

/**
 * The codes of the tests without a final report, once everybody tested has one of another test; null if none is awaited. Empty
 * if one is, but not known which: the laboratory reported a test under a code that was not ordered.
 */
export function pendingTests(
  reports: readonly Report[],
  { subjects, ...ordered }: TestedFor,
): readonly string[] | null {
  if (!hasFinal(reports, subjects)) return null
  const pending = subjects
    .map((subject) => pendingFor(reports, subject, ordered))
    .filter(({ count }) => count > 0)
  if (pending.length === 0) return null
  const isKnown = pending.every(({ count, among }) => among.length === count)
  return isKnown
    ? ordered.tests.filter(
        (code, index) =>
          ordered.tests.indexOf(code) === index && pending.some(({ among }) => among.includes(code)),
      )
    : []
}

/** The people on whom no test is done any more: they have a final report of each. */
export function reportedInFull(reports: readonly Report[], tests: Tests): PatientKey[] {
  const people = new Set(reports.filter(isFinal).map(({ person }) => person))
  return [...people].filter((person) => pendingFor(reports, person, tests).count <= 0)
}

/** `Exome`, `Exome and Microarray`; `another test` where it is not known which. */
export function pendingInWords(tests: readonly { testName: string }[]): string {
  return listed(tests.map(({ testName }) => testName)) || 'another test'
}

/** Why a reported order with a pending test cannot be cancelled, and what can be done instead. */
export const PENDING_NOT_CANCELLED =
  'A report is already out. To stop a test that is still running, call the laboratory.'
