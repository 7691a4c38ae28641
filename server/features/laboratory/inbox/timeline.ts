import type { OrderEvent } from '#contract/order.ts'
import { PROBAND } from '#domain/orders/document.ts'
import { whoIs } from '#domain/orders/family.ts'
import { matchingHold } from '#domain/orders/hold-history.ts'
import type { LabProjection } from '#domain/orders/lab-projection.ts'
import { isAwaitingAnswer } from '#domain/orders/obstacles.ts'
import type { OrderStateInfo } from '#domain/orders/status.ts'
import { fetusOf } from '#domain/orders/subject.ts'
import { isFinal, type ReportVersion, successorOf } from '#domain/reports/history.ts'
import { testInWords } from '#domain/reports/words.ts'
import { isSettled } from '#domain/samples/sample.ts'
import type { StoredOrder } from '../store.ts'
import type { OrderRelations } from './relations.ts'

interface TimelineEntry {
  kind: OrderEvent['kind']
  detail: string
  /** It needs no action: it was over or replaced before it was received. */
  isPast?: boolean
}

interface ProjectionChange {
  before: LabProjection
  projection: LabProjection
  orderState: OrderStateInfo
  /** The laboratory's text, if it has just refused a cancellation. */
  refusal: string | null
  /** The laboratory's reason in an update that cancels; '' for none. */
  cancelledFor: string
}

/** What is new for an order, as timeline entries. */
export function newTimelineEntries(
  order: StoredOrder,
  samples: { before: OrderRelations['samples']; now: OrderRelations['samples'] },
  change: ProjectionChange,
): TimelineEntry[] {
  const ofSamples = samples.now.flatMap((sample) => {
    const known = samples.before.find(({ id }) => id === sample.id)
    return [...arrivalEntries(sample, known, change), ...rejectionEntries(sample, known, change)]
  })
  const rejections = ofSamples.filter(({ kind }) => kind === 'sample-rejected')
  const progress = progressEntries(order, change, rejections)
  const ofTests = cancelledTestEntries(order, change)
  const isCancellationTold =
    ofTests.length > 0 || progress.some(({ kind, isPast }) => kind === 'cancelled' && !isPast)
  return [
    ...declinedEntries(order, change),
    ...progress,
    ...ofTests,
    ...reportEntries(order, change),
    ...holdEntries(change),
    ...ofSamples,
    ...treatmentEntries(change),
    // One mail tells of a cancellation and its note.
    ...noteEntries(change).map((entry) => ({ ...entry, isPast: isCancellationTold })),
  ]
}

const isOver = ({ state }: OrderStateInfo) => state === 'reported' || state === 'cancelled'

function progressEntries(
  order: StoredOrder,
  { before, projection, orderState, refusal, cancelledFor }: ProjectionChange,
  rejections: readonly TimelineEntry[],
): TimelineEntry[] {
  const { state } = order
  const { progress, laboratoryNumber } = projection
  const refused: TimelineEntry[] =
    refusal !== null && state === 'pending-cancellation' && !isOver(orderState)
      ? [{ kind: 'cancellation-refused', detail: refusal }]
      : []
  // Progress goes back only when a report is withdrawn, which has its own entry; the order may be cancelled with it.
  const goesBack = before.progress === 'reported' && progress !== 'cancelled'
  if (progress === before.progress || progress === 'en-route' || goesBack) return refused
  if (progress === 'cancelled') {
    const reasons = [cancelledFor, ...rejections.map(({ detail }) => detail)].filter(Boolean)
    // The clinic that asked for it is not told to order again.
    return [{ kind: progress, detail: reasons.join('; '), isPast: state === 'pending-cancellation' }]
  }
  const last = progress === 'reported' ? freshReports({ before, projection }).find(isFinal) : undefined
  const fetus = last && fetusOf(order.document, last.person)
  const detail =
    progress === 'accessioned' && laboratoryNumber
      ? `as ${laboratoryNumber}`
      : fetus
        ? whoIs(order.document, fetus.key)
        : ''
  return [{ kind: progress, detail }, ...refused]
}

