import type { Fact, Progress } from '#domain/orders/said.ts'
import type { Belongings } from './belongings.ts'
import { fact } from './facts.ts'
import type { StoredOrder } from './store.ts'

/** Before everything that a laboratory says. */
const BEFORE = new Date(0)

/**
 * The facts of an order that stands somewhere without any, as the demonstration's and those of before facts were kept
 * do: what comes now is added to them, and moves nothing back.
 */
export function factsOfBefore(
  order: StoredOrder,
  { samples, holds, reports, treatments }: Belongings,
): Fact[] {
  const progress = (order.state_before_cancel ?? order.state) as Progress
  const { accession_number: number, expected_on: expectedOn } = order
  const facts: Fact[] = []
  if (progress !== 'en-route') facts.push(fact({ kind: 'stood', progress, expectedOn }, BEFORE))
  if (number) facts.push(fact({ kind: 'numbered', number }, BEFORE))
  for (const {
    sample_key: sample,
    accessioned_at,
    rejected_at,
    reject_code: code,
    reject_words: words,
  } of samples) {
    if (accessioned_at) facts.push(fact({ kind: 'arrived', sample }, accessioned_at))
    if (rejected_at) facts.push(fact({ kind: 'rejected', sample, code, words }, rejected_at))
  }
  // The expected day has moved by the holds that are over.
  for (const { hold_key: hold, kind: holdKind, words, held_at, released_at } of holds)
    if (released_at === null) facts.push(fact({ kind: 'held', hold, holdKind, words }, held_at))
  for (const { test_code: testCode, file_key: fileKey, bytes, corrected, made_at, received_at } of reports)
    if (fileKey !== null)
      facts.push(fact({ kind: 'report', testCode, fileKey, bytes, corrected }, made_at ?? received_at))
  for (const {
    treatment_key: treatment,
    test_code: testCode,
    title,
    recommendation: text,
    made_at,
  } of treatments)
    facts.push(fact({ kind: 'treatment', treatment, testCode, title, text }, made_at))
  return facts
}
