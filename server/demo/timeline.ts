import type { OrderEvent } from '#contract/order.ts'
import { dayInWords } from '#domain/dates/dates.ts'
import { personName } from '#domain/orders/family.ts'
import { HOUR } from './days.ts'
import type { DemoParcel } from './expected-day.ts'
import type { DemoEvent, MadeOrder } from './made-order.ts'
import { statedOf } from './report-parts.ts'

type Step = [OrderEvent['kind'], Date | null | undefined, string, string?]

const LABORATORY = 'Laboratory'

/**
 * An order's events, oldest first: those that follow from its state, specimens and questions, and its own
 * additional ones.
 */
export function timelineOf(made: MadeOrder & { id: number }): DemoEvent[] {
  const { order, provider, events = [], holds = [] } = made
  const name = `${provider.firstName} ${provider.lastName}`
  const steps: Step[] = [
    ['draft-begun', order.createdAt, name],
    ['submitted', order.submittedAt, name],
    ['acknowledged', order.submittedAt, LABORATORY],
    ...ofSamples(made, name),
    ['accessioned', order.accessionedAt, LABORATORY],
    ...holds.flatMap(({ words, answer, ...hold }): Step[] => [
      ['held', hold.heldAt, LABORATORY, words],
      ['hold-answered', hold.answeredAt, name, answer],
      ['hold-released', hold.releasedAt, LABORATORY, words],
    ]),
    ['in-process', inProcessAt(made), LABORATORY],
    ['reported', order.reportedAt, LABORATORY],
    ['report-amended', made.revisedAt, LABORATORY, statedOf(made)[1].revision.words],
    ['cancelled', order.state === 'cancelled' ? order.submittedAt : null, LABORATORY],
  ]
  const followed = steps.flatMap(([kind, at, actor, detail = '']) =>
    at ? [{ kind, at, actor, detail }] : [],
  )
  return [...followed, ...events].toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

function ofSamples({ order: { document }, samples = [] }: MadeOrder, name: string): Step[] {
  const steps: Step[] = []
  const parcels = new Map<DemoParcel, string[]>()
  const sent = (parcel: DemoParcel | null | undefined, words: string) => {
    if (parcel) parcels.set(parcel, [...(parcels.get(parcel) ?? []), words])
  }
  for (const { key, parcel, rejected, again } of samples) {
    const sample = document.samples.find((one) => one.key === key)
    const words = `${sample?.specimenType} of ${personName(document, sample?.patient ?? '')}`
    sent(parcel, words)
    sent(again?.parcel, words)
    steps.push(['sample-rejected', rejected?.at, LABORATORY, `${words}: ${rejected?.words}`])
    const day = dayInWords(again?.takenAt?.toISOString().slice(0, 10) ?? '')
    steps.push(['sample-collected-again', again?.takenAt, name, `${words}, on ${day}`])
    steps.push(['sample-arrived', again?.arrivedAt, LABORATORY, words])
  }
  for (const [{ carrier, trackingNumber, enteredAt }, sampleKeys] of parcels)
    steps.push(['sample-shipped', enteredAt, name, `${sampleKeys.join(', ')}: ${carrier} ${trackingNumber}`])
  return steps
}

/**
 * When work begins: the day after the usable specimen has arrived and earlier questions are answered, or
 * halfway to the report if the test is reported sooner.
 */
function inProcessAt({ order, more, samples = [], holds = [] }: MadeOrder): Date | null {
  const { state, accessionedAt, reportedAt } = order
  const progress = more?.state_before_cancel ?? state
  if (!accessionedAt || (progress !== 'in-process' && progress !== 'reported')) return null
  const nextDay = (at: Date) => at.getTime() + 20 * HOUR
  const begins = nextDay(accessionedAt)
  const waits = [
    ...holds.flatMap(({ heldAt, releasedAt }) =>
      releasedAt && heldAt.getTime() < begins ? [releasedAt] : [],
    ),
    ...(samples.length === 1 ? samples.flatMap(({ again }) => again?.arrivedAt ?? []) : []),
  ]
  const ready = Math.max(accessionedAt.getTime(), ...waits.map((at) => at.getTime()))
  const planned = ready + 20 * HOUR
  return new Date(reportedAt ? Math.min(planned, (ready + reportedAt.getTime()) / 2) : planned)
}
