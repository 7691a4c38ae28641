import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { compare, settingsOf } from './harness.ts'
import { load } from './load.ts'
import { DEFAULT_DIR, openCluster, VAST } from './scale/cluster.ts'
import { compareSizes } from './scale/flat.ts'
import { makeOrders } from './scale/make.ts'
import { questionsOf } from './scale/questions.ts'
import { type ServedPortal, serve } from './scale/served.ts'

/**
 * Lists of orders: each kind of query, at several sizes; then the first page under load beside a bare Fastify
 * that runs the same SQL. Missing databases are created first, which takes minutes per million.
 */
const settings = settingsOf(
  // One user's searches: 6 run and 24 more may wait (server/http/costs.ts, shares.ts); the rest is refused.
  { sizes: '10000,1000000', dir: DEFAULT_DIR, rounds: 7, times: 5, connections: 24, seconds: 8 },
  { sizes: '10000', rounds: 2, times: 2, seconds: 2 },
)
const { dir, ...recorded } = settings
const { rounds, times, connections, seconds } = recorded
const sizes = settings.sizes.split(',').map(Number)

const cluster = await openCluster(dir)
const served: ServedPortal[] = []
try {
  await makeOrders(cluster, sizes)
  for (const orders of sizes) served.push(await serve(cluster, orders))
  await compareSizes(served, questionsOf, { bench: 'orders-list', settings: recorded, rounds, times })
  const largest = served.at(-1)
  if (largest) await underLoad(largest)
} finally {
  await Promise.all(served.map((one) => one.stop()))
  await cluster.stop()
}

async function underLoad(portal: ServedPortal) {
  const bare = spawn(process.execPath, [
    path.join(import.meta.dirname, 'bare/list.ts'),
    cluster.urlOf(portal.orders),
  ])
  const [origin] = await once(bare.stdout.setEncoding('utf8'), 'data')
  const runs =
    (at: string, target: string, isSignedIn = false) =>
    async () => {
      const authorization = isSignedIn ? await portal.authorization() : ''
      const plan = { origin: at, flow: 'read', args: { path: target, authorization }, connections, seconds }
      return [(await load(plan)).perSecond]
    }
  await compare({
    name: 'orders-list-load',
    settings: { ...recorded, orders: portal.orders },
    rounds: Math.max(2, Math.floor(rounds / 2)),
    floor: 'bare SQL of the same list',
    contestants: [
      { name: 'a constant', unit: '1/s', round: runs(String(origin).trim(), '/constant') },
      {
        name: 'bare SQL of the same list',
        unit: '1/s',
        round: runs(String(origin).trim(), `/orders/${VAST}`),
      },
      {
        name: 'Karyo, list with filter and total',
        unit: '1/s',
        round: runs(portal.origin, `/api/Orders/${VAST}?status=reported`, true),
      },
      {
        name: 'Karyo, list with total',
        unit: '1/s',
        round: runs(portal.origin, `/api/Orders/${VAST}`, true),
      },
    ],
  })
  bare.kill('SIGTERM')
  await once(bare, 'exit')
}
