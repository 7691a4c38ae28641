import type { ReportVersion, WaitingReport } from '../reports/history.ts'
import type { FiledReport } from '../reports/report-update.ts'
import type { LabEvent, LabEventContent } from './lab-events.ts'

/** A treatment recommendation of the laboratory, as it was said last. */
export interface Recommendation {
  key: string
  testCode: string
  title: string
  text: string
  madeAt: Date
  /** It, or the report that it came with, was taken back, or waits for a person at the laboratory: nobody may follow it. */
  isWithdrawn: boolean
  /** Of the report that it came with another version stands now, which may say otherwise. */
  isOfReplaced: boolean
}

interface Reports {
  reports: readonly ReportVersion[]
  waiting: readonly WaitingReport[]
  /** All that was said of the order's reports. */
  filed: readonly Pick<FiledReport, 'key' | 'decided'>[]
}

type TreatmentEvent = Extract<LabEventContent, { kind: 'treatment' }> & LabEvent

/**
 * Of each recommendation what was said last and still counts: it goes with the report that it came with. `treatmentEvents` is in the
 * order of the laboratory's time.
 */
export function recommendationsIn(
  treatmentEvents: readonly TreatmentEvent[],
  reports: Reports,
): Recommendation[] {
  const newest = new Map<string, Recommendation>()
  for (const one of treatmentEvents) {
    const { treatment: key, testCode, title, text, at } = one
    const isWithdrawn = text === '' || isGone(one, reports)
    const before = newest.get(key)
    const isOutlived = isWithdrawn && text !== '' && before && !before.isWithdrawn
    const isOfReplaced = reports.reports.some(
      (report) => report.key === one.report && report.state === 'superseded',
    )
    if (!isOutlived) newest.set(key, { key, testCode, title, text, madeAt: at, isWithdrawn, isOfReplaced })
  }
  return [...newest.values()]
}

/** Whether the report that it came with does not count: withdrawn, not taken yet, or refused at the laboratory. */
function isGone({ report, testCode, at }: TreatmentEvent, { reports, waiting, filed }: Reports): boolean {
  const own = reports.filter(({ key }) => key === report)
  if (own.length > 0) return own.every(({ state }) => state === 'withdrawn')
  const isOpen = report !== undefined && waiting.some(({ key }) => key === report)
  if (isOpen || filed.some(({ key, decided }) => key === report && decided?.outcome === 'refused'))
    return true
  // Said by itself, or with a report that was said before: it goes with the reports of its test.
  const ofTest = reports.filter((one) => [one.testCode, ''].includes(testCode) || one.testCode === '')
  return (
    ofTest.length > 0 &&
    ofTest.every(({ state }) => state === 'withdrawn') &&
    ofTest.some(({ withdrawn }) => withdrawn !== null && withdrawn.at >= at)
  )
}
