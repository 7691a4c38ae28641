import { DAY, daysAgo, HOUR } from './days.ts'
import { insurancePayment } from './documents.ts'
import { samplesOf } from './everyday.ts'
import { type DemoHold, type DemoSample, expectedOnOf } from './expected-day.ts'
import type { MadeOrder } from './made-order.ts'
import {
  type Fits,
  GENOME_TRIO,
  lateArrival,
  orderFor,
  PRENATAL_TRIO,
  type Stage,
  TRIO,
} from './order-for.ts'
import { lateParcel, parcel, parcelInTransit } from './parcels.ts'
import {
  CANCELLATION_REASONS,
  type Question,
  type QuestionFor,
  questionFor,
  REJECTIONS,
} from './questions.ts'

/** Makes orders that are or were delayed by something; the result is the same all day. */
export type Story = (stage: Stage) => MadeOrder[]

/** Recalculates the expected day from what happened to the order. */
function withExpectedDay(made: MadeOrder): MadeOrder {
  const expectedOn = expectedOnOf(made.order, made.samples ?? [], made.holds ?? [])
  return { ...made, order: { ...made.order, expectedOn } }
}

/** An order that the laboratory received in one parcel some days ago. */
export function arrived(
  stage: Stage,
  state: MadeOrder['order']['state'],
  days: number,
  fits?: Fits,
): MadeOrder {
  const order = orderFor(stage, { state, arrived: () => daysAgo(stage.now, days), ...(fits ? { fits } : {}) })
  const { accessionedAt, submittedAt } = order
  const entered = new Date((submittedAt ?? order.createdAt).getTime() + 3 * HOUR)
  const shipment = parcel(stage.numbers, 'Fedex', entered, accessionedAt)
  return withExpectedDay({ provider: stage.provider, order, samples: samplesOf(order, shipment) })
}

/** The order with the question; whoever is asked for an authorization has an insurance. */
function asked(stage: Stage, made: MadeOrder, about: QuestionFor): [MadeOrder, Question] {
  const question = questionFor(about, made.order)
  if (question.kind !== 'authorization') return [made, question]
  const document = { ...made.order.document, payment: insurancePayment(stage.random) }
  return [{ ...made, order: { ...made.order, document } }, question]
}

/** The laboratory has had an open question for this many days. */
export function waitingForAnswer(about: QuestionFor, days: number, fits?: Fits): Story {
  return (stage) => {
    const [made, question] = asked(stage, arrived(stage, 'accessioned', days + 1, fits), about)
    const heldAt = daysAgo(stage.now, days, 18)
    const hold: DemoHold = { ...question, heldAt, answeredAt: null, releasedAt: null }
    // The missing sample has not arrived.
    const isAway = (index: number) => question.kind === 'missing-sample' && index === 2
    const samples = made.samples?.map((sample, index) =>
      isAway(index) ? { ...sample, arrivedAt: null, parcel: null } : sample,
    )
    return [withExpectedDay({ ...made, ...(samples ? { samples } : {}), holds: [hold] })]
  }
}

/** The question was answered this many days ago, and the laboratory has not released the hold yet. */
export function answeredQuestion(about: QuestionFor, days: number): Story {
  return (stage) => {
    const [made, question] = asked(stage, arrived(stage, 'accessioned', days + 4), about)
    const heldAt = daysAgo(stage.now, days + 2, 18)
    const answeredAt = daysAgo(stage.now, days, 20)
    return [withExpectedDay({ ...made, holds: [{ ...question, heldAt, answeredAt, releasedAt: null }] })]
  }
}

/** The question was answered and the hold released: the report is expected later by the days in between. */
export function releasedHold(about: QuestionFor, fits?: Fits): Story {
  return (stage) => {
    const [made, question] = asked(stage, arrived(stage, 'in-process', 16, fits), about)
    const heldAt = new Date(daysAgo(stage.now, 16).getTime() + 5 * HOUR)
    const [answeredAt, releasedAt] = [daysAgo(stage.now, 11, 20), daysAgo(stage.now, 10)]
    return [withExpectedDay({ ...made, holds: [{ ...question, heldAt, answeredAt, releasedAt }] })]
  }
}

/** A specimen was unusable: the patient's, or in a family the last person's. */
export function rejected(days: number, reason: number, fits?: Fits): Story {
  return (stage) => {
    const isFamily = fits === TRIO || fits === GENOME_TRIO
    const made = arrived(stage, isFamily ? 'in-process' : 'accessioned', days + (isFamily ? 3 : 0), fits)
    return [withExpectedDay({ ...made, samples: rejectedLast(made, daysAgo(stage.now, days, 19), reason) })]
  }
}

function rejectedLast({ samples = [] }: MadeOrder, at: Date, reason: number): DemoSample[] {
  const words = REJECTIONS[reason] ?? REJECTIONS[0]
  const again = { takenAt: null, arrivedAt: null, parcel: null }
  return samples.map((sample, index) =>
    index === samples.length - 1 ? { ...sample, rejected: { at, ...words }, again } : sample,
  )
}

