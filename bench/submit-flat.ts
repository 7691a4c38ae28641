import type { Ordering } from './flows/order.ts'
import { type Contestant, compare, settingsOf } from './harness.ts'
import { load } from './load.ts'
import { DEFAULT_DIR, openCluster, VAST } from './scale/cluster.ts'
import { makeOrders } from './scale/make.ts'
import { orderable } from './scale/orderable.ts'
import { type ServedPortal, serve } from './scale/served.ts'
import { NO_LABORATORY } from './testbed.ts'

/** Whole orders at several database sizes: from one clinician alone, and from many concurrently. */
const settings = settingsOf(
  { sizes: '10000,1000000', dir: DEFAULT_DIR, rounds: 5, connections: 32, seconds: 6 },
  { sizes: '10000', rounds: 2, connections: 8, seconds: 2 },
)
const { dir, ...recorded } = settings
const { rounds, connections, seconds } = recorded
const sizes = settings.sizes.split(',').map(Number)

/** Patients of an earlier run must not be ordered for again. */
let from = Math.floor(Date.now() / 1000)

async function submitting(portal: ServedPortal, many: number): Promise<Contestant> {
  const { document } = await orderable(portal)
  return {
    name: `${many === 1 ? 'one at a time' : `${many} at a time`} · ${portal.orders}`,
    unit: many === 1 ? 'ms' : '1/s',
    async round() {
      const authorization = await portal.authorization()
      const args: Ordering = { path: '/api/Orders', authorization, hospital: VAST, document }
      const { origin } = portal
      const done = await load({ origin, flow: 'order', args, connections: many, seconds, from })
      from += done.runs + many
      return many === 1 ? done.milliseconds : [done.perSecond]
    },
  }
}

const cluster = await openCluster(dir)
const served: ServedPortal[] = []
try {
  await makeOrders(cluster, sizes)
  for (const orders of sizes) served.push(await serve(cluster, orders, NO_LABORATORY))
  const contestants: Contestant[] = []
  for (const many of [1, connections]) for (const one of served) contestants.push(await submitting(one, many))
  const floor = contestants.find(({ unit }) => unit === 'ms')?.name ?? ''
  await compare({ name: 'submit-flat', settings: recorded, rounds, floor, contestants })
} finally {
  await Promise.all(served.map((one) => one.stop()))
  await cluster.stop()
}
