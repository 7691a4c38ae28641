import type { ReportVersion, WaitingReport } from '../reports/history.ts'
import type { FiledReport } from '../reports/report-update.ts'
import { type PatientKey, PROBAND } from './document.ts'
import type { LabEvent, LabEventContent } from './lab-events.ts'

/** The latest version of the laboratory's treatment recommendation. */
export interface Recommendation {
  /** The laboratory's identification of it, preceded by the person if not the first: twins may have the same. */
  key: string
  person: PatientKey
  testCode: string
  title: string
  text: string
  madeAt: Date
  /**
   * The recommendation or its report was withdrawn, or awaits a decision at the result desk: it must not be
   * followed.
   */
  isWithdrawn: boolean
  /** Another version of its report is current now, which may differ. */
  isOfReplaced: boolean
}

interface Reports {
  reports: readonly ReportVersion[]
  waiting: readonly WaitingReport[]
  /** All messages about the order's reports. */
  filed: readonly Pick<FiledReport, 'key' | 'decided'>[]
}

type TreatmentEvent = Extract<LabEventContent, { kind: 'treatment' }> & LabEvent

/**
 * The latest valid version of each recommendation; it is valid together with the report it came with.
 * `treatmentEvents` are in the laboratory's chronological order.
 */
export function recommendationsIn(
  treatmentEvents: readonly TreatmentEvent[],
  reports: Reports,
): Recommendation[] {
  const newest = new Map<string, Recommendation>()
  for (const one of treatmentEvents) {
    const { treatment, person = PROBAND, testCode, title, text, at } = one
    const key = person === PROBAND ? treatment : `${person}/${treatment}`
    const isWithdrawn = text === '' || isGone(one, reports)
    const before = newest.get(key)
    const isOutlived = isWithdrawn && text !== '' && before && !before.isWithdrawn
    const isOfReplaced = reports.reports.some(
      (report) => report.key === one.report && report.state === 'superseded',
    )
    if (!isOutlived)
      newest.set(key, { key, person, testCode, title, text, madeAt: at, isWithdrawn, isOfReplaced })
  }
  return [...newest.values()]
}

/** Whether its report is not valid: withdrawn, not accepted yet, or refused at the result desk. */
function isGone(
  { report, testCode, at, person = PROBAND }: TreatmentEvent,
  { reports, waiting, filed }: Reports,
): boolean {
  const own = reports.filter(({ key }) => key === report)
  if (own.length > 0) return own.every(({ state }) => state === 'withdrawn')
  const isOpen = report !== undefined && waiting.some(({ key }) => key === report)
  if (isOpen || filed.some(({ key, decided }) => key === report && decided?.outcome === 'refused'))
    return true
  // Sent without a report, or with an earlier one: it goes with the reports of its test.
  const ofTest = reports.filter(
    (one) => one.person === person && ([one.testCode, ''].includes(testCode) || one.testCode === ''),
  )
  return (
    ofTest.length > 0 &&
    ofTest.every(({ state }) => state === 'withdrawn') &&
    ofTest.some(({ withdrawn }) => withdrawn !== null && withdrawn.at >= at)
  )
}
