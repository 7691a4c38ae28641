import { newControlId, writeAcknowledgement } from '#adapters/hl7/acknowledgement.ts'
import { type Refused, refused } from '#adapters/hl7/refusal.ts'
import type { Books } from './books.ts'
import type { CancellationDecision, OrderEntry } from './journal.ts'
import { planFor, resumedPlan, type Step } from './plan.ts'
import { type ReadOrder, readOrder } from './read-order.ts'
import type { ReceivedCancellation, ReceivedOrder } from './received.ts'
import type { Settings } from './settings.ts'
import { isCancelled, type SimulatedOrder } from './simulated-order.ts'

const IDENTITY = { sendingApplication: 'LIS', sendingFacility: 'SIMULATED', processingId: 'P' }

const TOO_LATE = 'The specimen is being worked on: the order can no longer be cancelled.'

interface ReceptionHandlers {
  /** Called when an order has a new entry in the journal. */
  onUpdate(simulatedOrder: SimulatedOrder): void
  onDecided(decided: CancellationDecision, simulatedOrder: SimulatedOrder): void
}

/**
 * Receives orders, additions and cancellations: returns the raw acknowledgement once the message is in the
 * journal. A repeated message is acknowledged again without effect. An order is cancelled as long as work has
 * not begun.
 */
export function openReception(
  books: Books,
  settings: Pick<Settings, 'seed' | 'behaviour'>,
  { onUpdate, onDecided }: ReceptionHandlers,
) {
  async function take(order: ReceivedOrder, at: string, plan: readonly Step[]): Promise<void> {
    const number =
      order.existingNumber || laboratoryNumber(at, settings.seed, books.simulatedOrders().length + 1)
    const entry: OrderEntry = { ...order, at, laboratoryNumber: number, plan }
    await books.enter({ kind: 'received', ...entry })
  }

  /**
   * Adopts an order with a laboratory number that the journal lacks, because the journal was begun later, as
   * in a demo. The message itself is entered as well.
   */
  function adopt(read: Exclude<ReadOrder, Refused>, order: ReceivedOrder, at: string): Promise<void> {
    const controlId = `${order.controlId}/order`
    return take({ ...order, controlId }, at, read.kind === 'change' ? resumedPlan(read.change) : [])
  }

  async function decide(
    cancellation: ReceivedCancellation,
    simulatedOrder: SimulatedOrder,
    at: string,
  ): Promise<CancellationDecision> {
    const hasBegun = simulatedOrder.done.some(({ act }) => ['in-process', 'report'].includes(act.do))
    const isLate = hasBegun && !isCancelled(simulatedOrder)
    const decided: CancellationDecision = {
      ...cancellation,
      at,
      decision: isLate ? 'UC' : 'CR',
      words: isLate ? TOO_LATE : '',
      answerId: newControlId(),
    }
    await books.enter({ kind: 'cancellation', ...decided })
    return decided
  }

  return async function receive(raw: string): Promise<string> {
    const read = readOrder(raw)
    const at = new Date().toISOString()
    const refuse = async (refusal: Refused) => {
      await books.enter({ kind: 'refused', at, controlId: refusal.controlId, reason: refusal.reason })
      return writeAcknowledgement(IDENTITY, refusal, refusal.code)
    }
    if (read.kind === 'refused') return refuse(read)
    const come = read.kind === 'order' ? read.order : read.kind === 'change' ? read.change : read.cancellation
    if (books.knows(come)) {
      await books.enter({ kind: 'repeated', at, controlId: come.controlId })
      return writeAcknowledgement(IDENTITY, read.message, 'AA')
    }
    if (read.kind === 'order')
      await take(read.order, at, books.isManual() ? [] : planFor(read.order, settings))
    else if (!books.findOrder(come) && read.order?.existingNumber) await adopt(read, read.order, at)
    const simulatedOrder = books.findOrder(come)
    if (!simulatedOrder) {
      const reason = `ORC-2 ${come.orderId} is not a known order`
      return refuse(refused(read.message, 'AE', 'application', reason, ['ORC', 2]))
    }
    if (read.kind === 'change') await books.enter({ kind: 'change', at, ...read.change })
    if (read.kind === 'cancellation')
      onDecided(await decide(read.cancellation, simulatedOrder, at), simulatedOrder)
    else onUpdate(simulatedOrder)
    return writeAcknowledgement(IDENTITY, read.message, 'AA')
  }
}

/** Year and sequence, such as `26-104417`; the sequence continues across years and restarts. */
function laboratoryNumber(at: string, seed: number, sequence: number): string {
  return `${at.slice(2, 4)}-${104_000 + (Math.abs(seed) % 1000) + sequence}`
}
