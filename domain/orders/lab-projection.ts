import { addWorkingDays, type IsoDate, todayAtLaboratory } from '../dates/dates.ts'
import { filedReportsIn } from '../reports/filed-reports.ts'
import { type ReportVersion, reportHistory, type WaitingReport } from '../reports/history.ts'
import type { Clock } from '../turnaround/clock.ts'
import type { OrderTurnaround } from '../turnaround/turnaround.ts'
import { type PatientKey, PROBAND } from './document.ts'
import { type Hold, holdsIn, workingDaysOnHold } from './hold-history.ts'
import type { LabEvent, LabEventContent, Progress } from './lab-events.ts'
import { hasFinal, pendingTests, type TestedFor } from './pending-tests.ts'
import { type Recommendation, recommendationsIn } from './recommendations.ts'
import { type OrderedSpecimen, promisedOn, reportClock } from './report-clock.ts'

/**
 * A report outranks everything: the provider must be able to read it, even if the order was cancelled before.
 */
const FORWARD: readonly Progress[] = ['en-route', 'accessioned', 'in-process', 'cancelled', 'reported']

interface Specimen {
  arrivedAt: Date | null
  rejected: { at: Date; code: string; words: string } | null
}

/** An order's state according to all of its laboratory events. */
export interface LabProjection {
  progress: Progress
  laboratoryNumber: string | null
  expectedOn: IsoDate | null
  /** The laboratory gave the day itself. */
  isPromised: boolean
  /** The time of the tests, if the catalogue describes it; otherwise null. */
  clock: Clock | null
  /** When the first report was made. */
  reportedAt: Date | null
  /** It is reported, and one of its tests has no final report yet. */
  hasPendingTest: boolean
  /** By the sample's key: those sent with the order, and those that the laboratory names. */
  specimens: ReadonlyMap<string, Specimen>
  /** Oldest first. */
  holds: Hold[]
  /** Every version of every report, oldest first. */
  reports: ReportVersion[]
  /** Messages about reports that await a decision at the result desk. */
  waiting: WaitingReport[]
  /**
   * The codes of the tests that the laboratory cancelled one by one, oldest first; of a reported order also those that it
   * cancelled with the order.
   */
  cancelledTests: string[]
  /** What the laboratory declines, oldest first. */
  declined: { key: string; testCode: string; words: string }[]
  /** Oldest first. */
  notes: { key: string; words: string }[]
  treatments: Recommendation[]
}

interface ProjectedOrder {
  /** In working days; null if the catalogue gives none. */
  turnaroundDays: number | null
  /** The codes of the tests; left out if their reports are not needed. */
  tests?: readonly string[]
  /** The keys of the samples sent with the order. */
  samples: readonly string[]
  /** Whom the order is for (subject.ts): it is reported once all have a final report. Left out: the proband. */
  subjects?: readonly PatientKey[]
  /** The time of each test, if the laboratory sets it for any of them; otherwise null or left out. */
  turnaround?: OrderTurnaround | null
  /** The same samples, with whose they are. */
  specimens?: readonly OrderedSpecimen[]
}

/**
 * Computes the projection from all events of an order. Events may arrive late, repeatedly and in any order:
 * the result is always that of the same events in the laboratory's chronological order.
 */
export function projectLabEvents(labEvents: readonly LabEvent[], order: ProjectedOrder): LabProjection {
  const sorted = inOrder(labEvents)
  const filed = filedReportsIn(labEvents)
  const { versions: reports, waiting } = reportHistory(filed, order.tests)
  const holds = holdsIn(sorted)
  const specimens = specimensIn(sorted, order.samples)
  const subjects = order.subjects ?? [PROBAND]
  const clock = clockIn(sorted, order, specimens, holds)
  const promised = promisedOn(sorted)
  const tests = order.tests ?? []
  const cancelledSingly = { subjects, tests, cancelledTests: cancelledTestsIn(sorted) }
  const pending = pendingTests(reports, cancelledSingly)
  // A reported order stays so when it is cancelled, but no other report is to come.
  const areEnded = pending !== null && isOrderCancelled(sorted, tests)
  return {
    progress: progressIn(sorted, reports, cancelledSingly),
    laboratoryNumber: all(sorted, 'numbered')[0]?.number ?? null,
    expectedOn: promised ?? (clock ? clock.dueOn : expectedOn(sorted, order, specimens, holds)),
    isPromised: promised !== null,
    clock,
    reportedAt: reportedAt(reports, subjects),
    hasPendingTest: pending !== null && !areEnded,
    ...{
      specimens,
      holds,
      reports,
      waiting,
      treatments: recommendationsIn(all(sorted, 'treatment'), { reports, waiting, filed }),
    },
    cancelledTests: [...cancelledSingly.cancelledTests, ...(areEnded ? pending : [])],
    declined: all(sorted, 'declined').map(({ key, testCode, words }) => ({ key, testCode, words })),
    notes: all(sorted, 'note').map(({ key, words }) => ({ key, words })),
  }
}

