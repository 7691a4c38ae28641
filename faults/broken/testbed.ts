import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '#server/database/embedded/embedded.ts'
import { keepPortal, type Portal } from '../cluster/portal.ts'
import { type Server, startServer } from '../cluster/postgres.ts'
import { BUSY, copyFirstStart } from './first-start.ts'
import { openProxy, type TcpProxy } from './proxy.ts'
import { type Statements, statementsOf } from './statements.ts'

/** One portal with its own database, and the proxy between them. */
export interface Testbed {
  root: string
  origin: string
  portal: Portal
  /** How the portal ended, each time it was restarted. */
  ended: string[]
  database(): Server
  proxy: TcpProxy
  /** Those that the portal's pages cause, on their way through the proxy. */
  statements: Statements
  /** Starts the database again after it was stopped. */
  startDatabase(): Promise<void>
  /** Run at the end, last one first. */
  ending: Ending
  stop(): Promise<void>
}

/** Runs the cleanups, last one first, even if one fails. */
export function createCleanup() {
  const steps: (() => Promise<unknown>)[] = []
  return {
    ending: (step: () => Promise<unknown>) => void steps.push(step),
    async stop() {
      for (const step of steps.splice(0).toReversed()) await step().catch((error) => console.error(error))
    },
  }
}

type Ending = (step: () => Promise<unknown>) => void

/** `environment` is the portal's, or a function that creates it after its own preparations. */
export async function startTestbed(
  environment: NodeJS.ProcessEnv | ((root: string, ending: Ending) => Promise<NodeJS.ProcessEnv>) = {},
): Promise<Testbed> {
  const { ending, stop } = createCleanup()
  try {
    const ended: string[] = []
    const root = await mkdtemp(path.join(tmpdir(), 'karyo-faults-'))
    ending(() => rm(root, { recursive: true, force: true }))
    await chmod(root, 0o711)
    await copyFirstStart(root, ['database'])
    // What else the portal's first start has created: the secret, and the files that the database refers to.
    await copyFirstStart(path.join(root, 'portal'), ['secret', 'files', 'karyo.json'])
    const databasePort = await freePort()
    const start = () => startServer(path.join(root, 'database'), databasePort, () => undefined)
    let database = await start()
    ending(() => database.stop())
    const statements = statementsOf('karyo_portal')
    const proxy = await openProxy(databasePort, '127.0.0.1', statements)
    ending(() => proxy.close())
    const url = new URL(database.url)
    url.port = String(proxy.port)
    const port = await freePort()
    const portal = keepPortal(
      port,
      {
        ...BUSY,
        ...{ DATABASE_URL: url.href, DATA_DIR: path.join(root, 'portal'), KARYO_DEMO: 'on' },
        PUBLIC_ORIGIN: `http://localhost:${port}`,
        ...(typeof environment === 'function' ? await environment(root, ending) : environment),
      },
      (line) => void ended.push(line),
    )
    ending(() => portal.stop())
    await portal.ready()
    ended.length = 0
    return {
      ...{ root, portal, proxy, statements, ending, stop, ended, origin: `http://localhost:${port}` },
      database: () => database,
      async startDatabase() {
        // A killed database keeps its shared memory for a moment.
        database = await start().catch(() => delay(2_000).then(start))
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}
