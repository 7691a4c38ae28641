import { setTimeout as delay } from 'node:timers/promises'
import type { Order } from '#contract/order.ts'
import { type Clinic, failureOf, HOSPITAL, type RefusalSet } from '../../e2e/clinic.ts'

/** What clinicians were told to stand. */
export interface AcknowledgedWork {
  /** Numbers of drafts, with the last name that was patched into them. */
  drafts: Map<number, string>
  submitted: Set<number>
  /** Submitted, and not in the list that was asked for next. */
  unlisted: Set<number>
  /** When each was, by `performance.now()`. */
  at: number[]
}

const RETRY_MS = 50
/** For the moment only; `hung` is a request that had no answer in 10 seconds. */
const PASSING = ['unavailable', 'hung']

/** Asks again until it is answered, as somebody who presses the button again. */
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

/** Clinicians who write and submit orders without a pause, until `stop`. */
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
      // Each of its requests has a key or says the same when it is repeated.
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
    /** Rejects when somebody met what is no passing failure. */
    working,
  }
}

/** The longest time, in milliseconds, in which nothing was acknowledged after `from`. */
export function longestPause(at: readonly number[], from: number, until: number): number {
  const times = [from, ...at.filter((time) => time > from && time < until), until]
  return Math.max(...times.slice(1).map((time, index) => time - (times[index] ?? time)))
}
