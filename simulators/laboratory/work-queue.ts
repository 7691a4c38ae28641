import { setTimeout as wait } from 'node:timers/promises'
import type { LaboratorySender } from '#adapters/laboratory/port.ts'
import type { Books } from './books.ts'
import type { CancellationDecision, Journal } from './journal.ts'
import type { Settings } from './settings.ts'
import { nextStep, type SimulatedOrder } from './simulated-order.ts'
import { writeDecision } from './write-decision.ts'
import { writeResult } from './write-result.ts'

/** The first and the longest wait, in milliseconds, before a message is sent again. */
const RETRY_FIRST = 100
const RETRY_LONGEST = 3_000
/** The longest a timer can be set for. */
const LONGEST = 2 ** 31 - 1

interface WorkQueueDeps {
  settings: Pick<Settings, 'speed' | 'seed' | 'laboratoryName'>
  sender: LaboratorySender
  journal: Journal
  books: Books
  /** Resolves as soon as the laboratory is not down. */
  whenUp: () => Promise<void>
  stop: AbortSignal
}

/**
 * Where orders are worked on: each goes through its plan on time, also while the portal does not answer, and what was
 * done with it is told in that order, each message until it is answered. AE or AR is an answer too.
 */
export function openWorkQueue({ settings, sender, journal, books, whenUp, stop }: WorkQueueDeps) {
  const timers = new Map<SimulatedOrder, NodeJS.Timeout>()
  const sending = new Set<SimulatedOrder>()
  const running = new Set<Promise<void>>()

  /** Does what is due of an order. To be called again whenever something has come for it. */
  function attend(simulatedOrder: SimulatedOrder): void {
    clearTimeout(timers.get(simulatedOrder))
    if (stop.aborted) return
    for (
      let next = nextStep(simulatedOrder, settings.speed);
      next;
      next = nextStep(simulatedOrder, settings.speed)
    ) {
      const ms = next.due - Date.now()
      if (ms > 0 && Number.isFinite(ms)) {
        const again = setTimeout(() => attend(simulatedOrder), Math.min(ms, LONGEST))
        timers.set(simulatedOrder, again)
      }
      if (ms > 0) break
      void books.do(simulatedOrder, next.act, false)
    }
    if (!sending.has(simulatedOrder)) run(simulatedOrder, () => sendUpdates(simulatedOrder))
  }

  async function sendUpdates(simulatedOrder: SimulatedOrder): Promise<void> {
    sending.add(simulatedOrder)
    try {
      for (let next = unanswered(simulatedOrder); next; next = unanswered(simulatedOrder)) {
        const raw = await writeResult(simulatedOrder, next, settings)
        await sendUntilAnswered(raw, next.controlId, simulatedOrder, next.act.do)
      }
    } finally {
      sending.delete(simulatedOrder)
    }
  }

  /** Tells what was decided of a cancellation; that does not wait behind a report that the portal cannot take. */
  function sendDecision(decided: CancellationDecision, simulatedOrder: SimulatedOrder): void {
    run(simulatedOrder, () =>
      sendUntilAnswered(
        writeDecision(decided, simulatedOrder),
        decided.answerId,
        simulatedOrder,
        'cancellation',
      ),
    )
  }

  function run({ order }: SimulatedOrder, doing: () => Promise<void>): void {
    const done = doing()
      .catch((error) => {
        if (!stop.aborted) console.error(`Simulated laboratory: order ${order.orderId}: ${error}`)
      })
      .finally(() => running.delete(done))
    running.add(done)
  }

  async function sendUntilAnswered(
    raw: string,
    controlId: string,
    { order }: SimulatedOrder,
    step: string,
  ): Promise<void> {
    await journal.written()
    for (let delay = RETRY_FIRST; ; delay = Math.min(delay * 2, RETRY_LONGEST)) {
      await whenUp()
      stop.throwIfAborted()
      // The portal may be down or slow: what matters is only that the message is sent again.
      const answer = await sender.send(raw).catch(() => null)
      if (answer) {
        const at = new Date().toISOString()
        const { code, text } = answer
        return books.enter({ kind: 'sent', at, controlId, orderId: order.orderId, step, code, text })
      }
      await wait(delay, undefined, { signal: stop })
    }
  }

  return {
    attend,
    sendDecision,
    /** Goes on with what was begun before this start. */
    resume(): void {
      for (const simulatedOrder of books.simulatedOrders()) {
        attend(simulatedOrder)
        for (const decided of simulatedOrder.decisions)
          if (!simulatedOrder.answers.has(decided.answerId)) sendDecision(decided, simulatedOrder)
      }
    },
    /** After `stop`: resolves once nothing runs any more. */
    async close(): Promise<void> {
      for (const timer of timers.values()) clearTimeout(timer)
      await Promise.all(running)
    },
  }
}

function unanswered({ done, answers }: SimulatedOrder) {
  return done.find(({ controlId }) => !answers.has(controlId))
}
