import type { MessageStatus } from './statuses.ts'

/** What the order already has of the same report: the same test of the same person. */
export const CURRENT_REPORT_STATES = ['nothing', 'preliminary', 'final', 'withdrawn'] as const
export type CurrentReportState = (typeof CURRENT_REPORT_STATES)[number]

/**
 * What a message carries beside what stands. `repeat`: what is current, under the same status. `same`: what is current,
 * under another status. `new`: a content that was never here. `older`: one that was made (OBR-22) before what stands,
 * though it was sent later. `superseded`: a version that was replaced, said again as it was then. `withdrawn`: the
 * content of a version that was withdrawn.
 */
export const CARRIED_CONTENTS = [
  'nothing',
  'repeat',
  'same',
  'new',
  'older',
  'superseded',
  'withdrawn',
] as const
export type CarriedContent = (typeof CARRIED_CONTENTS)[number]

/** Why a message about a report waits for a person at the laboratory. */
export const REPORT_DOUBTS = {
  'status-unclear': 'Its status (OBR-25, OBX-11) is missing, unknown or contradicts itself.',
  'preliminary-after-final': 'It is preliminary, but a final report is already on file.',
  'older-than-current': 'It was made before the report on file, but sent after it.',
  'after-withdrawal': 'It came after the report was withdrawn, and contains nothing new.',
  'replaced-before': 'It is an earlier version of the report that has since been replaced.',
  'addendum-before-final': 'It adds to a final report, but only a preliminary one is on file.',
  'change-without-content': 'It says that the report changed, but contains no new report.',
  'change-of-nothing': 'It says that the report changed, but is the same as the one on file.',
  'withdraws-unknown': 'It withdraws a report that is not on file.',
  'withdraws-which': 'It withdraws a report, but no report on file has the test code it names.',
  'corrects-which': 'It changes a report, but no report on file has the test code it names.',
  'final-without-report':
    'It says that the report is final, but no report is on file yet. It is resolved automatically once the report arrives.',
  'cancels-unknown': 'It cancels a test that was not ordered and of which nothing is on file.',
  'came-with-withdrawal': 'It came in a message that withdraws a report, without a status of its own.',
} as const
export type ReportDoubt = keyof typeof REPORT_DOUBTS

/** They wait for a person, and nothing of a result waits with them: no clinic is told that one is being checked. */
export const WITHOUT_RESULT: readonly ReportDoubt[] = ['final-without-report', 'cancels-unknown']

/** A person has to say which report it is about. */
export function choosesReport(why: string): boolean {
  return why === 'withdraws-which' || why === 'corrects-which'
}

/**
 * What becomes of a message about a report.
 * - `file`: a version, where none is current.
 * - `replace`: a version; those before are superseded.
 * - `confirm`: what stands, under its new status: a version with the same content.
 * - `add`: a version beside what stands, which stays valid.
 * - `withdraw`: every version of the report is withdrawn.
 * - `nothing`: there is nothing new in it.
 * - anything else: it waits for a person at the laboratory, who reads why.
 */
export type ReportDecision =
  | 'file'
  | 'replace'
  | 'confirm'
  | 'add'
  | 'withdraw'
  | 'nothing'
  | `wait:${ReportDoubt}`

type Row = Readonly<Record<CarriedContent, ReportDecision>>
const row = (
  nothing: ReportDecision,
  repeat: ReportDecision,
  same: ReportDecision,
  fresh: ReportDecision,
  older: ReportDecision,
  superseded: ReportDecision,
  withdrawn: ReportDecision,
): Row => ({ nothing, repeat, same, new: fresh, older, superseded, withdrawn })
const all = (decision: ReportDecision) =>
  row(decision, decision, decision, decision, decision, decision, decision)

const OLDER = 'wait:older-than-current'
const GONE = 'wait:after-withdrawal'
const UNCLEAR = 'wait:status-unclear'
const PRELIMINARY = 'wait:preliminary-after-final'
const EMPTY = 'wait:change-without-content'
const EARLY = 'wait:addendum-before-final'
const REPLACED = 'wait:replaced-before'
const UNCHANGED = 'wait:change-of-nothing'
const ANNOUNCED = 'wait:final-without-report'

/** Nothing is here: nothing can be said again. */
const FIRST = row('nothing', 'file', 'file', 'file', 'file', 'file', 'file')
/** What is said to be there, and is not, has to come. */
const FIRST_FINAL = row(ANNOUNCED, 'file', 'file', 'file', 'file', 'file', 'file')

