import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { HOSPITAL, openClinic } from '../e2e/clinic.ts'
import type { Ordering } from './flows/order.ts'
import { lineOf, saveResults, settingsOf } from './harness.ts'
import { load } from './load.ts'
import { memoryOf } from './memory-of.ts'
import { startPortal } from './portal.ts'

/**
 * The memory of a portal that was started again while orders are written and sent to the simulated laboratory: at rest before the first, and after each
 * part of them. A portal that keeps something of every order grows from part to part.
 */
const settings = settingsOf(
  { orders: 100_000, parts: 10, connections: 8, seconds: 30 },
  { orders: 100, parts: 2, seconds: 1 },
)
const WHO = 'provider@demo.test'
const { orders, parts, connections, seconds } = settings

const dataDir = await mkdtemp(path.join(tmpdir(), 'karyo-bench-memory-'))
try {
  // The first start makes the demo's data, which takes twice as much.
  await (await startPortal({ dataDir })).stop()
  const { pid, origin, stop } = await startPortal({ dataDir })
  const lines = [lineOf('at rest', 'MiB', [memoryOf(pid)])]
  const clinic = await openClinic(origin, WHO)
  const { document } = await clinic.order(await clinic.draft('Template'))
  let [done, from] = [0, 0]
  for (let part = 1; part <= parts; part += 1) {
    const found: number[] = []
    while (done < (orders * part) / parts) {
      // A token is valid for ten minutes.
      const { authorization } = await openClinic(origin, WHO)
      const args: Ordering = { path: '/api/Orders', authorization, hospital: HOSPITAL, document }
      const { runs } = await load({ origin, flow: 'order', args, connections, seconds, from })
      done += runs
      from += runs + connections
      found.push(memoryOf(pid))
    }
    lines.push(lineOf(`after ${done} orders`, 'MiB', found))
    console.log(lines.at(-1))
  }
  await saveResults({ name: 'memory', settings }, lines)
  await stop()
} finally {
  await rm(dataDir, { recursive: true, force: true })
}
