import type { PatientKey } from '../orders/document.ts'
import {
  type CarriedContent,
  type CurrentReportState,
  doubtIn,
  type ReportDecision,
  type ReportDoubt,
  reportDecision,
  takenDecision,
} from './decisions.ts'
import type { FiledReport } from './report-update.ts'
import type { ReportChange, ReportStatus } from './statuses.ts'
import { whichReport } from './which-report.ts'

/** Whether a version counts: what superseded it was sent later; a withdrawn one should never have been. */
export const VERSION_STATES = ['current', 'superseded', 'withdrawn'] as const
export type VersionState = (typeof VERSION_STATES)[number]

/** One version of a report of an order. */
export interface ReportVersion {
  /** Counts through all reports of the order, in the order in which they were sent. */
  version: number
  /** Of the message that brought it. */
  key: string
  person: PatientKey
  testCode: string
  filler: string
  accession: string
  /** As the message calls the test; '' where it does not. */
  testName: string
  /** What the laboratory calls it within its message, or for good (DiagnosticReport.id). */
  group: string
  status: Exclude<ReportStatus, 'withdrawn' | 'cancelled'>
  change: ReportChange | null
  /** The laboratory's words of the change. */
  words: string
  parts: FiledReport['parts']
  madeAt: Date
  sentAt: Date
  state: VersionState
  withdrawn: { at: Date; words: string; change: ReportChange | null } | null
}

/** A message that waits for a person at the laboratory. */
export interface WaitingReport {
  key: string
  why: ReportDoubt
}

/** All versions of all reports of an order, and what waits. */
export interface ReportHistory {
  versions: ReportVersion[]
  waiting: WaitingReport[]
}

/** A report that nobody of the laboratory has taken back may be opened, also one that was superseded. */
export function canBeOpened({ state }: Pick<ReportVersion, 'state'>): boolean {
  return state !== 'withdrawn'
}

/** Whether it stands for a result that counts: neither preliminary nor superseded nor withdrawn. */
export function isFinal({ state, status }: Pick<ReportVersion, 'state' | 'status'>): boolean {
  return state === 'current' && status !== 'preliminary' && status !== 'partial'
}

/**
 * A version as it is among those of later: of the same message, else of another that brought the very same and was sent
 * before it. Undefined where it counts as none any more.
 */
export function successorOf(old: ReportVersion, now: readonly ReportVersion[]): ReportVersion | undefined {
  const isSame = (one: ReportVersion) =>
    one.person === old.person &&
    one.testCode === old.testCode &&
    one.status === old.status &&
    contentOf(one.parts) === contentOf(old.parts)
  return now.find(({ key }) => key === old.key) ?? now.find(isSame)
}

/** The newest of a report; an addendum goes before what it adds to. */
export function currentOf<Version extends Pick<ReportVersion, 'state' | 'version'>>(
  versions: readonly Version[],
): Version | undefined {
  return versions
    .filter(({ state }) => state === 'current')
    .reduce<Version | undefined>(
      (newest, one) => (newest === undefined || one.version > newest.version ? one : newest),
      undefined,
    )
}

/**
 * The reports of an order by all that the laboratory said of them. What it said may come late, twice and in any order:
 * it counts in the order in which it was sent (MSH-7), then in which it was made (OBR-22), then in which it came.
 * `filed` is in the order of arrival; `tests` are the codes of those that were ordered.
 */
export function reportHistory(filed: readonly FiledReport[], tests: readonly string[] = []): ReportHistory {
  const history: Filing = { versions: [], waiting: [], announced: new Map() }
  for (const one of inOrder(filed)) fileReport(history, one, tests)
  const { versions, waiting, announced } = history
  const isResolved = ({ key, why }: WaitingReport) => {
    const announcedReport = announced.get(key)
    return (
      why === 'final-without-report' &&
      announcedReport !== undefined &&
      hasCome(announcedReport, versions, tests)
    )
  }
  return { versions, waiting: waiting.filter((one) => !isResolved(one)) }
}

interface Filing extends ReportHistory {
  /** What was said to be final without a report, by its key: the first of each test of each person. */
  announced: Map<string, FiledReport>
}

/** Whether it says of a report that it is final, and brings none. */
function announces({ parts, status }: FiledReport): boolean {
  return parts.length === 0 && ['final', 'addended', 'amended', 'corrected'].includes(status)
}

/** Notes what is said to be final without a report; false where the same was said of that test before. */
function announce({ announced }: Filing, filed: FiledReport): boolean {
  const isSame = ({ person, identity }: FiledReport) =>
    person === filed.person && identity.testCode === filed.identity.testCode
  if ([...announced.values()].some(isSame)) return false
  announced.set(filed.key, filed)
  return true
}

/**
 * Whether the final report that was announced is here, whatever became of it since: one of its test; where one of the two
 * names a test that was not ordered, as the parts of a panel do, any of the person.
 */
function hasCome(
  { person, identity: { testCode } }: FiledReport,
  versions: readonly ReportVersion[],
  tests: readonly string[],
): boolean {
  const isOrdered = (code: string) => code !== '' && (tests.length === 0 || tests.includes(code))
  return versions.some(
    (one) =>
      one.person === person &&
      one.status !== 'preliminary' &&
      one.status !== 'partial' &&
      (one.testCode === testCode || !isOrdered(testCode) || !isOrdered(one.testCode)),
  )
}

const RANK = { preliminary: 0, partial: 1, final: 2, unclear: 2 } as const
/** Of what was sent and made in the same second: preliminary, final, changed, withdrawn, what came with that. */
function rankOf({ status, besideWithdrawal = false }: FiledReport): number {
  if (besideWithdrawal) return 5
  if (status in RANK) return RANK[status as keyof typeof RANK]
  return status === 'withdrawn' || status === 'cancelled' ? 4 : 3
}

