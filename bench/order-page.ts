import { settingsOf } from './harness.ts'
import { DEFAULT_DIR, openCluster, VAST } from './scale/cluster.ts'
import { compareSizes } from './scale/flat.ts'
import { makeOrders } from './scale/make.ts'
import { type ServedPortal, serve } from './scale/served.ts'

/** The page of one order, at several sizes: an old order, a new one, and one that was never opened. */
const settings = settingsOf(
  { sizes: '10000,1000000', dir: DEFAULT_DIR, rounds: 7, times: 5 },
  { sizes: '10000', rounds: 2, times: 2 },
)
const { dir, ...recorded } = settings
const { rounds, times } = recorded
const sizes = settings.sizes.split(',').map(Number)

/** Each is one request that the page makes. */
async function pagesOf({ ask }: ServedPortal): Promise<Record<string, string>> {
  async function first(query: string) {
    const { text } = await ask(`/api/Orders/${VAST}?${query}`)
    const { ordersDTO } = JSON.parse(text) as { ordersDTO: { id: number }[] }
    const [order] = ordersDTO
    if (!order) throw new Error(`no order is ${query}`)
    return `/api/Orders/${VAST}/${order.id}`
  }
  return {
    'the newest order': await first(''),
    'the oldest order': await first('isAscending=true'),
    'one in process': await first('status=in-process'),
    'one that is reported': await first('status=reported&skip=500'),
    'a draft': await first('status=pending-submission'),
  }
}

const cluster = await openCluster(dir)
const served: ServedPortal[] = []
try {
  await makeOrders(cluster, sizes)
  for (const orders of sizes) served.push(await serve(cluster, orders))
  await compareSizes(served, pagesOf, { bench: 'order-page', settings: recorded, rounds, times })
} finally {
  await Promise.all(served.map((one) => one.stop()))
  await cluster.stop()
}