/** The order of events with the same time. */
const KIND_ORDER = {
  ...{ stood: 0, numbered: 1, progress: 2, arrived: 3, rejected: 4, held: 5, released: 6 },
  ...{ report: 7, result: 8, decided: 9, treatment: 10, note: 11, declined: 12, 'cancellation-refused': 13 },
  promised: 14,
} as const satisfies Record<LabEventContent['kind'], number>

function inOrder(labEvents: readonly LabEvent[]): LabEvent[] {
  const once = new Map(labEvents.map((event) => [event.key, event]))
  return [...once.values()].sort(
    (a, b) =>
      a.at.getTime() - b.at.getTime() || KIND_ORDER[a.kind] - KIND_ORDER[b.kind] || (a.key < b.key ? -1 : 1),
  )
}

function all<Kind extends LabEventContent['kind']>(labEvents: readonly LabEvent[], kind: Kind) {
  return labEvents.filter(
    (event): event is Extract<LabEventContent, { kind: Kind }> & LabEvent => event.kind === kind,
  )
}

/**
 * Progress only goes forward, except when a report is withdrawn. A final result counts only if its report has
 * arrived and is not waiting at the result desk, so that somebody can read it. A cancelled test cancels the order
 * once every other test is cancelled, too.
 */
function progressIn(
  labEvents: readonly LabEvent[],
  reports: readonly ReportVersion[],
  { subjects, tests, cancelledTests }: TestedFor,
): Progress {
  if (hasFinal(reports, subjects)) return 'reported'
  const isEachCancelled = tests.every((test) => cancelledTests.includes(test))
  let furthest = isCancelledAtDesk(labEvents, tests) ? FORWARD.indexOf('cancelled') : 0
  for (const event of labEvents) {
    if (event.kind !== 'progress' && event.kind !== 'stood') continue
    if (event.kind === 'progress' && event.test !== undefined && !isEachCancelled) continue
    const isUnread = event.progress === 'reported' && (event.kind === 'progress' || reports.length > 0)
    furthest = Math.max(furthest, FORWARD.indexOf(isUnread ? 'in-process' : event.progress))
  }
  return FORWARD[furthest] ?? 'en-route'
}

function cancelledTestsIn(labEvents: readonly LabEvent[]): string[] {
  const tests = all(labEvents, 'progress').flatMap(({ progress, test }) =>
    progress === 'cancelled' && test !== undefined ? [test] : [],
  )
  return [...new Set(tests)]
}

/**
 * Whether the result desk accepted the cancellation of a test that was not ordered as the order's; one
 * assigned to another order does not count.
 */
function isCancelledAtDesk(labEvents: readonly LabEvent[], tests: readonly string[]): boolean {
  const taken = new Set(
    all(labEvents, 'decided').flatMap(({ result, outcome }) => (outcome === 'taken' ? [result] : [])),
  )
  return all(labEvents, 'result').some(
    ({ key, status, identity }) =>
      status === 'cancelled' && taken.has(key) && !tests.includes(identity.testCode),
  )
}

/** Whether it was cancelled as a whole, whatever came of it. At the desk: not where a report was chosen, which it withdraws. */
function isOrderCancelled(labEvents: readonly LabEvent[], tests: readonly string[]): boolean {
  const isWhole = (event: LabEvent) =>
    (event.kind === 'progress' && event.progress === 'cancelled' && event.test === undefined) ||
    (event.kind === 'stood' && event.progress === 'cancelled')
  const ofOrder = labEvents.filter((event) => event.kind !== 'decided' || event.of === undefined)
  return labEvents.some(isWhole) || isCancelledAtDesk(ofOrder, tests)
}

