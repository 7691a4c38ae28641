import { isWithdrawalHold } from '../consent/withdrawal.ts'
import { addWorkingDays, dayInWords, type IsoDate, startOfDay, todayAtLaboratory } from '../dates/dates.ts'
import { accessionedBy, parcelOnItsWay } from '../shipments/parcel.ts'
import { byText } from '../text/order.ts'
import { quotedAtEnd } from '../text/quote.ts'
import { HOLD_META, type HoldKind } from './hold-kinds.ts'
import { OBSTACLE_KINDS, type ObstacleKind } from './obstacle-kinds.ts'
import type { OrderState } from './status.ts'

/** Working days within which a sample's tracking number is due: after submission, recollection, or a parcel without it. */
const SHIP_DAYS = 3
/** Working days within which a rejected sample is to be recollected. */
const RECOLLECT_DAYS = 5
/** Working days within which the laboratory's system confirms an order. */
const CONFIRM_DAYS = 1

/** What the obstacles of a submitted order depend on. Instants are ISO text, as the server gives them. */
export interface FollowedOrder {
  state: OrderState
  /** When it was submitted. */
  orderedAt: string | null
  /** When the first report was made. */
  reportedAt: string | null
  /** It is reported, and one of its tests has no final report yet. */
  hasPendingTest: boolean
  expectedOn: IsoDate | null
  onHold: boolean
  holds: readonly {
    id: number
    /** The laboratory's name of the hold. */
    key: string
    kind: HoldKind
    words: string
    heldAt: string
    releasedAt: string | null
    answer: { at: string } | null
  }[]
  samples: readonly FollowedSample[]
  /** The laboratory's system has confirmed the order. */
  isConfirmed: boolean
  /** The laboratory's refusal in words, or null. */
  refusal: { words: string; at: string } | null
  cancellationRequestedAt: string | null
}

interface FollowedSample {
  id: number
  patientName: string
  specimenType: string
  isAccessioned: boolean
  rejected: { at: string; reason: string } | null
  recollectionOf: number | null
  collectedAgainAt: string | null
  isSettled: boolean
  shipment: {
    trackingNumber: string
    enteredAt: string
    dueOn: IsoDate
    isLate: boolean
    arrivedAt: string | null
    arrivedWithoutIt: boolean
  } | null
}

/** One obstacle of an order. */
export interface Obstacle {
  kind: ObstacleKind
  who: 'clinic' | 'laboratory' | 'carrier'
  action: 'answer' | 'ship' | 'recollect' | 'track' | 'contact' | null
  words: string
  since: string
  by: IsoDate | null
  isOverdue: boolean
  holdId: number | null
  sampleId: number | null
}

type FoundObstacle = Pick<Obstacle, 'kind' | 'words' | 'since' | 'by'> &
  Partial<Pick<Obstacle, 'holdId' | 'sampleId'>>

const daysAfter = (instant: string, days: number): IsoDate =>
  addWorkingDays(todayAtLaboratory(new Date(instant)), days)

/** The day by which the answer to a hold is due. */
export function answerBy(kind: HoldKind, heldAt: string): IsoDate {
  return daysAfter(heldAt, HOLD_META[kind].answerDays)
}

/**
 * The states in which a report is awaited, besides that of a pending test. Lists and alerts use the same in SQL
 * (`isLateOn`).
 */
export const AWAITED_STATES = [
  'accessioned',
  'in-process',
  'pending-cancellation',
] as const satisfies readonly OrderState[]

/** Whether the report's expected day has passed and the order is not on hold. */
export function isLate(
  {
    state,
    expectedOn,
    onHold,
    hasPendingTest,
  }: Pick<FollowedOrder, 'state' | 'expectedOn' | 'onHold' | 'hasPendingTest'>,
  today: IsoDate,
): boolean {
  const isAwaited =
    (AWAITED_STATES as readonly OrderState[]).includes(state) || (state === 'reported' && hasPendingTest)
  return isAwaited && !onHold && expectedOn !== null && expectedOn < today
}

/**
 * All obstacles of a submitted order, who has to act and by when: overdue ones first, then by due day. None
 * for a draft or a finished order, except for what the laboratory asked or rejected after a report, a test that it
 * declined, and the late report of another test.
 */
export function obstaclesOf(order: FollowedOrder, today: IsoDate): Obstacle[] {
  const { state, orderedAt } = order
  if (orderedAt === null || ['draft', 'cancelled'].includes(state)) return []
  const holds = order.holds.filter((hold) => isAwaitingAnswer(hold, order)).flatMap(ofHold)
  const others = () => [
    ...ofConfirmation(order, orderedAt, today),
    ...ofCancellation(order),
    ...ofReport(order, today),
  ]
  const after = state === 'reported' ? [...ofRefusal(order), ...ofReport(order, today)] : others()
  return [...holds, ...ofSamples(order, orderedAt), ...after]
    .map(({ kind, words, since, by, holdId = null, sampleId = null }) => ({
      ...{ kind, ...OBSTACLE_KINDS[kind], words, since, by, isOverdue: by !== null && by < today },
      ...{ holdId, sampleId },
    }))
    .toSorted(byUrgency)
}

/**
 * Whether a hold still needs an answer. While a test is pending each does: the laboratory may have asked about that test before
 * the report of another. The last report settles earlier holds, but not later ones, except that nothing is left to
 * stop for a withdrawn consent. The database uses the same rule (`is_asked` in functions/).
 */
