import type { PatientKey } from '../orders/document.ts'
import type { ReportVersion } from '../reports/history.ts'
import type { InStore, ReportPart } from '../reports/report-update.ts'
import { remainingFindings, validVersion } from '../results/compare/valid-findings.ts'
import type { TheirCode } from './ehr-order.ts'

/** How a hospital wants results: one row of `ehr-results.csv`. */
export interface ResultSettings {
  host: string
  port: number
  /** SHA-256 fingerprints of its certificate; none: unencrypted, on this machine only. */
  certificates: readonly string[]
  version: '2.3' | '2.5.1'
  /** MSH-5 and MSH-6. */
  application: string
  facility: string
  /** OBX-3 of the report's PDF. */
  document: TheirCode
  /** `own`: orders that came from it; `institution`: all orders of its institution. */
  orders: 'own' | 'institution'
  /** PID-3.4 of patients whose order did not come from it. */
  authority: string
  /** Whether results as data go beside the PDF. */
  structured: boolean
  /** Whether it is told of specimens received and cancellations, and gets preliminary reports. */
  progress: boolean
  /** OBX-11 of an amendment or addendum: `C`, or `A` and `B` where it knows them. */
  changed: 'C' | 'AB'
  /** OBX-11 of a withdrawn report; `C`: a correction whose PDF says that it is withdrawn. */
  withdrawn: 'C' | 'D' | 'W' | 'X'
  /** `by-clinic`: a report goes once the clinic has released it, at the latest after `releaseDays`. */
  release: 'at-once' | 'by-clinic'
  releaseDays: number
  /** The largest message that it takes, in megabytes. */
  mostMegabytes: number
}

export const RESULT_STATUSES = [
  ...(['received', 'cancelled', 'preliminary', 'partial', 'final'] as const),
  ...(['addended', 'amended', 'corrected', 'withdrawn'] as const),
]
export type ResultStatus = (typeof RESULT_STATUSES)[number]

/** What a hospital is sent of one report: the whole of it as it stands, whatever it was sent before. */
export interface OutgoingResult {
  status: ResultStatus
  test: { code: string; name: string }
  /** Why the laboratory changed or withdrew it, in its words. */
  words: string
  laboratory: string
  signedBy: string
  /** ISO. */
  madeAt: string
  parts: ReportPart<InStore>[]
  /** How many of the parts each version brought, oldest first; left out by a portal of before. */
  partCounts?: number[]
  /** It is preliminary, and takes the place of what was final or was withdrawn. */
  isInstead?: boolean
}

/** The last that was written for a hospital of one report. */
export interface WrittenResult {
  /** streamOf */
  stream: string
  status: ResultStatus
  /** keysOf */
  keys: string
  /** `not-sent`: it was withdrawn before the hospital confirmed it. Null or left out: it waits. */
  outcome?: string | null
}

export interface NewResult extends WrittenResult {
  result: OutgoingResult
}

/** The stream of what is not about a report. */
export const NO_REPORT = ''

/** One report of an order in all its versions: of one test of one person. */
function streamOf({ person, testCode }: Pick<ReportVersion, 'person' | 'testCode'>): string {
  return `${person} ${testCode}`
}

/** Whose report a stream is: the key of a person or fetus; '' of what is not about a report. */
export function subjectOfStream(stream: string): PatientKey {
  return stream.split(' ')[0] ?? ''
}

const OPEN: readonly ResultStatus[] = ['preliminary', 'partial']

/**
 * What a hospital is to be sent, given what was written for it: of each report of those who are tested the version that
 * is valid now, with its addenda; or that it has none any more, also where the report turned out to be another person's or
 * of another test, or waits at the laboratory by now. Reports of relatives are never sent: the hospital would file them
 * under its patient. `takesOpen`: it gets preliminary and partial reports. `now`: when a report that is gone is withdrawn.
 */