/** Columns: nothing, repeat, same, new, older, superseded, withdrawn. */
const OPEN: Record<CurrentReportState, Row> = {
  nothing: FIRST,
  preliminary: row('nothing', 'nothing', 'nothing', 'replace', OLDER, 'nothing', GONE),
  final: row('nothing', 'nothing', 'nothing', PRELIMINARY, PRELIMINARY, 'nothing', GONE),
  withdrawn: row('nothing', GONE, GONE, 'file', GONE, GONE, GONE),
}
const FINAL: Record<CurrentReportState, Row> = {
  nothing: FIRST_FINAL,
  // A preliminary report that is said to be final without being sent again is final as it is.
  preliminary: row('confirm', 'confirm', 'confirm', 'replace', OLDER, REPLACED, GONE),
  // Final again with another content is a change whose kind nobody said.
  final: row('nothing', 'nothing', 'nothing', 'replace', OLDER, 'nothing', GONE),
  withdrawn: row(GONE, GONE, GONE, 'file', GONE, GONE, GONE),
}
const CHANGED: Record<CurrentReportState, Row> = {
  nothing: FIRST_FINAL,
  preliminary: row(EMPTY, 'confirm', 'confirm', 'replace', OLDER, REPLACED, GONE),
  final: row(EMPTY, 'nothing', UNCHANGED, 'replace', OLDER, 'nothing', GONE),
  withdrawn: row(GONE, GONE, GONE, 'file', GONE, GONE, GONE),
}
const ADDED: Record<CurrentReportState, Row> = {
  nothing: FIRST_FINAL,
  preliminary: row(EMPTY, EARLY, EARLY, EARLY, EARLY, EARLY, GONE),
  final: row(EMPTY, 'nothing', UNCHANGED, 'add', OLDER, 'nothing', GONE),
  withdrawn: all(GONE),
}
const WITHDRAWN: Record<CurrentReportState, Row> = {
  nothing: all('wait:withdraws-unknown'),
  preliminary: all('withdraw'),
  final: all('withdraw'),
  withdrawn: all('nothing'),
}
/** The test is not done; what there is of it does not count. */
const CANCELLED: Record<CurrentReportState, Row> = { ...WITHDRAWN, nothing: all('nothing') }
const UNCLEAR_ROW = row(UNCLEAR, 'nothing', UNCLEAR, UNCLEAR, UNCLEAR, 'nothing', UNCLEAR)
const UNKNOWN: Record<CurrentReportState, Row> = {
  nothing: UNCLEAR_ROW,
  preliminary: UNCLEAR_ROW,
  final: UNCLEAR_ROW,
  withdrawn: all(UNCLEAR),
}

/** The one table by which messages about reports are filed, of HL7 and FHIR alike (docs/interfaces.md prints it). */
export const REPORT_DECISIONS: Readonly<
  Record<Exclude<MessageStatus, 'none'>, Readonly<Record<CurrentReportState, Row>>>
> = {
  preliminary: OPEN,
  partial: OPEN,
  final: FINAL,
  addended: ADDED,
  amended: CHANGED,
  corrected: CHANGED,
  withdrawn: WITHDRAWN,
  cancelled: CANCELLED,
  unclear: UNKNOWN,
}

export function reportDecision(
  status: Exclude<MessageStatus, 'none'>,
  current: CurrentReportState,
  carried: CarriedContent,
): ReportDecision {
  return REPORT_DECISIONS[status][current][carried]
}

/** Why it waits; null for a decision that waits for nobody. */
export function doubtIn(decision: ReportDecision): ReportDoubt | null {
  return decision.startsWith('wait:') ? (decision.slice('wait:'.length) as ReportDoubt) : null
}

/** What a person's "take it" makes of a message that waits. */
export function takenDecision(
  status: Exclude<MessageStatus, 'none'>,
  current: CurrentReportState,
  carried: CarriedContent,
): ReportDecision {
  if (status === 'withdrawn' || status === 'cancelled')
    return current === 'nothing' || current === 'withdrawn' ? 'nothing' : 'withdraw'
  if (carried === 'nothing') return 'nothing'
  if (current === 'nothing' || current === 'withdrawn') return 'file'
  if (status === 'addended') return 'add'
  return carried === 'same' || carried === 'repeat' ? 'confirm' : 'replace'
}
