import { setTimeout as delay } from 'node:timers/promises'
import type { Order } from '#contract/order.ts'
import { type Clinic, failureOf, HOSPITAL, type RefusalSet } from '../../e2e/clinic.ts'

/** The work acknowledged to the clinicians. */
export interface AcknowledgedWork {
  /** Draft numbers, with the last name that was patched into them. */
  drafts: Map<number, string>
  submitted: Set<number>
  /** Submitted, but missing in the next list. */
  unlisted: Set<number>
  /** Time of each acknowledgement, by `performance.now()`. */
  at: number[]
}

const RETRY_MS = 50
/** Temporary failures; `hung` is a request without a reply in 10 seconds. */
const PASSING = ['unavailable', 'hung']

/** Retries until answered, like a user who presses the button again. */
export async function insist<T>(ask: () => Promise<T>, met: RefusalSet): Promise<T> {
  while (true) {
    try {
      return await ask()
    } catch (error) {
      const code = failureOf(error)
      met.add(code)
      if (!PASSING.includes(code)) throw error
      await delay(RETRY_MS)
    }
  }
}

/** Clinicians who write and submit orders without pause, until `stop`. */
export function startLoad(clinic: Clinic, people: number, name: string) {
  const acknowledged: AcknowledgedWork = {
    drafts: new Map(),
    submitted: new Set(),
    unlisted: new Set(),
    at: [],
  }
  const met: RefusalSet = new Set()
  const { list: listOfOrders } = clinic.client.orders
  let stopping = false
  let written = 0
  const note = () => void acknowledged.at.push(performance.now())
  async function person(): Promise<void> {
    while (!stopping) {
      written += 1
      const lastName = `${name}-${written}`
      // Each request has a key or is idempotent.
      const id = await clinic.draft(lastName, met)
      acknowledged.drafts.set(id, lastName)
      note()
      const order: Order = await insist(() => clinic.submit(id), met)
      acknowledged.submitted.add(order.id)
      note()
      const { ordersDTO } = await insist(
        () => listOfOrders({ params: { hospital: HOSPITAL }, query: {} }),
        met,
      )
      if (!ordersDTO.some((one) => one.id === order.id)) acknowledged.unlisted.add(order.id)
    }
  }
  const working = Promise.all(Array.from({ length: people }, person))
  return {
    acknowledged,
    met,
    async stop() {
      stopping = true
      await working
    },
    /** Rejects if a clinician meets a failure that is not temporary. */
    working,
  }
}

/** The longest time in milliseconds without an acknowledgement after `from`. */
export function longestPause(at: readonly number[], from: number, until: number): number {
  const times = [from, ...at.filter((time) => time > from && time < until), until]
  return Math.max(...times.slice(1).map((time, index) => time - (times[index] ?? time)))
}
