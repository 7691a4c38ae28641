import { setTimeout as wait } from 'node:timers/promises'
import type { LaboratorySender } from '#adapters/laboratory/port.ts'
import { bookKey, type Decided, type Journal, STEPS, type Step, type Taken } from './journal.ts'
import { writeReport } from './report.ts'
import type { Settings } from './settings.ts'
import { writeDecision } from './write-decision.ts'
import { writeResult } from './write-result.ts'

/** Seconds after receipt at speed 1. */
const DUE: Record<Step, number> = { accessioned: 15, 'in-process': 45, reported: 100 }

/** The first and the longest wait, in milliseconds, before a message is sent again. */
const RETRY_FIRST = 100
const RETRY_LONGEST = 3_000

type Playing = Pick<Settings, 'speed' | 'seed' | 'laboratoryName'>

interface Bench {
  settings: Playing
  sender: LaboratorySender
  journal: Journal
  stop: AbortSignal
  /** The orders that were cancelled (`bookKey`): no step of theirs begins any more. */
  cancelled: ReadonlySet<string>
}

/** When a step of an order begins. */
export function dueAt(order: Taken, step: Step, { speed }: Pick<Settings, 'speed'>): Date {
  return new Date(Date.parse(order.at) + (DUE[step] * 1000) / speed)
}

/**
 * Takes one order through the steps that the portal has not answered yet, each on time and one after the other.
 * A message is sent until it is answered; AE or AR is an answer too, and kept in the journal. Ends when stopped, or
 * when the order was cancelled.
 */
export async function work(order: Taken, done: ReadonlySet<string>, bench: Bench): Promise<void> {
  const { settings, journal, stop } = bench
  await untilStopped(stop, async () => {
    for (const step of STEPS) {
      const controlId = order.controlIds[step]
      if (done.has(controlId)) continue
      const due = dueAt(order, step, settings)
      await wait(Math.max(due.getTime() - Date.now(), 0), undefined, { signal: stop })
      if (bench.cancelled.has(bookKey(order))) return
      const pdf = step === 'reported' ? await writeReport(order, { ...settings, at: due }) : null
      const { code, text } = await sendUntilAnswered(writeResult(order, step, due, pdf), bench)
      const at = new Date().toISOString()
      await journal.append({ kind: 'sent', at, controlId, orderId: order.orderId, step, code, text })
    }
  })
}

/** Tells what was decided of a cancellation, until it is answered. */
export async function tell(decided: Decided, order: Taken, bench: Bench): Promise<void> {
  await untilStopped(bench.stop, async () => {
    const { answerId: controlId, orderId } = decided
    const hasArrived = Date.parse(decided.at) >= dueAt(order, 'accessioned', bench.settings).getTime()
    const { code, text } = await sendUntilAnswered(writeDecision(decided, order, hasArrived), bench)
    const at = new Date().toISOString()
    await bench.journal.append({ kind: 'sent', at, controlId, orderId, step: 'cancellation', code, text })
  })
}

async function untilStopped(stop: AbortSignal, doing: () => Promise<void>): Promise<void> {
  try {
    await doing()
  } catch (error) {
    if (!stop.aborted) throw error
  }
}

async function sendUntilAnswered(raw: string, { sender, stop }: Bench) {
  for (let delay = RETRY_FIRST; ; delay = Math.min(delay * 2, RETRY_LONGEST)) {
    try {
      return await sender.send(raw)
    } catch {
      // The portal is down or slow: what matters is only that the message is sent again.
      await wait(delay, undefined, { signal: stop })
    }
  }
}

/** The control ids of the messages that the portal has answered, from the journal. */
export function answeredIn(journal: Journal): Set<string> {
  return new Set(journal.entries.filter((entry) => entry.kind === 'sent').map((entry) => entry.controlId))
}