/** The order goes on with its other tests, or has their report. */
function cancelledTestEntries(
  order: StoredOrder,
  { before, projection, cancelledFor }: ProjectionChange,
): TimelineEntry[] {
  if (projection.progress === 'cancelled') return []
  const words = cancelledFor === '' ? 'cancelled' : `cancelled. ${cancelledFor}`
  return projection.cancelledTests
    .filter((testCode) => !before.cancelledTests.includes(testCode))
    .map((testCode) => ({
      kind: 'laboratory-note',
      detail: detailOf(order, { testCode, person: PROBAND }, shortened(words)),
    }))
}

/** The order keeps its state: the laboratory corrects the problem, or cancels the order. */
function declinedEntries(
  order: StoredOrder,
  { before, projection, orderState }: ProjectionChange,
): TimelineEntry[] {
  return projection.declined
    .filter(({ key }) => !before.declined.some((known) => known.key === key))
    .map(({ testCode, words }) => {
      const { tests, addOnTests } = order.document
      // Names the test if there are several.
      const isOneOfSeveral = tests.length + addOnTests.length > 1
      const detail = detailOf(
        order,
        { testCode: isOneOfSeveral ? testCode : '', person: PROBAND },
        shortened(words),
      )
      return { kind: 'refused-by-laboratory', detail, isPast: orderState.state === 'cancelled' }
    })
}

const EVENTS = {
  ...({ preliminary: 'report-preliminary', partial: 'report-partial', final: 'reported' } as const),
  ...({ addended: 'report-addended', amended: 'report-amended', corrected: 'report-corrected' } as const),
} as const satisfies Record<ReportVersion['status'], OrderEvent['kind']>

/** The test if there are several, the person if it is not the patient, and the laboratory's text. */
function detailOf(
  { document }: StoredOrder,
  { testCode, testName = '', person }: Pick<ReportVersion, 'testCode' | 'person'> & { testName?: string },
  words: string,
): string {
  const tests = [...document.tests, ...document.addOnTests]
  const isOnly = tests.length === 1 && ['', tests[0]?.testCode].includes(testCode)
  const test = isOnly || testCode === '' ? '' : testInWords(tests, { testCode, testName })
  const relative = document.patients.find(({ key }) => key === person && key !== PROBAND)
  const fetus = fetusOf(document, person)
  const name = relative ? `${relative.firstName} ${relative.lastName}` : fetus ? whoIs(document, person) : ''
  return [test, name, words].filter((part) => part !== '').join(': ')
}

/**
 * The first report is covered by the order's progress; an old version that arrives late is stored without an
 * entry.
 */
function reportEntries(order: StoredOrder, { before, projection }: ProjectionChange): TimelineEntry[] {
  const fresh = freshReports({ before, projection })
  if (projection.progress !== before.progress && projection.progress === 'reported') {
    const first = fresh.findIndex(isFinal)
    if (first >= 0) fresh.splice(first, 1)
  }
  const entries = fresh.map((report) => ({
    kind: EVENTS[report.status],
    detail: detailOf(order, report, report.words),
  }))
  return [...withdrawnEntries(order, { before, projection }), ...entries]
}

/** The current versions that just arrived. */
function freshReports({ before, projection }: Pick<ProjectionChange, 'before' | 'projection'>) {
  const known = before.reports.map((report) => successorOf(report, projection.reports))
  return projection.reports.filter((report) => !known.includes(report) && report.state === 'current')
}

