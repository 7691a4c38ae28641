import { type AccessKind, askedBy, type PatientAction } from './actions.ts'

/** After this pause without a line, further access to the same order is a new act. */
const PAUSE_MINUTES = 30

/**
 * Longer than a page usually stays open. Only the browser says that a page read again by itself, so what is marked joins an act
 * that reaches back a day at most, however often it was read in between.
 */
const OPEN_MINUTES = 24 * 60

/** The fields of an audit line that decide to which act it belongs. */
export interface TrailLine {
  action: PatientAction
  kind: AccessKind
  /** Who did it, and the recipient. */
  by: string
  to: string
  /** An ISO instant. */
  at: string
  orderIds: readonly number[]
  /** An open page read it again by itself. */
  isRefresh?: boolean
}

/** One act of a person: its audit lines, newest first. The first one names the act. */
export type Act<Line> = [Line, ...Line[]]

/** Exports and disclosures are listed each time; an EHR that reads by FHIR reads a record in many pieces. */
const canRepeat = ({ kind, action }: TrailLine) =>
  kind === 'seen' || kind === 'changed' || action.startsWith('fhir.')

const isOpening = ({ action }: TrailLine) => askedBy(action) === 'opening'
const isOfPage = (line: TrailLine) => isOpening(line) || askedBy(line.action) === 'page'
const isWithin = (minutes: number, later: TrailLine, earlier: TrailLine) =>
  Date.parse(later.at) - Date.parse(earlier.at) <= minutes * 60_000

/** Soon before the last of these lines; what a page read by itself only within a day. */
const isWithoutPause = <Line extends TrailLine>(lines: Act<Line>, earlier: Line) =>
  isWithin(PAUSE_MINUTES, lines.at(-1) ?? lines[0], earlier) &&
  (earlier.isRefresh !== true || isWithin(OPEN_MINUTES, lines[0], earlier))

/**
 * A page that stayed open since before these lines: they belong to the act in which it was opened, up to a day before. By its
 * openings, if there are any: what else a page read by itself is marked in newer lines only.
 */
const isLeftOpen = <Line extends TrailLine>(lines: Act<Line>, earlier: Line) => {
  const openings = lines.filter(isOpening)
  return (
    isWithin(OPEN_MINUTES, lines[0], earlier) &&
    (openings.length > 0 ? openings : lines).every(({ isRefresh }) => isRefresh)
  )
}

/** Runs of similar lines without a long pause, ordered by their newest line. */
function runsOf<Line extends TrailLine>(
  lines: readonly Line[],
  keyOf: (line: Line) => string | null,
): Act<Line>[] {
  const runs: Act<Line>[] = []
  const open = new Map<string, Act<Line>>()
  for (const line of lines) {
    const kind = keyOf(line)
    const key = JSON.stringify([kind, line.by, line.to, line.kind, line.orderIds])
    const run = kind === null ? undefined : open.get(key)
    if (run && (isWithoutPause(run, line) || isLeftOpen(run, line))) run.push(line)
    else {
      const begun: Act<Line> = [line]
      runs.push(begun)
      open.set(key, begun)
    }
  }
  return runs
}

/**
 * The acts of an audit trail: what one person did with the same orders without a long pause is one act, no
 * matter how often a page was loaded; a page's own reads belong to its opening. Every line is in exactly one
 * act. `lines` are newest first; acts are ordered by their newest line.
 */
export function actsOf<Line extends TrailLine>(lines: readonly Line[]): Act<Line>[] {
  const runs = runsOf(lines, (line) => (!canRepeat(line) ? null : isOfPage(line) ? 'page' : line.action))
  return runs.flatMap((run) => {
    const opening = run.find(isOpening)
    // Page reads without an opened page: listed on their own.
    if (!opening) return runsOf(run, (line) => (canRepeat(line) ? line.action : null))
    return [[opening, ...run.filter((line) => line !== opening)] satisfies Act<Line>]
  })
}
