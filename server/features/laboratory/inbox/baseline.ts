import type { LabEvent, Progress } from '#domain/orders/lab-events.ts'
import type { StoredOrder } from '../store.ts'
import { toLabEvent } from './lab-events.ts'
import type { OrderRelations } from './relations.ts'

/** Earlier than any laboratory message. */
const BEFORE_ALL = new Date(0)

/**
 * Events for an order that has a state but no events, like the demonstration's orders and those from before
 * events were stored. Later events are added to these, and move nothing back.
 */
export function baselineEvents(
  order: StoredOrder,
  { samples, holds, reports, treatments }: OrderRelations,
): LabEvent[] {
  const progress = (order.state_before_cancel ?? order.state) as Progress
  const { accession_number: number, expected_on: expectedOn } = order
  const events: LabEvent[] = []
  if (progress !== 'en-route') events.push(toLabEvent({ kind: 'stood', progress, expectedOn }, BEFORE_ALL))
  if (number) events.push(toLabEvent({ kind: 'numbered', number }, BEFORE_ALL))
  for (const {
    sample_key: sample,
    accessioned_at,
    rejected_at,
    reject_code: code,
    reject_words: words,
  } of samples) {
    if (accessioned_at) events.push(toLabEvent({ kind: 'arrived', sample }, accessioned_at))
    if (rejected_at) events.push(toLabEvent({ kind: 'rejected', sample, code, words }, rejected_at))
  }
  // The expected day has already moved by the released holds.
  for (const { hold_key: hold, kind: holdKind, words, held_at, released_at } of holds)
    if (released_at === null) events.push(toLabEvent({ kind: 'held', hold, holdKind, words }, held_at))
  for (const { test_code: testCode, file_key: fileKey, bytes, corrected, made_at, received_at } of reports)
    if (fileKey !== null)
      events.push(toLabEvent({ kind: 'report', testCode, fileKey, bytes, corrected }, made_at ?? received_at))
  for (const {
    treatment_key: treatment,
    test_code: testCode,
    title,
    recommendation: text,
    made_at,
  } of treatments)
    events.push(toLabEvent({ kind: 'treatment', treatment, testCode, title, text }, made_at))
  return events
}