export function isAwaitingAnswer(
  { key, heldAt, releasedAt }: Pick<FollowedOrder['holds'][number], 'key' | 'heldAt' | 'releasedAt'>,
  { state, reportedAt, hasPendingTest }: Pick<FollowedOrder, 'state' | 'reportedAt' | 'hasPendingTest'>,
): boolean {
  if (releasedAt !== null || state === 'cancelled') return false
  if (state !== 'reported' || hasPendingTest) return true
  return reportedAt !== null && heldAt > reportedAt && !isWithdrawalHold(key)
}

/** Overdue first, then by due day, then without one. */
function byUrgency(a: Pick<Obstacle, 'by' | 'isOverdue'>, b: Pick<Obstacle, 'by' | 'isOverdue'>): number {
  return Number(b.isOverdue) - Number(a.isOverdue) || byText(a.by ?? '9', b.by ?? '9')
}

/** Across several orders: obstacles of work in progress first, then lost parcels, then samples never sent. */
const WEIGHT = {
  ...{ hold: 0, 'sample-rejected': 0, 'parcel-late': 1, 'sample-not-sent': 2 },
  ...{ 'report-late': 3, 'not-taken': 3, 'hold-answered': 4, 'cancellation-asked': 4 },
} as const satisfies Record<ObstacleKind, number>

export function mostUrgentFirst(a: Obstacle, b: Obstacle): number {
  return WEIGHT[a.kind] - WEIGHT[b.kind] || byUrgency(a, b) || byText(a.since, b.since)
}

function ofHold({ id, kind, words, heldAt, answer }: FollowedOrder['holds'][number]): FoundObstacle[] {
  return answer
    ? [{ kind: 'hold-answered', words, since: answer.at, by: null, holdId: id }]
    : [{ kind: 'hold', words, since: heldAt, by: answerBy(kind, heldAt), holdId: id }]
}

/** A late parcel is one obstacle, however many samples are in it. */
function ofSamples(order: FollowedOrder, orderedAt: string): FoundObstacle[] {
  const seen = new Set<string>()
  return order.samples.flatMap((sample) => {
    const found = ofSample(order, sample, orderedAt)
    const parcel = found?.kind === 'parcel-late' ? (sample.shipment?.trackingNumber ?? '') : null
    if (!found || (parcel !== null && seen.has(parcel))) return []
    if (parcel !== null) seen.add(parcel)
    return [found]
  })
}

function ofSample(order: FollowedOrder, sample: FollowedSample, orderedAt: string): FoundObstacle | null {
  const { id: sampleId, shipment, collectedAgainAt } = sample
  if (sample.isAccessioned || sample.rejected || sample.isSettled) return null
  const name = `${sample.specimenType}, ${sample.patientName}`
  // While cancellation is requested, nothing needs to be collected or sent.
  const isEnding = order.state === 'pending-cancellation'
  if (sample.recollectionOf !== null && collectedAgainAt === null) {
    if (isEnding) return null
    const rejected = order.samples.find(({ id }) => id === sample.recollectionOf)?.rejected
    const since = rejected?.at ?? orderedAt
    const reason = rejected?.reason ? ` Reason: ${quotedAtEnd(rejected.reason)}` : ''
    const words = `Recollection needed: ${name}.${reason}`
    return { kind: 'sample-rejected', words, since, by: daysAfter(since, RECOLLECT_DAYS), sampleId }
  }
  if (shipment?.isLate) {
    const words = `Parcel ${shipment.trackingNumber} has not arrived.`
    return { kind: 'parcel-late', words, since: shipment.enteredAt, by: shipment.dueOn, sampleId }
  }
  if (parcelOnItsWay(shipment) || isEnding) return null
  if (shipment?.arrivedAt) {
    const arrivedOn = todayAtLaboratory(new Date(shipment.arrivedAt))
    const words = `${name}: not in parcel ${shipment.trackingNumber}, which arrived on ${dayInWords(arrivedOn)}.`
    // It is due some days after it was found to be missing, not after it was sent.
    const by = addWorkingDays(accessionedBy(arrivedOn), SHIP_DAYS)
    return { kind: 'sample-not-sent', words, since: shipment.arrivedAt, by, sampleId }
  }
  const since = collectedAgainAt ?? orderedAt
  const words = `${name}: not received by the laboratory; no tracking number.`
  return { kind: 'sample-not-sent', words, since, by: daysAfter(since, SHIP_DAYS), sampleId }
}

function ofRefusal({ refusal }: FollowedOrder): FoundObstacle[] {
  return refusal ? [{ kind: 'not-taken', words: refusal.words, since: refusal.at, by: null }] : []
}

function ofConfirmation(order: FollowedOrder, orderedAt: string, today: IsoDate): FoundObstacle[] {
  const { state, refusal, isConfirmed } = order
  if (refusal) return ofRefusal(order)
  const by = daysAfter(orderedAt, CONFIRM_DAYS)
  if (state !== 'en-route' || isConfirmed || by >= today) return []
  const words =
    'The laboratory’s system has not confirmed the order yet. It will be sent again automatically.'
  return [{ kind: 'not-taken', words, since: orderedAt, by }]
}

function ofCancellation({ state, cancellationRequestedAt: since }: FollowedOrder): FoundObstacle[] {
  if (state !== 'pending-cancellation' || since === null) return []
  const words = 'The laboratory is deciding on the cancellation.'
  return [{ kind: 'cancellation-asked', words, since, by: null }]
}

/** Late from the start of the day after the expected one, in the laboratory's time zone. */
function ofReport(order: FollowedOrder, today: IsoDate): FoundObstacle[] {
  const { expectedOn: by } = order
  if (by === null || !isLate(order, today)) return []
  const words = order.state === 'reported' ? 'The report of another test is late.' : 'The report is late.'
  return [{ kind: 'report-late', words, since: startOfDay(by, 1), by }]
}