/** The time at which the last of those tested had a first final report, while each has a current one. */
function reportedAt(reports: readonly ReportVersion[], subjects: readonly PatientKey[]): Date | null {
  if (!hasFinal(reports, subjects)) return null
  const firsts = subjects.map((subject) => {
    const finals = reports.filter(
      ({ person, status, state }) =>
        person === subject && status !== 'preliminary' && status !== 'partial' && state !== 'withdrawn',
    )
    return Math.min(...finals.map(({ madeAt }) => madeAt.getTime()))
  })
  const last = Math.max(...firsts)
  return Number.isFinite(last) ? new Date(last) : null
}

const HAS_SPECIMENS: readonly Progress[] = ['accessioned', 'in-process', 'reported']

/** When the laboratory received the specimens, by events about the order as a whole. */
function orderArrival(labEvents: readonly LabEvent[]): Date | null {
  const progressEvents = all(labEvents, 'progress').filter(({ bySpecimen }) => !bySpecimen)
  // Progress on an order implies that its specimens have arrived only if the laboratory never names
  // specimens.
  const isItemized = labEvents.some(({ kind }) => kind === 'arrived')
  const tells: readonly Progress[] = isItemized ? ['accessioned'] : HAS_SPECIMENS
  return progressEvents.find(({ progress }) => tells.includes(progress))?.at ?? null
}

function specimensIn(labEvents: readonly LabEvent[], sent: readonly string[]): Map<string, Specimen> {
  const arrivedWithOrder = orderArrival(labEvents)
  const specimens = new Map<string, Specimen>(
    sent.map((key) => [key, { arrivedAt: arrivedWithOrder, rejected: null }]),
  )
  const named = (key: string) => specimens.get(key) ?? { arrivedAt: null, rejected: null }
  for (const { sample, at } of all(labEvents, 'arrived')) {
    const { arrivedAt, rejected } = named(sample)
    specimens.set(sample, { arrivedAt: arrivedAt && arrivedAt < at ? arrivedAt : at, rejected })
  }
  for (const { sample, at, code, words } of all(labEvents, 'rejected')) {
    const { arrivedAt, rejected } = named(sample)
    specimens.set(sample, { arrivedAt, rejected: rejected ?? { at, code, words } })
  }
  return specimens
}

/** The time of the tests; null for an order older than its description, or than events. */
function clockIn(
  labEvents: readonly LabEvent[],
  { turnaround, specimens: ordered = [] }: ProjectedOrder,
  specimens: ReadonlyMap<string, Specimen>,
  holds: readonly Hold[],
): Clock | null {
  if (!turnaround || labEvents.some((event) => event.kind === 'stood' && event.expectedOn !== null))
    return null
  const arrivedWithOrder = orderArrival(labEvents)
  return reportClock(turnaround, ordered, { labEvents, holds, specimens, arrivedWithOrder })
}

/**
 * The day on which the report is expected: the turnaround in working days from the arrival of the first
 * usable specimen, plus the working days of the holds since. A current hold counts once it is over.
 */
function expectedOn(
  labEvents: readonly LabEvent[],
  { turnaroundDays, samples }: ProjectedOrder,
  specimens: ReadonlyMap<string, Specimen>,
  holds: readonly Hold[],
): IsoDate | null {
  const baseline = all(labEvents, 'stood').find((event) => event.expectedOn !== null)
  const arrivals = [...specimens.values()].flatMap(({ arrivedAt, rejected }) =>
    arrivedAt && !rejected ? [arrivedAt.getTime()] : [],
  )
  // An add-on uses a specimen that the laboratory already has.
  const arrivedWithOrder = samples.length === 0 ? orderArrival(labEvents) : null
  const first = arrivedWithOrder ? arrivedWithOrder.getTime() : Math.min(...arrivals)
  const from = Number.isFinite(first) ? todayAtLaboratory(new Date(first)) : null
  if (baseline?.expectedOn) return addWorkingDays(baseline.expectedOn, workingDaysOnHold(holds, from))
  if (from === null || turnaroundDays === null) return null
  return addWorkingDays(from, turnaroundDays + workingDaysOnHold(holds, from))
}
