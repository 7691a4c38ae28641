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

/** A version's state: superseded by one sent later, or withdrawn because it should never have been sent. */
export const VERSION_STATES = ['current', 'superseded', 'withdrawn'] as const
export type VersionState = (typeof VERSION_STATES)[number]

/** One version of a report of an order. */
export interface ReportVersion {
  /** Counts through all reports of the order, in the order of sending. */
  version: number
  /** The key of the message that brought it. */
  key: string
  person: PatientKey
  testCode: string
  filler: string
  accession: string
  /** The test's name in the message; '' if missing. */
  testName: string
  /** Its id within its message, or its permanent one (DiagnosticReport.id). */
  group: string
  status: Exclude<ReportStatus, 'withdrawn' | 'cancelled'>
  /** '' if missing. */
  laboratory: string
  signedBy: string
  change: ReportChange | null
  /** The laboratory's explanation of the change. */
  words: string
  parts: FiledReport['parts']
  /** The keys of the versions whose content it confirms, if it brought none: they change when one arrives late. */
  confirms?: string
  madeAt: Date
  sentAt: Date
  state: VersionState
  withdrawn: { at: Date; words: string; change: ReportChange | null } | null
}

/** A message that waits at the result desk. */
export interface WaitingReport {
  key: string
  why: ReportDoubt
}

/** All versions of all reports of an order, and the waiting messages. */
export interface ReportHistory {
  versions: ReportVersion[]
  waiting: WaitingReport[]
}

/** What users call a version: it counts the versions of its report, of one test of one person, from 1. */
export function numberInReport(
  { person, testCode, version }: Pick<ReportVersion, 'person' | 'testCode' | 'version'>,
  all: readonly Pick<ReportVersion, 'person' | 'testCode' | 'version'>[],
): number {
  return all.filter((one) => one.person === person && one.testCode === testCode && one.version <= version)
    .length
}

/** A report can be opened unless the laboratory has withdrawn it, even if it was superseded. */
export function canBeOpened({ state }: Pick<ReportVersion, 'state'>): boolean {
  return state !== 'withdrawn'
}

/** Whether it is a valid result: not preliminary, superseded or withdrawn. */
export function isFinal({ state, status }: Pick<ReportVersion, 'state' | 'status'>): boolean {
  return state === 'current' && status !== 'preliminary' && status !== 'partial'
}

/**
 * The version that corresponds to an earlier one after recomputing: of the same message, otherwise of another
 * that brought the same content and was sent before. Undefined if it is no longer a version.
 */
export function successorOf(old: ReportVersion, now: readonly ReportVersion[]): ReportVersion | undefined {
  const isSame = (one: ReportVersion) =>
    one.person === old.person &&
    one.testCode === old.testCode &&
    one.status === old.status &&
    contentOf(one.parts) === contentOf(old.parts)
  return now.find(({ key }) => key === old.key) ?? now.find(isSame)
}

/** Whether a version that confirms others has another content than before: of one that arrived late. */
export function confirmsOther(old: ReportVersion, now: ReportVersion): boolean {
  const isConfirming = old.confirms !== undefined || now.confirms !== undefined
  return isConfirming && old.key === now.key && contentOf(old.parts) !== contentOf(now.parts)
}

/** The newest version of a report; an addendum ranks before what it adds to. */
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
 * The reports of an order, from all messages about them. Messages may arrive late, repeatedly and in any
 * order: they are applied in order of sending (MSH-7), then of making (OBR-22), then of arrival. `filed` is
 * in order of arrival; `tests` are the codes of the ordered tests.
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
  /** Reports declared final without being sent, by key: the first for each test of each person. */
  announced: Map<string, FiledReport>
}

/** Whether it declares a report final without sending one. */
function announces({ parts, status }: FiledReport): boolean {
  return parts.length === 0 && ['final', 'addended', 'amended', 'corrected'].includes(status)
}

/**
 * Records a report declared final without being sent; false if the same was declared for that test before.
 */
function announce({ announced }: Filing, filed: FiledReport): boolean {
  const isSame = ({ person, identity }: FiledReport) =>
    person === filed.person && identity.testCode === filed.identity.testCode
  if ([...announced.values()].some(isSame)) return false
  announced.set(filed.key, filed)
  return true
}

/**
 * Whether the announced final report has arrived, whatever became of it: one of its test; if one of the two
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
/**
 * The sequence of messages sent and made in the same second: preliminary, final, changed, withdrawn, and what
 * came with a withdrawal.
 */
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

/** Two contents are the same if their documents have the same bytes, and everything else the same words. */
function contentOf(parts: FiledReport['parts']): string {
  return JSON.stringify(
    parts.map((part) => {
      if (part.kind === 'document') return part.fileKey
      if (part.kind === 'genetics') return part.findings
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

/** The table's decision, except for what came with a withdrawal, whose meaning is unclear. */
function decisionOn(
  filed: FiledReport,
  current: CurrentReportState,
  carried: CarriedContent,
): ReportDecision {
  const decision = reportDecision(filed.status, current, carried)
  // What came was the recommendation.
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
  // Some systems repeat this every day: once is enough.
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
    laboratory: filed.issuer?.laboratory ?? '',
    signedBy: filed.issuer?.signedBy ?? '',
    change: filed.change,
    words: filed.words,
    parts: confirmed ? current.flatMap(({ parts }) => parts) : filed.parts,
    ...(confirmed ? { confirms: current.map(({ key }) => key).join(' ') } : {}),
    madeAt: filed.madeAt,
    sentAt: filed.sentAt,
    state: 'current',
    withdrawn: null,
  })
}

/** Final again after a final version is a change whose kind the laboratory did not give. */
function statusOf({ status }: FiledReport, versions: readonly ReportVersion[]): ReportVersion['status'] {
  const changes = versions.some(isFinalOnce)
  if (status === 'final' || status === 'unclear') return changes ? 'amended' : 'final'
  return status === 'withdrawn' || status === 'cancelled' ? 'final' : status
}

const isFinalOnce = ({ status, state }: ReportVersion) =>
  state !== 'withdrawn' && status !== 'preliminary' && status !== 'partial'
