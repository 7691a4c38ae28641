import { newControlId } from '#adapters/hl7/acknowledgement.ts'
import type { Act } from './acts.ts'
import { bookKey, type Entry, type Journal } from './journal.ts'
import { completeAct, type SimulatedOrder } from './simulated-order.ts'

export type Books = ReturnType<typeof openBooks>

/**
 * The journal's content in memory. An entry counts immediately, before it is on disk: so the same message on
 * a second connection is recognized as a repetition, and no step begins while a cancellation is in progress.
 * Nothing is sent before it is on disk; if writing fails, the memory is useless, and `onLost` must end the
 * process.
 */
export function openBooks(journal: Journal, onLost: (error: Error) => void) {
  const simulatedOrders = new Map<string, SimulatedOrder>()
  /** Sent messages that the portal has not answered. */
  const awaiting = new Map<string, SimulatedOrder>()
  const known = new Set<string>()
  let isManual = false

  function apply(entry: Entry): void {
    if (entry.kind === 'manual') isManual = entry.on
    if (entry.kind === 'received' || entry.kind === 'cancellation' || entry.kind === 'change')
      known.add(messageKey(entry))
    // An old journal has no plans: its orders do not progress by themselves.
    if (entry.kind === 'received')
      simulatedOrders.set(bookKey(entry), {
        order: { ...entry, plan: entry.plan ?? [] },
        done: [],
        decisions: [],
        changes: [],
        answers: new Map(),
      })
    if (entry.kind === 'sent') awaiting.get(entry.controlId)?.answers.set(entry.controlId, entry)
    const simulatedOrder =
      'orderId' in entry && 'sender' in entry ? simulatedOrders.get(bookKey(entry)) : undefined
    if (!simulatedOrder) return
    if (entry.kind === 'change') simulatedOrder.changes.push(entry)
    if (entry.kind === 'cancellation') simulatedOrder.decisions.push(entry)
    if (entry.kind === 'done') simulatedOrder.done.push(entry)
    if (entry.kind === 'done') awaiting.set(entry.controlId, simulatedOrder)
    if (entry.kind === 'cancellation') awaiting.set(entry.answerId, simulatedOrder)
  }
  for (const entry of journal.entries) apply(entry)

  async function enter(entry: Entry): Promise<void> {
    apply(entry)
    await journal.append(entry).catch(onLost)
  }

  return {
    /** Resolves once the entry is on disk. */
    enter,
    /** Records an action on an order, like `enter`; resolves to the control ID of its message. */
    async do(simulatedOrder: SimulatedOrder, act: Act, told: boolean): Promise<string> {
      const { sender, orderId, at: takenAt } = simulatedOrder.order
      const controlId = newControlId()
      // The portal orders updates by these times, so no two of an order are the same.
      const after = Date.parse(simulatedOrder.done.at(-1)?.at ?? takenAt) + 1
      const at = new Date(Math.max(Date.now(), after)).toISOString()
      await enter({
        kind: 'done',
        controlId,
        at,
        sender,
        orderId,
        act: completeAct(simulatedOrder, act),
        told,
      })
      return controlId
    },
    simulatedOrders: (): SimulatedOrder[] => [...simulatedOrders.values()],
    findOrder: (named: { sender: string; orderId: string }) => simulatedOrders.get(bookKey(named)),
    /** By its number alone, from any sender: the latest. */
    findByOrderId: (orderId: string) =>
      [...simulatedOrders.values()].findLast(({ order }) => order.orderId === orderId),
    knows: (message: { sender: string; controlId: string }) => known.has(messageKey(message)),
    isManual: () => isManual,
  }
}

function messageKey({ sender, controlId }: { sender: string; controlId: string }): string {
  return `${sender}|${controlId}`
}
