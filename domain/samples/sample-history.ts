import type { IsoDate } from '../dates/dates.ts'
import type { Carrier } from '../lookups.ts'
import type { OrderState } from '../orders/status.ts'
import { parcelOnItsWay } from '../shipments/parcel.ts'
import { needsRecollection, type SampleProgress } from './sample.ts'

/** The steps of a sample, as its page calls them. */
export const SAMPLE_STEPS = {
  collected: 'Collected',
  'taken-again': 'Recollected',
  sent: 'Sent to the laboratory',
  arrived: 'Arrived at the laboratory',
  testing: 'Testing started',
  reported: 'Reported',
  rejected: 'Rejected by the laboratory',
  cancelled: 'Order cancelled',
  'to-take-again': 'Recollection needed',
} as const satisfies Record<string, string>
export type SampleStepKind = keyof typeof SAMPLE_STEPS

/** One step of a sample's history. */
export interface SampleStep {
  kind: SampleStepKind
  title: string
  /** Additional information; '' for none. */
  detail: string
  /** When it happened, an instant; null if only the day is known, or if it has not happened. */
  at: string | null
  /** The day on which it happened, or is expected. */
  on: IsoDate | null
  /** The carrier's tracking page. */
  link: string | null
  /** It has not happened yet. */
  isExpected: boolean
  /** It should have happened by now. */
  isLate: boolean
}

/** A sample, in the parts that determine its history. */
export interface TravellingSample extends SampleProgress {
  dateOfCollection: IsoDate | ''
  accessionedAt: string | null
  rejected: { at: string; reason: string } | null
  shipment: {
    carrier: Carrier
    trackingNumber: string
    link: string
    enteredAt: string
    dueOn: IsoDate
    isLate: boolean
    arrivedWithoutIt: boolean
  } | null
}

export interface OrderOfSample {
  state: OrderState
  expectedOn: IsoDate | null
  isLate: boolean
  /** When testing started, the first report arrived, it was cancelled; null if that has not happened. */
  testingAt: string | null
  reportedAt: string | null
  cancelledAt: string | null
  /** It is reported, and one of its tests has no final report yet. */
  hasPendingTest: boolean
}

const step = (kind: SampleStepKind, more: Partial<SampleStep>): SampleStep => ({
  ...{ kind, title: SAMPLE_STEPS[kind], detail: '', at: null, on: null, link: null },
  ...{ isExpected: false, isLate: false },
  ...more,
})
const expected = (kind: SampleStepKind, more: Partial<SampleStep> = {}) =>
  step(kind, { isExpected: true, ...more })

/** A sample's past steps in chronological order, then the expected ones. */
export function sampleHistory(sample: TravellingSample, order: OrderOfSample): SampleStep[] {
  return [...pastSteps(sample, order), ...expectedSteps(sample, order)]
}

function pastSteps(sample: TravellingSample, order: OrderOfSample): SampleStep[] {
  const { shipment, accessionedAt, rejected, collectedAgainAt, dateOfCollection: on } = sample
  const isAgain = sample.recollectionOf !== null
  const steps: SampleStep[] = []
  if (isAgain ? collectedAgainAt !== null : on !== '')
    steps.push(step(isAgain ? 'taken-again' : 'collected', { on: on === '' ? null : on }))
  if (shipment)
    steps.push(
      step('sent', {
        at: shipment.enteredAt,
        detail: `${shipment.carrier} ${shipment.trackingNumber}`,
        link: shipment.link,
      }),
    )
  if (accessionedAt !== null) steps.push(step('arrived', { at: accessionedAt }))
  if (rejected) return [...steps, step('rejected', { at: rejected.at, detail: rejected.reason })]
  const isTested = accessionedAt !== null && !isAfterReport(sample, order)
  if (isTested && order.testingAt !== null) steps.push(step('testing', { at: order.testingAt }))
  if (isTested && order.reportedAt !== null) steps.push(step('reported', { at: order.reportedAt }))
  if (order.cancelledAt !== null) steps.push(step('cancelled', { at: order.cancelledAt }))
  return steps
}

function expectedSteps(sample: TravellingSample, order: OrderOfSample): SampleStep[] {
  if (sample.rejected || ['draft', 'cancelled'].includes(order.state)) return []
  if (sample.isSettled)
    return order.hasPendingTest && sample.accessionedAt !== null ? [reportOfAnother(order)] : []
  const shipment = parcelOnItsWay(sample.shipment)
  const steps: SampleStep[] = []
  // While cancellation is requested, nothing needs to be collected or sent.
  if (order.state === 'pending-cancellation' && sample.accessionedAt === null && shipment === null) return []
  if (needsRecollection(sample)) steps.push(expected('to-take-again'))
  if (sample.accessionedAt === null) {
    if (shipment === null) steps.push(expected('sent'))
    steps.push(
      expected('arrived', {
        on: shipment?.dueOn ?? null,
        isLate: shipment?.isLate ?? false,
      }),
    )
  }
  const isLater = isAfterReport(sample, order)
  if (order.testingAt === null || isLater) steps.push(expected('testing'))
  return [...steps, expected('reported', { on: isLater ? null : order.expectedOn, isLate: order.isLate })]
}

/** A report is out, and the laboratory may still do another test on a sample that it has. */
const reportOfAnother = ({ expectedOn: on, isLate }: OrderOfSample) =>
  expected('reported', { detail: 'of another test', on, isLate })

/** The order has a report of another test, and waits for this sample all the same. */
function isAfterReport({ isSettled }: TravellingSample, { state }: OrderOfSample): boolean {
  return state === 'reported' && !isSettled
}

/** The next expected step; null if there is none. */
export function nextStep(steps: readonly SampleStep[]): SampleStep | null {
  return steps.find(({ isExpected }) => isExpected) ?? null
}
