import type { AccessKind, PatientAction } from './actions.ts'

/** Without a line for so long, what somebody does with an order is another act. */
const PAUSE_MINUTES = 30

/** What a page reads by itself when it is opened, and again when something changes: by themselves nobody's act. */
const READ_BY_PAGES: readonly PatientAction[] = [
  ...(['report.list', 'document.list', 'coverage.view', 'authorization.view', 'eligibility.view'] as const),
  ...(['availability.view', 'sample.related'] as const),
]
const OPENINGS: readonly PatientAction[] = ['order.view', 'sample.view']

/** What of a line of the audit trail decides to which act it belongs. */
export interface TrailLine {
  action: PatientAction
  kind: AccessKind
  /** Who did it, and who got it. */
  by: string
  to: string
  /** An ISO instant. */
  at: string
  orderIds: readonly number[]
}

/** One thing that somebody did: its lines, the newest first. The first names it. */
export type Act<Line> = [Line, ...Line[]]

/** What is taken out or sent is told each time; an EHR that reads by FHIR reads a record in many pieces. */
const canRepeat = ({ kind, action }: TrailLine) =>
  kind === 'seen' || kind === 'changed' || action.startsWith('fhir.')

const isOpening = ({ action }: TrailLine) => OPENINGS.includes(action)
const isOfPage = (line: TrailLine) => isOpening(line) || READ_BY_PAGES.includes(line.action)
const isSoon = (later: TrailLine, earlier: TrailLine) =>
  Date.parse(later.at) - Date.parse(earlier.at) <= PAUSE_MINUTES * 60_000

/** Runs of lines that are alike and have no long pause between them, by the newest line of each. */
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
    if (run && isSoon(run.at(-1) ?? run[0], line)) run.push(line)
    else {
      const begun: Act<Line> = [line]
      runs.push(begun)
      open.set(key, begun)
    }
  }
  return runs
}

/**
 * The acts of an audit trail: what the same person did with the same orders without a long pause is one, however often a page
 * was loaded; and what a page reads by itself belongs to its being opened. Every line is in one act. `lines` are the newest
 * first; the acts are by their newest line.
 */
export function actsOf<Line extends TrailLine>(lines: readonly Line[]): Act<Line>[] {
  const runs = runsOf(lines, (line) => (!canRepeat(line) ? null : isOfPage(line) ? 'page' : line.action))
  return runs.flatMap((run) => {
    const opening = run.find(isOpening)
    // What a page reads, and no page was opened: told as what it is.
    if (!opening) return runsOf(run, (line) => (canRepeat(line) ? line.action : null))
    return [[opening, ...run.filter((line) => line !== opening)] satisfies Act<Line>]
  })
}
