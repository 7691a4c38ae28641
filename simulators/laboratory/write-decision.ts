import { segment, writeSegments } from '#adapters/hl7/message.ts'
import type { CancellationDecision } from './journal.ts'
import type { SimulatedOrder } from './simulated-order.ts'
import { fillerOf, messageHeader, patientOf } from './write-result.ts'

/**
 * ORL^O22 with the decision on a cancellation, for each test: ORC-1 CR (cancelled) or UC (unable to cancel,
 * with the reason in ORC-16).
 */
export function writeDecision(decided: CancellationDecision, { order, done }: SimulatedOrder): string {
  const { decision, words, answerId, at } = decided
  const placer = [order.orderId, order.placerNamespace]
  const filler = fillerOf(
    order,
    done.filter((before) => before.at <= at),
  )
  const groups = order.tests.flatMap((test, index) => [
    segment('ORC', { 1: decision, 2: placer, 3: filler, 16: words ? ['WORKING', words, 'L'] : '' }),
    segment('OBR', { 1: String(index + 1), 2: placer, 3: filler, 4: [test.code, test.name, 'L'] }),
  ])
  const header = messageHeader(order, ['ORL', 'O22', 'ORL_O22'], answerId, new Date(at))
  const msa = segment('MSA', { 1: 'AA', 2: decided.controlId })
  return writeSegments([header, msa, patientOf(order), ...groups])
}