/** It was recollected yesterday and is in transit. */
export const takenAgain: Story = (stage) => {
  const { now, random, numbers } = stage
  const made = arrived(stage, 'accessioned', 6)
  const takenAt = daysAgo(now, 1, 16)
  const shipment = parcelInTransit(numbers, 'Fedex', { since: takenAt, now, random })
  const samples = rejectedLast(made, daysAgo(now, 5, 16), 1).map((sample) =>
    sample.again ? { ...sample, again: { takenAt, arrivedAt: null, parcel: shipment } } : sample,
  )
  return [withExpectedDay({ ...made, samples })]
}

/** The report is late by this many working days. */
export function late(workingDays: number, fits?: Fits): Story {
  return (stage) => {
    const order = orderFor(stage, {
      state: 'in-process',
      arrived: (test) => lateArrival(stage.now, test, workingDays),
      ...(fits ? { fits } : {}),
    })
    const entered = new Date(order.createdAt.getTime() + 4 * HOUR)
    const shipment = parcel(stage.numbers, 'USPS', entered, order.accessionedAt)
    return [withExpectedDay({ provider: stage.provider, order, samples: samplesOf(order, shipment) })]
  }
}

/** Patient, mother and father: one sample has arrived, one is in transit, and nothing is known of the third. */
export const familyInTransit: Story = (stage) => trioInTransit(stage, TRIO)
/** The same of a fetus, whose specimen has arrived. */
export const prenatalInTransit: Story = (stage) => trioInTransit(stage, PRENATAL_TRIO)

function trioInTransit(stage: Stage, fits: Fits): MadeOrder[] {
  const made = arrived(stage, 'accessioned', 2, fits)
  const since = made.order.submittedAt ?? made.order.createdAt
  const shipment = parcelInTransit(stage.numbers, 'USPS', { since, now: stage.now, random: stage.random })
  const samples = made.samples?.map((sample, index) =>
    index === 0 ? sample : { ...sample, arrivedAt: null, parcel: index === 1 ? shipment : null },
  )
  return [withExpectedDay({ ...made, ...(samples ? { samples } : {}) })]
}

/** Submitted this many days ago, not received; no shipment was entered. */
export function unsent(days: number, fits?: Fits): Story {
  return (stage) => {
    const submitted = daysAgo(stage.now, days)
    const order = orderFor(stage, { state: 'en-route', submitted, ...(fits ? { fits } : {}) })
    return [{ provider: stage.provider, order, samples: samplesOf(order, null) }]
  }
}

/** Several orders in one parcel that should have arrived. */
export function lostParcels(carrier: 'Fedex' | 'USPS', orders: number): Story {
  return (stage) => {
    const shipment = lateParcel(stage.numbers, carrier, stage.now)
    return Array.from({ length: orders }, (_, index) => {
      const submitted = new Date(shipment.enteredAt.getTime() - (index + 2) * HOUR)
      const order = orderFor(stage, { state: 'en-route', submitted })
      return { provider: stage.provider, order, samples: samplesOf(order, shipment) }
    })
  }
}

/** Three orders of one day in one parcel in transit. */
export const together: Story = (stage) => {
  const { now, random, numbers } = stage
  const shipment = parcelInTransit(numbers, 'Fedex', { since: daysAgo(now, 1, 21), now, random })
  return [15, 17, 19].map((hour) => {
    const order = orderFor(stage, { state: 'en-route', submitted: daysAgo(now, 1, hour) })
    return { provider: stage.provider, order, samples: samplesOf(order, shipment) }
  })
}

/** The clinic has requested cancellation, and the laboratory has not decided. */
export function cancellationStory(before: 'en-route' | 'in-process'): Story {
  return (stage) => {
    const plan = { state: 'pending-cancellation', submitted: daysAgo(stage.now, 3) } as const
    const made =
      before === 'en-route'
        ? { provider: stage.provider, order: orderFor(stage, plan) }
        : arrived(stage, 'pending-cancellation', 7)
    const samples = made.samples ?? samplesOf(made.order, null)
    const actor = `${stage.provider.firstName} ${stage.provider.lastName}`
    const detail = CANCELLATION_REASONS[before === 'en-route' ? 0 : 1]
    return [
      {
        ...{ ...made, samples, more: { state_before_cancel: before } },
        events: [{ kind: 'cancellation-asked', at: daysAgo(stage.now, 1, 16), actor, detail }],
      },
    ]
  }
}

/** Reported some weeks ago, interpretation revised yesterday: nobody has opened the new version. */
export const revisedReport: Story = (stage) => {
  const made = arrived(stage, 'reported', 50)
  const reportedAt = new Date(daysAgo(stage.now, 50).getTime() + 20 * DAY)
  return [{ ...made, order: { ...made.order, reportedAt }, revisedAt: daysAgo(stage.now, 1) }]
}
