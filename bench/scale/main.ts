import { settingsOf } from '../harness.ts'
import { DEFAULT_DIR, openCluster } from './cluster.ts'
import { makeOrders } from './make.ts'

/** Fills databases with these numbers of orders; existing ones are kept. */
const { sizes, dir } = settingsOf({ sizes: '10000,1000000,10000000', dir: DEFAULT_DIR }, { sizes: '10000' })

const cluster = await openCluster(dir)
try {
  await makeOrders(cluster, sizes.split(',').map(Number))
} finally {
  await cluster.stop()
}
