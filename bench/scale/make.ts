import { checkFilled } from './check.ts'
import type { ScaleCluster } from './cluster.ts'
import { fill } from './fill.ts'

/** Makes the databases that are not there, each with a demo's people and catalogue and so many orders. */
export async function makeOrders(cluster: ScaleCluster, sizes: readonly number[]): Promise<void> {
  for (const orders of sizes) {
    if (!(await cluster.create(orders))) continue
    console.log(`${orders} orders are made`)
    try {
      await cluster.filling(async () => {
        const portal = await cluster.portal(orders)
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
