import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import { lookAt, type Watch } from './health.ts'
import type { Load } from './load.ts'
import type { Row } from './table.ts'

export interface Fault {
  name: string
  seconds: number
  break(): Promise<unknown> | unknown
  repair(): Promise<unknown> | unknown
  /**
   * The expected status of `/healthz` during the fault: 503, or 200 if the portal can do without. Omitted:
   * either, as the portal can serve some of the requests.
   */
  health?: 200 | 503
  /** Expected for files, in the same reply. */
  files?: 'away'
  /** Requires permission to mount. */
  needsMount?: boolean
}

const WAITS = { timeout: 180_000, interval: 100 }

const inSeconds = (ms: number) => (ms / 1000).toFixed(1)

/** Waits until more than `count` actions were acknowledged; fails immediately on an unacceptable reply. */
async function acknowledgedBeyond(load: Load, count: number): Promise<void> {
  const enough = expect.poll(() => load.done(), WAITS).toBeGreaterThan(count)
  await Promise.race([enough, load.working.then(() => enough)])
}

/**
 * One fault under load: broken, observed, repaired, and observed until everything works again. Returns its
 * figures.
 */
export async function runFault(origin: string, load: Load, watch: Watch, fault: Fault): Promise<Row> {
  await expect.poll(async () => (await lookAt(origin)).status, WAITS).toBe(200)
  const before = load.done()
  await acknowledgedBeyond(load, before + 3)
  load.answers()

  const from = performance.now()
  const known = load.done()
  await fault.break()
  await delay(fault.seconds * 1000)
  const meanwhile = load.done() - known
  const looks = watch.since(from)
  const until = performance.now()
  await fault.repair()

  const repairedAt = performance.now()
  await expect.poll(async () => (await lookAt(origin)).status, WAITS).toBe(200)
  const healthy = performance.now()
  const now = load.done()
  await acknowledgedBeyond(load, now)
  const acknowledging = performance.now()
  if (fault.files) await expect.poll(async () => (await lookAt(origin)).body.files, WAITS).toBe('ready')
  const { requests, statuses, slowest, wrong } = load.answers()

  // Before the fault was noticed, the status was another; afterwards it is correct.
  const last = looks.at(-1)
  if (fault.health === 503) expect([fault.name, last?.status]).toEqual([fault.name, 503])
  if (fault.health === 200)
    expect([fault.name, looks.some(({ status }) => status === 200)]).toEqual([fault.name, true])
  if (fault.files) expect([fault.name, last?.body.files]).toEqual([fault.name, fault.files])
  expect([fault.name, wrong]).toEqual([fault.name, []])
  const noticed = looks.find(({ status, body }) => status !== 200 || body.files === 'away')
  return {
    fault: fault.name,
    'broken s': inSeconds(until - from),
    'acknowledged meanwhile': meanwhile,
    asked: requests,
    answers: Object.entries(statuses)
      .map(([status, count]) => `${status}: ${count}`)
      .join(', '),
    'slowest s': `${slowest.good.toFixed(1)}, 503: ${slowest.refused.toFixed(1)}`,
    'told by health after s': noticed ? inSeconds(noticed.at + noticed.seconds * 1000 - from) : '',
    health:
      noticed?.body.files === 'away'
        ? 'files away'
        : (noticed?.body.status ?? (noticed ? 'nothing' : 'ready')),
    'ready after s': inSeconds(healthy - repairedAt),
    'acknowledging after s': inSeconds(acknowledging - repairedAt),
  }
}

/**
 * After all faults: everything acknowledged is there exactly once, and the queue to the laboratory drains.
 */
export async function checkRecovery(origin: string, load: Load): Promise<Row> {
  await load.stop()
  const from = performance.now()
  await expect.poll(async () => (await lookAt(origin)).body.laboratory?.count, WAITS).toBe(0)
  const emptied = performance.now()
  const { acknowledged, found, submitted, documents } = await load.find()
  expect(found).toBe(acknowledged)
  return { acknowledged, found, submitted, documents, 'queue empty after s': inSeconds(emptied - from) }
}
