import path from 'node:path'
import { SetupError } from '#server/database/setup-error.ts'
import { DEMO_PASSWORD, DEMO_USERS } from '#server/demo/users.ts'
import { startCluster } from './cluster.ts'

const log = (line: string) => process.stdout.write(`${line}\n`)
const { PORT = '3000', DATA_DIR = '.data', CLUSTER_PORTALS = '2' } = process.env

try {
  const cluster = await startCluster({
    ...{ dir: path.join(DATA_DIR, 'cluster'), port: Number(PORT), portals: Number(CLUSTER_PORTALS), log },
  })
  const { databases, origin, portals } = cluster
  log(`Karyo is at ${origin}, by a balancer; mails are read at ${origin}/mailbox`)
  for (const portal of portals) log(`  portal at ${portal.origin}, process ${portal.pid()}`)
  log(`  primary at port ${databases.primary().port}, standby at port ${databases.standby()?.port}`)
  log(
    `Demo sign-ins, all with the password ${DEMO_PASSWORD}: ${DEMO_USERS.map(({ email }) => email).join(', ')}`,
  )
  log('Kill any of these processes, and look what happens. Ctrl-C ends all.')
  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (stopping) return
      stopping = true
      void cluster.stop().then(() => process.exit(0))
    })
} catch (error) {
  log(error instanceof SetupError ? error.message : String(error instanceof Error ? error.stack : error))
  process.exitCode = 1
}
