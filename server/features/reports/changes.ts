import { fail } from '#contract/errors.ts'
import type { ReportChanges, VersionHead } from '#contract/report-changes.ts'
import type { ReportVersionView, ReportView } from '#contract/reports.ts'
import { canBeOpened } from '#domain/reports/history.ts'
import { classHistories } from '#domain/results/compare/class-history.ts'
import { compareResults } from '#domain/results/compare/compare-results.ts'
import { type ComparableVersion, validResults } from '#domain/results/compare/versions.ts'

/** The versions that may take part, oldest first: a withdrawn one should never have been sent. */
function comparable({ versions }: Pick<ReportView, 'versions'>): ReportVersionView[] {
  return versions.filter(canBeOpened).toSorted((a, b) => a.version - b.version)
}

function resultsIn({ version, status, parts }: ReportVersionView): ComparableVersion {
  const results = parts.flatMap((part) => (part.kind === 'genetics' ? [part.result] : []))
  return { version, isAddendum: status === 'addended', results }
}

function head(of: ReportVersionView): VersionHead {
  const { version, number, status, madeAt, receivedAt, laboratory, signedBy, change, words } = of
  return { version, number, status, madeAt, receivedAt, laboratory, signedBy, change, words }
}

/**
 * What changed between two versions, whichever is named first. Refuses with `not-found` versions that are not
 * of one report, with `report-withdrawn` what was withdrawn, and with `report-questioned` what the laboratory
 * is checking, unless the user was warned.
 */
export function changesBetween(
  reports: readonly ReportView[],
  versions: readonly [number, number],
  isWarned: boolean,
): ReportChanges {
  const [first, second] = [Math.min(...versions), Math.max(...versions)]
  const report = reports.find((one) => versions.every((number) => find(one, number)))
  const [older, newer] = [report && find(report, first), report && find(report, second)]
  if (!report || !older || !newer || first === second)
    fail('not-found', { detail: 'The order has no report with these two versions.' })
  if (![older, newer].every(canBeOpened)) fail('report-withdrawn')
  if (!isWarned && (older.isQuestioned || newer.isQuestioned)) fail('report-questioned')
  const valid = validResults(comparable(report).map(resultsIn))
  const [before, after] = [valid.get(first) ?? null, valid.get(second) ?? null]
  return {
    ...{ older: head(older), newer: head(newer) },
    withoutData: [older, newer].flatMap(({ version }) => (valid.get(version) ? [] : [version])),
    comparison: before && after && compareResults(before, after),
  }
}

const find = ({ versions }: ReportView, number: number) => versions.find(({ version }) => version === number)

/** The history of each variant's class, without versions that the laboratory withdrew or is checking. */
export function classesOverTime(reports: readonly ReportView[]) {
  return reports.map((report) => {
    const { testCode, testName, person, personName } = report
    const versions = comparable(report).filter(({ isQuestioned }) => !isQuestioned)
    const compared = versions.map(resultsIn)
    const valid = validResults(compared)
    return {
      ...{ testCode, testName, person, personName, versions: versions.map(head) },
      withoutData: versions.flatMap(({ version }) => (valid.get(version) ? [] : [version])),
      variants: classHistories(compared),
    }
  })
}
