import { isFinal, type ReportVersion, successorOf } from '../reports/history.ts'
import { compareResults } from '../results/compare/compare-results.ts'
import { type ComparableVersion, validResults } from '../results/compare/versions.ts'
import { readResult } from '../results/read-result.ts'
import { needsFollowUp } from './reclassification.ts'

/** A version that a person has to see through, and the one that was valid before it. */
export interface Reclassification {
  older: ReportVersion
  newer: ReportVersion
}

/**
 * The reports of which a message changed something that a person has to see through. `before`, `now`: the versions
 * of all reports of the order. A first final report, a withdrawal and a message about an earlier version change no
 * class.
 */
export function reclassificationsIn(
  before: readonly ReportVersion[],
  now: readonly ReportVersion[],
): Reclassification[] {
  const reports = Map.groupBy(now, ({ person, testCode }) => JSON.stringify([person, testCode]))
  return [...reports.values()].flatMap((versions) => reclassificationOf(before, versions) ?? [])
}

function reclassificationOf(
  before: readonly ReportVersion[],
  versions: readonly ReportVersion[],
): Reclassification | null {
  const newer = newest(versions)
  const [first] = versions
  const was = newest(
    before.filter(({ person, testCode }) => person === first?.person && testCode === first.testCode),
  )
  const older = was && successorOf(was, versions)
  if (!newer || !older || older.state === 'withdrawn' || older.version >= newer.version) return null
  const valid = validResults(
    versions
      .filter(({ state }) => state !== 'withdrawn')
      .toSorted((a, b) => a.version - b.version)
      .map(comparable),
  )
  const [then, today] = [valid.get(older.version), valid.get(newer.version)]
  const comparison = then && today ? compareResults(then, today) : null
  return needsFollowUp(comparison, newer) ? { older, newer } : null
}

/** The newest version that counts as a result. */
function newest(versions: readonly ReportVersion[]): ReportVersion | undefined {
  return versions.filter(isFinal).toSorted((a, b) => b.version - a.version)[0]
}

function comparable({ version, status, parts }: ReportVersion): ComparableVersion {
  const results = parts.flatMap((part) => (part.kind === 'genetics' ? [readResult(part.findings)] : []))
  return { version, isAddendum: status === 'addended', results }
}
