import { setTimeout as wait } from 'node:timers/promises'
import type { LaboratorySender } from '#adapters/laboratory/port.ts'
import { type Journal, STEPS, type Step, type Taken } from './journal.ts'
import { writeReport } from './report.ts'
import type { Settings } from './settings.ts'
import { writeResult } from './write-result.ts'

/** Seconds after receipt at speed 1. */
const DUE: Record<Step, number> = { accessioned: 15, 'in-process': 45, reported: 100 }

/** The first and the longest wait, in milliseconds, before a message is sent again. */
const RETRY_FIRST = 100
const RETRY_LONGEST = 3_000

type Playing = Pick<Settings, 'speed' | 'seed' | 'laboratoryName'>

/**
 * Takes one order through the steps that the portal has not answered yet, each on time and one after the other.
 * A message is sent until it is answered; AE or AR is an answer too, and kept in the journal. Ends when stopped.
 */
export async function work(
  order: Taken,
  done: ReadonlySet<string>,
  {
    settings,
    sender,
    journal,
    stop,
  }: { settings: Playing; sender: LaboratorySender; journal: Journal; stop: AbortSignal },
): Promise<void> {
  try {
    for (const step of STEPS) {
      const controlId = order.controlIds[step]
      if (done.has(controlId)) continue
      const due = new Date(Date.parse(order.at) + (DUE[step] * 1000) / settings.speed)
      await wait(Math.max(due.getTime() - Date.now(), 0), undefined, { signal: stop })
      const pdf = step === 'reported' ? await writeReport(order, { ...settings, at: due }) : null
      const { code, text } = await sendUntilAnswered(writeResult(order, step, due, pdf), sender, stop)
      const at = new Date().toISOString()
      await journal.append({ kind: 'sent', at, controlId, orderId: order.orderId, step, code, text })
    }
  } catch (error) {
    if (!stop.aborted) throw error
  }
}

async function sendUntilAnswered(raw: string, sender: LaboratorySender, stop: AbortSignal) {
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