export function newResults(
  reports: readonly ReportVersion[],
  written: readonly WrittenResult[],
  { subjects, takesOpen, now }: { subjects: readonly PatientKey[]; takesOpen: boolean; now: Date },
): NewResult[] {
  const present = new Set(reports.map(streamOf))
  const gone = [...new Set(written.map(({ stream }) => stream))].flatMap((stream): NewResult[] => {
    const last = written.findLast((one) => one.stream === stream)
    if (stream === NO_REPORT || present.has(stream) || last?.status === 'withdrawn') return []
    const test = { code: stream.slice(stream.indexOf(' ') + 1), name: '' }
    const nothing = { words: '', laboratory: '', signedBy: '', parts: [] }
    const result = { status: 'withdrawn', test, madeAt: now.toISOString(), ...nothing } as const
    return [{ stream, status: 'withdrawn', keys: '', result }]
  })

  const streams = Map.groupBy(
    reports.filter(({ person }) => subjects.includes(person)),
    streamOf,
  )
  const changed = [...streams].flatMap(([stream, versions]): NewResult[] => {
    const inOrder = versions.toSorted((a, b) => a.version - b.version)
    const last = written.findLast((one) => one.stream === stream)
    const valid = inOrder.filter(
      ({ state, status }) => state === 'current' && (takesOpen || !OPEN.includes(status)),
    )
    const newest = valid.at(-1)
    if (!newest) {
      const gone = inOrder.at(-1)
      if (!gone || !last || last.status === 'withdrawn') return []
      const withdrawn = inOrder.findLast((one) => one.withdrawn !== null)?.withdrawn
      const at = withdrawn?.at ?? gone.madeAt
      const result = outgoing(gone, 'withdrawn', { words: withdrawn?.words ?? '', at, parts: [] })
      return [{ stream, status: 'withdrawn', keys: '', result }]
    }
    const keys = keysOf(valid)
    if (last && last.status !== 'withdrawn' && [keys, ownKeysOf(valid)].includes(last.keys)) return []
    const before = written.filter((one) => one.stream === stream)
    const { status, isInstead } = statusAfter(before.filter(mayHaveCome), newest.status)
    const parts = withValidFindings(valid)
    const about = { words: newest.words, at: newest.madeAt, parts: parts.flat() }
    const partCounts = parts.map(({ length }) => length)
    const result = { ...outgoing(newest, status, about), partCounts, ...(isInstead ? { isInstead } : {}) }
    return [{ stream, status, keys, result }]
  })
  return [...gone, ...changed]
}

/** Of all that was written for a stream: what was not sent may have come all the same if its withdrawal was sent. */
function mayHaveCome({ outcome }: WrittenResult, at: number, all: readonly WrittenResult[]): boolean {
  if (outcome !== 'not-sent') return true
  const withdrawal = all.slice(at).find(({ status }) => status === 'withdrawn')
  return withdrawal !== undefined && withdrawal.outcome !== 'not-sent'
}

/** With the versions that they confirm, if they brought nothing themselves. */
const keysOf = (versions: readonly ReportVersion[]) =>
  versions.map(({ key, confirms = '' }) => (confirms === '' ? key : `${key} (${confirms})`)).join(' ')

/** What a portal of before wrote for the same: not a reason to send it again. */
const ownKeysOf = (versions: readonly ReportVersion[]) => versions.map(({ key }) => key).join(' ')

/**
 * What the chart had as final is corrected by whatever replaces it, whatever the laboratory calls that and whatever came in
 * between; but what is not final is never told as if it were. `before`: what the hospital was sent, or will be.
 */
function statusAfter(
  before: readonly WrittenResult[],
  status: ReportVersion['status'],
): { status: ResultStatus; isInstead: boolean } {
  const last = before.at(-1)
  if (OPEN.includes(status)) return { status, isInstead: last !== undefined && !OPEN.includes(last.status) }
  const hadFinal = before.some((one) => one.status !== 'withdrawn' && !OPEN.includes(one.status))
  return { status: hadFinal && status === 'final' ? 'corrected' : status, isInstead: false }
}

/** The parts of each version, without the findings that an addendum tells again. */
function withValidFindings(versions: readonly ReportVersion[]): ReportVersion['parts'][] {
  const valid = remainingFindings(versions.map(validVersion))
  return versions.map(({ version, parts }) => {
    const first = parts.find(({ kind }) => kind === 'genetics')
    return parts.flatMap((part): ReportVersion['parts'] => {
      if (part.kind !== 'genetics') return [part]
      const findings = part === first ? (valid.get(version) ?? []) : []
      return findings.length > 0 ? [{ ...part, findings }] : []
    })
  })
}

function outgoing(
  { testCode, testName, laboratory, signedBy }: ReportVersion,
  status: ResultStatus,
  { words, at, parts }: { words: string; at: Date; parts: ReportVersion['parts'] },
): OutgoingResult {
  const test = { code: testCode, name: testName }
  return { status, test, words, laboratory, signedBy, madeAt: at.toISOString(), parts }
}