/** An entry for each report that has no current version any more. */
function withdrawnEntries(
  order: StoredOrder,
  { before, projection }: Pick<ProjectionChange, 'before' | 'projection'>,
): TimelineEntry[] {
  const gone = projection.reports.filter(
    ({ key, state }) =>
      state === 'withdrawn' && before.reports.some((known) => known.key === key && known.state === 'current'),
  )
  const newest = gone.filter(
    (one) => !gone.some((other) => isOfOneReport(one, other) && other.version > one.version),
  )
  return newest.map((report) => ({
    kind: 'report-withdrawn',
    detail: detailOf(order, report, report.withdrawn?.words ?? ''),
  }))
}

const isOfOneReport = (one: ReportVersion, other: ReportVersion) =>
  one.person === other.person && one.testCode === other.testCode

function holdEntries({
  before,
  projection: { holds, reportedAt, hasPendingTest },
  orderState,
}: ProjectionChange): TimelineEntry[] {
  return holds.flatMap((hold) => {
    const known = before.holds.find((one) => matchingHold(holds, one) === hold)
    const { words: detail, releasedAt } = hold
    const request = {
      key: hold.key,
      ...{ heldAt: hold.heldAt.toISOString(), releasedAt: releasedAt?.toISOString() ?? null },
    }
    const isPast = !isAwaitingAnswer(request, {
      ...orderState,
      ...{ reportedAt: reportedAt?.toISOString() ?? null, hasPendingTest },
    })
    const begun: TimelineEntry[] = known ? [] : [{ kind: 'held', detail, isPast }]
    return releasedAt && !known?.releasedAt ? [...begun, { kind: 'hold-released', detail }] : begun
  })
}

type Sample = OrderRelations['samples'][number]
const nameOf = ({ specimen_type, patient_name }: Sample) => `${specimen_type} of ${patient_name}`

/** The first arrivals are covered by the order's progress, and a cancelled order waits for none. */
function arrivalEntries(
  sample: Sample,
  known: Sample | undefined,
  { before, projection }: ProjectionChange,
): TimelineEntry[] {
  const isFirst = before.progress === 'en-route' && projection.progress !== 'en-route'
  const hasCome = (projection.specimens.get(sample.sample_key)?.arrivedAt ?? null) !== null
  if (isFirst || projection.progress === 'cancelled' || !hasCome || (known?.accessioned_at ?? null) !== null)
    return []
  return [{ kind: 'sample-arrived', detail: nameOf(sample) }]
}

function rejectionEntries(
  sample: Sample,
  known: Sample | undefined,
  { projection, orderState }: ProjectionChange,
): TimelineEntry[] {
  const now = projection.specimens.get(sample.sample_key)?.rejected
  if (!now || (known?.rejected_at ?? null) !== null) return []
  const { reportedAt, hasPendingTest } = projection
  const isPast =
    orderState.state === 'cancelled' ||
    isSettled(
      { replacedRejectedAt: now.at.toISOString() },
      { ...orderState, reportedAt: reportedAt?.toISOString() ?? null, hasPendingTest },
    )
  return [{ kind: 'sample-rejected', detail: `${nameOf(sample)}: ${now.words}`, isPast }]
}

function treatmentEntries({ before, projection }: ProjectionChange): TimelineEntry[] {
  return projection.treatments.flatMap(({ key, title, text, isWithdrawn }): TimelineEntry[] => {
    const known = before.treatments.find((treatment) => treatment.key === key)
    const isKnown = known?.title === title && known.text === text && !known.isWithdrawn
    return isWithdrawn || isKnown ? [] : [{ kind: 'treatment-received', detail: title }]
  })
}

/** In characters: the most that is readable in a timeline. */
export const LONGEST_NOTE = 10_000

function noteEntries({ before, projection }: ProjectionChange): TimelineEntry[] {
  return projection.notes
    .filter(({ key }) => !before.notes.some((known) => known.key === key))
    .map(({ words }) => ({ kind: 'laboratory-note', detail: shortened(words) }))
}

function shortened(words: string): string {
  const more = words.length - LONGEST_NOTE
  return more > 0
    ? `${words.slice(0, LONGEST_NOTE)} … (shortened: ask the laboratory for the remaining ${more} characters)`
    : words
}
