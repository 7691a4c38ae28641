import { randomUUID } from 'node:crypto'
import { type Clinic, type RefusalSet, untilAcknowledged } from '../../e2e/clinic.ts'

export interface Work {
  /**
   * Orders whose submission was acknowledged, with the patient's last name. Live: copy it to keep a moment's
   * state.
   */
  submitted: Map<number, string>
  /**
   * Since the last call: number of answered requests, the longest in milliseconds, and the problems met by
   * code.
   */
  figures(): { requests: number; slowestMs: number; met: Record<string, number> }
  /** Lets pending requests finish. Throws the first error. */
  stop(): Promise<void>
}

/** Clinicians who write, submit and read orders, several concurrently, until stopped. */
export function startWork(clinic: Clinic, hands = 4): Work {
  const submitted = new Map<number, string>()
  let stopped = false
  let [requests, slowestMs, met] = [0, 0, {} as Record<string, number>]
  const noting: RefusalSet = Object.assign(new Set<string>(), {
    add(code: string) {
      met[code] = (met[code] ?? 0) + 1
      return noting
    },
  })
  const timed = <T>(ask: () => Promise<T>) =>
    untilAcknowledged(async () => {
      const from = performance.now()
      try {
        return await ask()
      } finally {
        requests += 1
        slowestMs = Math.max(slowestMs, performance.now() - from)
      }
    }, noting)
  async function hand() {
    while (!stopped) {
      const name = `Kept${randomUUID().slice(0, 8)}`
      const id = await timed(() => clinic.draft(name, noting))
      await timed(() => clinic.submit(id))
      submitted.set(id, name)
      const read = await timed(() => clinic.order(id))
      if (read.document.patients[0]?.lastName !== name)
        throw new Error(`the order ${id} is not what was written`)
    }
  }
  const working = Promise.all(Array.from({ length: hands }, hand))
  // `stop` reports it.
  working.catch(() => undefined)
  return {
    submitted,
    figures() {
      const figures = { requests, slowestMs: Math.round(slowestMs), met }
      ;[requests, slowestMs, met] = [0, 0, {}]
      return figures
    },
    async stop() {
      stopped = true
      await working
    },
  }
}
