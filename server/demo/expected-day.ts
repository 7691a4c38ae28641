import type { IsoDate } from '#domain/dates/dates.ts'
import type { Carrier } from '#domain/lookups.ts'
import type { LabEvent, LabEventContent } from '#domain/orders/lab-events.ts'
import { projectLabEvents } from '#domain/orders/lab-projection.ts'
import type { DemoOrder } from './orders.ts'
import type { Question } from './questions.ts'

/** One object is one parcel, whatever samples of whatever orders are in it. */
export interface DemoParcel {
  carrier: Carrier
  trackingNumber: string
  enteredAt: Date
  arrivedAt: Date | null
}

/** What happened to a specimen of the document. */
export interface DemoSample {
  /** The specimen's key in the document. */
  key: string
  arrivedAt: Date | null
  parcel: DemoParcel | null
  rejected?: { at: Date; code: string; words: string }
  /** The recollection in place of a rejected specimen; `takenAt` is null until it is collected. */
  again?: { takenAt: Date | null; arrivedAt: Date | null; parcel: DemoParcel | null }
}

export interface DemoHold extends Question {
  heldAt: Date
  answeredAt: Date | null
  releasedAt: Date | null
}

/** The laboratory's own numbers for its questions about one order. */
export const holdKey = (index: number) => `Q${index + 1}`

/** The expected report date of an order with these samples and holds, by the rule for all orders. */
export function expectedOnOf(
  { test, document }: Pick<DemoOrder, 'test' | 'document'>,
  samples: readonly DemoSample[],
  holds: readonly DemoHold[],
): IsoDate | null {
  const events: LabEvent[] = []
  const say = (content: LabEventContent, at: Date | null | undefined) => {
    if (at) events.push({ ...content, at, key: String(events.length) })
  }
  for (const { key: sample, arrivedAt, rejected, again } of samples) {
    say({ kind: 'arrived', sample }, arrivedAt)
    if (rejected) say({ kind: 'rejected', sample, code: rejected.code, words: rejected.words }, rejected.at)
    say({ kind: 'arrived', sample: `${sample}-r1` }, again?.arrivedAt)
  }
  for (const [index, { kind: holdKind, words, heldAt, releasedAt }] of holds.entries()) {
    const hold = holdKey(index)
    say({ kind: 'held', hold, holdKind, words }, heldAt)
    say({ kind: 'released', hold }, releasedAt)
  }
  const keys = document.samples.map(({ key }) => key)
  return projectLabEvents(events, { turnaroundDays: test.turnaroundDays, samples: keys }).expectedOn
}
