import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { checkFilled } from './check.ts'
import type { ScaleCluster } from './cluster.ts'
import { fill } from './fill.ts'

/** Creates the missing databases, each with a demo's users and catalogue and this number of orders. */
export async function makeOrders(cluster: ScaleCluster, sizes: readonly number[]): Promise<void> {
  for (const orders of sizes) {
    if (!(await cluster.create(orders))) continue
    console.log(`${orders} orders are made`)
    try {
      await cluster.filling(async () => {
        const portal = await cluster.portal(orders)
        await resultsFiled(cluster.urlOf(orders))
        await portal.stop()
        await fill(cluster.urlOf(orders), orders, (line) => console.log(`  ${line}`))
      })
      await checkFilled(cluster, orders)
    } catch (error) {
      await cluster.drop(orders)
      throw error
    }
  }
}

const LIMIT_MS = 5 * 60_000

/** The demo's results are material too: the portal files them soon after its start. */
async function resultsFiled(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  const until = Date.now() + LIMIT_MS
  try {
    for (;;) {
      const { rows } = await client.query<{ n: number }>('select count(*)::int as n from result_to_file')
      if (rows[0]?.n === 0) return
      if (Date.now() > until) throw new Error('the portal files no results')
      await setTimeout(500)
    }
  } finally {
    await client.end()
  }
}
