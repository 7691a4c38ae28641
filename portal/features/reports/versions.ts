import type { ReportVersionView, ReportView } from '#contract/reports.ts'

/** A version with the report that it belongs to. */
export interface VersionOfReport {
  report: ReportView
  version: ReportVersionView
}

type Part = ReportVersionView['parts'][number]
type DocumentPart = Extract<Part, { kind: 'document' }>

/** The document of a version that is one document, with or without the same result as data; null for any other. */
export function onlyDocument({ parts }: Pick<ReportVersionView, 'parts'>): DocumentPart | null {
  const [only, ...more] = parts.filter(({ kind }) => kind !== 'genetics')
  return only?.kind === 'document' && more.length === 0 ? only : null
}

/** All versions of all reports of an order, the newest first. */
export function allVersions(reports: readonly ReportView[]): VersionOfReport[] {
  return reports
    .flatMap((report) => report.versions.map((version) => ({ report, version })))
    .sort((a, b) => b.version.version - a.version.version)
}

/** The newest version that counts; null where none does. */
export function newestCurrent(reports: readonly ReportView[]): VersionOfReport | null {
  return allVersions(reports).find(({ version }) => version.state === 'current') ?? null
}

/** The newest version that counts of each report, of one test of one person; the newest first. */
export function newestOfEachReport(reports: readonly ReportView[]): VersionOfReport[] {
  const current = allVersions(reports).filter(({ version }) => version.state === 'current')
  return current.filter((one, index) => current.findIndex((other) => other.report === one.report) === index)
}

/**
 * The version that stands in the place of one that was superseded; null for any other. An addendum stands in the place of
 * none: it leaves what it adds to valid.
 */
export function replacementOf({ report, version }: VersionOfReport): ReportVersionView | null {
  if (version.state !== 'superseded') return null
  const current = report.versions.filter(({ state }) => state === 'current')
  const replacing = current.filter(({ status }) => status !== 'addended')
  return (replacing.length > 0 ? replacing : current).reduce<ReportVersionView | null>(
    (newest, one) => (newest === null || one.version > newest.version ? one : newest),
    null,
  )
}

/** The version that came just before one of the same report, if it may still be opened. */
export function versionBefore({ report, version }: VersionOfReport): ReportVersionView | null {
  const before = report.versions
    .filter((one) => one.version < version.version && one.state !== 'withdrawn')
    .sort((a, b) => b.version - a.version)
  return before[0] ?? null
}

/** One change of a report that the reader had opened, in one or more of its versions. */
export interface Change {
  report: ReportView
  kind: NonNullable<ReportVersionView['notice']>['kind']
  at: string
  /** The versions that the reader had opened, the newest first. */
  versions: ReportVersionView[]
}

/** Changes that the reader has been told of and has not confirmed, withdrawals first; one for each report and kind. */
export function unconfirmedChanges(reports: readonly ReportView[]): Change[] {
  const changes: Change[] = []
  for (const { report, version } of allVersions(reports)) {
    const { notice } = version
    if (!notice || notice.readAt !== null) continue
    const same = changes.find((one) => one.report === report && one.kind === notice.kind)
    if (same) same.versions.push(version)
    else changes.push({ report, kind: notice.kind, at: notice.at, versions: [version] })
  }
  return changes.sort((a, b) => Number(b.kind === 'withdrawn') - Number(a.kind === 'withdrawn'))
}

/** The fragment under which a version is open on the order's page; the newest has none of its own, so that a link lasts. */
export function versionHash(version: number, reports: readonly ReportView[]): string {
  return version === newestCurrent(reports)?.version.version ? 'report' : `report-${version}`
}

/** The fragment under which two versions stand side by side. */
export function compareHash(older: number, newer: number): string {
  return `report-${older}-${newer}`
}

/**
 * What the address asks for: one version, or two side by side; nothing for any other fragment. A version that does not
 * exist is answered by the newest, and a withdrawn one by itself, so that its page can say so.
 */
export function versionsInAddress(hash: string, reports: readonly ReportView[]): VersionOfReport[] {
  const match = /^report(?:-(\d+))?(?:-(\d+))?$/.exec(hash)
  if (!match) return []
  const all = allVersions(reports)
  const numbered = (text: string | undefined) => all.find(({ version }) => version.version === Number(text))
  const first = numbered(match[1]) ?? newestCurrent(reports) ?? all[0]
  const second = match[2] === undefined ? undefined : numbered(match[2])
  if (!first) return []
  return second && second !== first ? [first, second] : [first]
}
