import { resultsFiled } from '../results-filed.ts'
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
        // They are material too.
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
