import { setTimeout as wait } from 'node:timers/promises'
import type { LaboratorySender } from '#adapters/laboratory/port.ts'
import type { Books } from './books.ts'
import type { CancellationDecision, Journal } from './journal.ts'
import type { Settings } from './settings.ts'
import { nextStep, type SimulatedOrder } from './simulated-order.ts'
import { writeDecision } from './write-decision.ts'
import { isReport, writeReportBundle } from './write-report-bundle.ts'
import { writeResult } from './write-result.ts'

/** The shortest and longest delay in milliseconds before a message is sent again. */
const RETRY_FIRST = 100
const RETRY_LONGEST = 3_000
/** The maximum of a timer. */
const LONGEST = 2 ** 31 - 1

interface WorkQueueDeps {
  settings: Pick<Settings, 'speed' | 'seed' | 'laboratoryName'>
  sender: LaboratorySender
  /** Sends reports as Bundles; null: they go with everything else. */
  reportSender: LaboratorySender | null
  journal: Journal
  books: Books
  /** Resolves as soon as the laboratory is up. */
  whenUp: () => Promise<void>
  stop: AbortSignal
}

/**
 * Processes orders: each follows its plan on time, even while the portal does not answer; its actions are
 * reported in order, each message until it is answered. AE and AR are answers too.
 */
export function openWorkQueue({
  settings,
  sender,
  reportSender,
  journal,
  books,
  whenUp,
  stop,
}: WorkQueueDeps) {
  const timers = new Map<SimulatedOrder, NodeJS.Timeout>()
  const sending = new Set<SimulatedOrder>()
  const running = new Set<Promise<void>>()

  /** Performs the due steps of an order. Call it again whenever something has arrived for the order. */
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
        const to = isReport(next.act) ? reportSender : null
        const write = to ? writeReportBundle : writeResult
        const raw = await write(simulatedOrder, next, settings)
        await sendUntilAnswered(raw, next.controlId, simulatedOrder, next.act.do, to ?? sender)
      }
    } finally {
      sending.delete(simulatedOrder)
    }
  }

  /** Sends the decision on a cancellation, without waiting behind a report that the portal cannot accept. */
  function sendDecision(decided: CancellationDecision, simulatedOrder: SimulatedOrder): void {
    run(simulatedOrder, () =>
      sendUntilAnswered(
        writeDecision(decided, simulatedOrder),
        decided.answerId,
        simulatedOrder,
        'cancellation',
        sender,
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
    by: LaboratorySender,
  ): Promise<void> {
    await journal.written()
    for (let delay = RETRY_FIRST; ; delay = Math.min(delay * 2, RETRY_LONGEST)) {
      await whenUp()
      stop.throwIfAborted()
      // The portal may be down or slow: either way, the message is sent again.
      const answer = await by.send(raw).catch(() => null)
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
    /** Continues what was begun before this start. */
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
