import type { PatientKey } from '../orders/document.ts'
import {
  confirmsOther,
  currentOf,
  numberInReport,
  type ReportVersion,
  successorOf,
} from '../reports/history.ts'
import type { ReportChange, ReportStatus } from '../reports/statuses.ts'
import type { FollowUpResult } from './follow-up.ts'
import { classLines, reportResult } from './report-result.ts'

/** What somebody at the clinic has to see of one report: its newest valid version, or that it was withdrawn. */
export interface ReportToSee {
  person: PatientKey
  testCode: string
  /** The version's key and its number in the order. */
  key: string
  version: number
  /** What users call it (`numberInReport`). */
  number: number
  status: ReportStatus
  change: ReportChange | null
  result: FollowUpResult
  /** Its variants with their classes, in words. */
  classes: readonly string[]
}

/**
 * What has become of a report. `new`: somebody has to acknowledge it, whether or not an earlier version was
 * acknowledged. `carried`: its acknowledgement remains valid.
 */
export interface ReportDevelopment {
  kind: 'new' | 'carried'
  now: ReportToSee
  /** What there was to see before; null for a first report. */
  before: ReportToSee | null
}

const isOf =
  ({ person, testCode }: { person: PatientKey; testCode: string }) =>
  (one: ReportVersion) =>
    one.person === person && one.testCode === testCode

/** The versions of each report: of one test of one person. */
function reportsIn(versions: readonly ReportVersion[]): ReportVersion[][] {
  return [...Map.groupBy(versions, ({ person, testCode }) => JSON.stringify([person, testCode])).values()]
}

function toSee(versions: readonly ReportVersion[]): { one: ReportToSee; version: ReportVersion } | null {
  const current = currentOf(versions)
  const newest = current ?? versions.toSorted((a, b) => b.version - a.version)[0]
  if (!newest) return null
  const { person, testCode, key, version } = newest
  const about = { person, testCode, key, version, number: numberInReport(newest, versions) }
  if (!current) {
    const change = newest.withdrawn?.change ?? null
    return {
      one: { ...about, status: 'withdrawn', change, result: 'withdrawn', classes: [] },
      version: newest,
    }
  }
  // An addendum has its own parts only: what it adds to is valid too.
  const parts = versions.flatMap((one) => (one.state === 'current' ? one.parts : []))
  const { status, change } = newest
  return {
    one: { ...about, status, change, result: reportResult(parts), classes: classLines(parts) },
    version: newest,
  }
}

const isSameAnswer = (one: ReportToSee, other: ReportToSee) =>
  one.result === other.result && one.classes.join('\n') === other.classes.join('\n')

/** Changes that touch nothing a clinician acts on, as far as the laboratory says. */
const QUIET: readonly (ReportChange | null)[] = ['demographic', 'format']

/** Whether the acknowledgement of `before` is also one of `now`. */
function isCarried(before: ReportToSee, now: ReportToSee): boolean {
  const wasOpen = before.status === 'preliminary' || before.status === 'partial'
  return (
    QUIET.includes(now.change) &&
    now.status !== 'withdrawn' &&
    before.status !== 'withdrawn' &&
    !wasOpen &&
    isSameAnswer(before, now)
  )
}

/**
 * What became of an order's reports with a message: their versions before it and now. A repeated or older message
 * changes nothing. A report that now waits at the laboratory counts as withdrawn.
 */
export function reportDevelopments(
  before: readonly ReportVersion[],
  now: readonly ReportVersion[],
): ReportDevelopment[] {
  const gone = reportsIn(before).flatMap((versions) => {
    const was = toSee(versions)
    if (!was || was.one.status === 'withdrawn' || now.some(isOf(was.one))) return []
    const withdrawn = {
      ...was.one,
      status: 'withdrawn',
      change: null,
      result: 'withdrawn',
      classes: [],
    } as const
    return [{ kind: 'new', now: withdrawn, before: was.one } as const]
  })
  const present = reportsIn(now).flatMap((versions): ReportDevelopment[] => {
    const is = toSee(versions)
    if (!is) return []
    const was = toSee(before.filter(isOf(is.one)))
    const isSame =
      was !== null &&
      (was.one.status === 'withdrawn') === (is.one.status === 'withdrawn') &&
      successorOf(was.version, versions)?.key === is.one.key &&
      !confirmsOther(was.version, is.version)
    if (isSame) return []
    const isKept = was !== null && isCarried(was.one, is.one)
    return [{ kind: isKept ? 'carried' : 'new', now: is.one, before: was?.one ?? null }]
  })
  return [...gone, ...present]
}

/** Whether a version is due sooner than its result alone: an error, a withdrawal, or another result than before. */
export function isUrgentChange({ now, before }: Pick<ReportDevelopment, 'now' | 'before'>): boolean {
  if (now.status === 'corrected' || now.status === 'withdrawn') return true
  const wasOpen = before?.status === 'preliminary' || before?.status === 'partial'
  return before !== null && !wasOpen && before.status !== 'withdrawn' && !isSameAnswer(before, now)
}