function inOrder(filed: readonly FiledReport[]): FiledReport[] {
  const once = new Map<string, FiledReport>()
  for (const one of filed) if (!once.has(one.key)) once.set(one.key, one)
  return [...once.values()].sort(
    (a, b) =>
      a.sentAt.getTime() - b.sentAt.getTime() ||
      Number(b.isReplacedBeside ?? false) - Number(a.isReplacedBeside ?? false) ||
      a.madeAt.getTime() - b.madeAt.getTime() ||
      rankOf(a) - rankOf(b),
  )
}

function currentStateOf(versions: readonly ReportVersion[]): CurrentReportState {
  const current = versions.filter(({ state }) => state === 'current')
  if (current.length === 0) return versions.length === 0 ? 'nothing' : 'withdrawn'
  return current.some(isFinal) ? 'final' : 'preliminary'
}

/** What makes two contents one: documents by their bytes, everything else word by word. */
function contentOf(parts: FiledReport['parts']): string {
  return JSON.stringify(
    parts.map((part) => {
      if (part.kind === 'document') return part.fileKey
      return part.kind === 'lines' ? part.lines : part.values
    }),
  )
}

function carriedIn(filed: FiledReport, versions: readonly ReportVersion[]): CarriedContent {
  if (filed.parts.length === 0) return 'nothing'
  const content = contentOf(filed.parts)
  const same = versions.filter((one) => contentOf(one.parts) === content)
  const isCurrent = ({ state }: ReportVersion) => state === 'current'
  const isGone = ({ state }: ReportVersion) => state === 'withdrawn'
  if (same.some(isCurrent)) {
    const repeats = same.filter((one) => one.status === filed.status && !isGone(one))
    return repeats.some((one) => isCurrent(one) || isSameMoment(one, filed)) ? 'repeat' : 'same'
  }
  if (same.some(isGone)) return 'withdrawn'
  if (same.some((one) => isSameMoment(one, filed))) return 'superseded'
  return versions.some((one) => one.state !== 'superseded' && filed.madeAt < one.madeAt) ? 'older' : 'new'
}

const isSameMoment = (one: { madeAt: Date }, other: { madeAt: Date }) =>
  one.madeAt.getTime() === other.madeAt.getTime()

/** The table's decision; but of what came with a withdrawal nobody knows what it is. */
function decisionOn(
  filed: FiledReport,
  current: CurrentReportState,
  carried: CarriedContent,
): ReportDecision {
  const decision = reportDecision(filed.status, current, carried)
  // The recommendation is what came.
  if (decision === 'wait:final-without-report' && filed.withRecommendation) return 'nothing'
  return filed.besideWithdrawal && decision !== 'nothing' ? 'wait:came-with-withdrawal' : decision
}

function fileReport(history: Filing, filed: FiledReport, tests: readonly string[]): void {
  const { decided } = filed
  if (decided?.outcome === 'refused') {
    if (announces(filed)) announce(history, filed)
    return
  }
  const { versions, doubt } = whichReport(history.versions, filed, tests)
  const current = currentStateOf(versions)
  const carried = carriedIn(filed, versions)
  let decision = doubt ? (`wait:${doubt}` as const) : decisionOn(filed, current, carried)
  const why = doubtIn(decision)
  // As some systems say it every day: one is enough.
  if (why === 'final-without-report' && !announce(history, filed)) return
  if (why && !decided) {
    history.waiting.push({ key: filed.key, why })
    return
  }
  const effectiveStatus = decided?.as && decided.as !== 'none' ? decided.as : filed.status
  if (why) decision = takenDecision(effectiveStatus, current, carried)
  carryOut(history, versions, { ...filed, status: effectiveStatus }, decision)
}

function carryOut(
  history: ReportHistory,
  versions: readonly ReportVersion[],
  filed: FiledReport,
  decision: ReportDecision,
): void {
  if (decision === 'nothing') return
  const current = versions.filter(({ state }) => state === 'current')
  if (decision === 'withdraw') {
    const withdrawn = { at: filed.sentAt, words: filed.words, change: filed.change }
    for (const one of versions)
      Object.assign(one, { state: 'withdrawn', withdrawn: one.withdrawn ?? withdrawn })
    return
  }
  if (decision !== 'add' && decision !== 'file') for (const one of current) one.state = 'superseded'
  const confirmed = decision === 'confirm' && filed.parts.length === 0
  history.versions.push({
    version: history.versions.length + 1,
    key: filed.key,
    person: filed.person,
    testCode: versions[0]?.testCode ?? filed.identity.testCode,
    filler: filed.identity.filler,
    group: filed.identity.group,
    accession: filed.identity.accession,
    testName: filed.testName ?? versions.findLast(({ testName }) => testName !== '')?.testName ?? '',
    status: statusOf(filed, versions),
    change: filed.change,
    words: filed.words,
    parts: confirmed ? current.flatMap(({ parts }) => parts) : filed.parts,
    madeAt: filed.madeAt,
    sentAt: filed.sentAt,
    state: 'current',
    withdrawn: null,
  })
}

/** Final again after a final one is a change, of which the laboratory did not say what kind. */
function statusOf({ status }: FiledReport, versions: readonly ReportVersion[]): ReportVersion['status'] {
  const changes = versions.some(isFinalOnce)
  if (status === 'final' || status === 'unclear') return changes ? 'amended' : 'final'
  return status === 'withdrawn' || status === 'cancelled' ? 'final' : status
}

const isFinalOnce = ({ status, state }: ReportVersion) =>
  state !== 'withdrawn' && status !== 'preliminary' && status !== 'partial'
