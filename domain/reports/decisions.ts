import type { MessageStatus } from './statuses.ts'

/** The current state of the same report in the order: same test, same person. */
export const CURRENT_REPORT_STATES = ['nothing', 'preliminary', 'final', 'withdrawn'] as const
export type CurrentReportState = (typeof CURRENT_REPORT_STATES)[number]

/**
 * A message's content compared with the current report. `repeat`: the current content with the same status.
 * `same`: the current content with another status. `new`: new content. `older`: content made (OBR-22) before
 * the current one although sent later. `superseded`: a replaced version, sent again as it was. `withdrawn`:
 * the content of a withdrawn version.
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

/** Why a message about a report awaits a decision at the result desk. */
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
  'consent-withdrawn':
    'The consent for genetic testing was withdrawn, and no new consent has been given since. File it only if the clinic agrees.',
  'declined-finding':
    'It has a finding that the person declined in the consent, or one under a heading that the portal does not know. Its data is filed without what was declined, and with what has an unknown heading; its documents are not changed. Refuse it and ask the laboratory for a report without the finding, or take it if it shows nothing that was declined.',
} as const
export type ReportDoubt = keyof typeof REPORT_DOUBTS

/** Doubts without a result: no clinic is told that one is being checked. */
export const WITHOUT_RESULT: readonly ReportDoubt[] = ['final-without-report', 'cancels-unknown']

/** Whether the result desk must choose the report it is about. */
export function choosesReport(why: string): boolean {
  return why === 'withdraws-which' || why === 'corrects-which'
}

/**
 * The decision on a message about a report.
 * - `file`: a version, if none is current.
 * - `replace`: a version; earlier ones are superseded.
 * - `confirm`: the current content under its new status, as a version.
 * - `add`: a version in addition to the current one, which stays valid.
 * - `withdraw`: every version of the report is withdrawn.
 * - `nothing`: it contains nothing new.
 * - anything else: it waits at the result desk, with the reason.
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

/** No report on file: nothing can be a repetition. */
const FIRST = row('nothing', 'file', 'file', 'file', 'file', 'file', 'file')
/** A report that is said to exist but is not on file must still arrive. */
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
  // A preliminary report declared final without being resent is final unchanged.
  preliminary: row('confirm', 'confirm', 'confirm', 'replace', OLDER, REPLACED, GONE),
  // Final again with other content is a change of unknown kind.
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
/** The test is not done; any existing results are invalid. */
const CANCELLED: Record<CurrentReportState, Row> = { ...WITHDRAWN, nothing: all('nothing') }
const UNCLEAR_ROW = row(UNCLEAR, 'nothing', UNCLEAR, UNCLEAR, UNCLEAR, 'nothing', UNCLEAR)
const UNKNOWN: Record<CurrentReportState, Row> = {
  nothing: UNCLEAR_ROW,
  preliminary: UNCLEAR_ROW,
  final: UNCLEAR_ROW,
  withdrawn: all(UNCLEAR),
}

/**
 * The one table by which messages about reports are filed, from HL7 and FHIR alike (printed in
 * docs/interfaces.md).
 */
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

/** The reason for waiting; null for any other decision. */
export function doubtIn(decision: ReportDecision): ReportDoubt | null {
  return decision.startsWith('wait:') ? (decision.slice('wait:'.length) as ReportDoubt) : null
}

/** The decision when the result desk accepts a waiting message. */
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
