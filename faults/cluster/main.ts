import path from 'node:path'
import { SetupError } from '#server/database/setup-error.ts'
import { DEMO_PASSWORD, DEMO_PEOPLE } from '#server/demo/people.ts'
import { startCluster } from './cluster.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const { PORT = '3000', DATA_DIR = '.data', CLUSTER_PORTALS = '2' } = process.env

try {
  const cluster = await startCluster({
    ...{ dir: path.join(DATA_DIR, 'cluster'), port: Number(PORT), portals: Number(CLUSTER_PORTALS), say },
  })
  const { databases, origin, portals } = cluster
  say(`Karyo is at ${origin}, by a balancer; mails are read at ${origin}/mailbox`)
  for (const portal of portals) say(`  portal at ${portal.origin}, process ${portal.pid()}`)
  say(`  primary at port ${databases.primary().port}, standby at port ${databases.standby()?.port}`)
  say(
    `Demo sign-ins, all with the password ${DEMO_PASSWORD}: ${DEMO_PEOPLE.map(({ email }) => email).join(', ')}`,
  )
  say('Kill any of these processes, and look what happens. Ctrl-C ends all.')
  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (stopping) return
      stopping = true
      void cluster.stop().then(() => process.exit(0))
    })
} catch (error) {
  say(error instanceof SetupError ? error.message : String(error instanceof Error ? error.stack : error))
  process.exitCode = 1
}
