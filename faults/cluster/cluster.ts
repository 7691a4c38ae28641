import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import fastify from 'fastify'
import { startMailbox } from '#adapters/mail/mailbox/start.ts'
import { openDataDir } from '#server/database/embedded/data-dir.ts'
import { freePort } from '#server/database/embedded/embedded.ts'
import { installationSecret } from '#server/start/secret.ts'
import { brand } from '#server/testing/brand.ts'
import { keepSimulatedLaboratory } from '#simulators/laboratory/keep.ts'
import { type Balancer, startBalancer } from './balancer.ts'
import { type Databases, startDatabases } from './databases.ts'
import { keepPortal, type Portal } from './portal.ts'

export interface ClusterOptions {
  dir: string
  /** The load balancer's port, which users have in their address bar. */
  port: number
  portals?: number
  /** For the portals, in addition to the cluster's settings. */
  environment?: NodeJS.ProcessEnv
  log?: (line: string) => void
}

export interface RunningCluster {
  origin: string
  databases: Databases
  portals: readonly Portal[]
  balancer: Balancer
  /** Directory of the simulated laboratory's journal. */
  laboratoryDir: string
  secret: string
  stop(): Promise<void>
}

const LAYOUT = 1

/**
 * Everything that a laboratory would run, on one machine: a primary and a synchronous standby, portals, a
 * load balancer in front of them, and one shared instance of what portals otherwise embed (files, mailbox,
 * simulated laboratory).
 */
export async function startCluster(options: ClusterOptions): Promise<RunningCluster> {
  const { port, portals: many = 2, environment = {}, log = () => undefined } = options
  const started: (() => Promise<unknown>)[] = []
  async function stop(): Promise<void> {
    for (const end of started.toReversed()) await end().catch((error: Error) => log(error.message))
  }
  try {
    const data = await openDataDir(options.dir, LAYOUT)
    started.push(() => data.close())
    const secret = await installationSecret(data.path)
    const origin = `http://localhost:${port}`
    await mkdir(path.join(data.path, 'databases'), { recursive: true, mode: 0o711 })
    const databases = await startDatabases(path.join(data.path, 'databases'), log)
    started.push(() => databases.stop())

    const mailbox = await startMailbox({
      ...{ dir: path.join(data.path, 'mailbox'), laboratoryName: brand.name, accentColor: brand.accent[7] },
      portalOrigin: origin,
    })
    started.push(() => mailbox.close())
    const pages = fastify()
    await pages.register(mailbox.plugin)
    const mailboxPort = Number(new URL(await pages.listen({ host: '127.0.0.1', port: 0 })).port)
    started.push(() => pages.close())

    const portPairs = []
    for (let index = 0; index < many; index += 1)
      portPairs.push({ port: await freePort(), hl7Port: await freePort() })
    const balancer = await startBalancer(port, portPairs, { path: '/mailbox', port: mailboxPort })
    started.push(() => balancer.close())

    const laboratoryDir = path.join(data.path, 'laboratory')
    const laboratory = await keepSimulatedLaboratory({
      ...{
        portalPort: balancer.hl7Port,
        dir: laboratoryDir,
        speed: 20,
        behaviour: 'steady',
        controlPort: null,
      },
      ...{ laboratoryName: brand.name, onLog: log },
    })
    started.push(() => laboratory.stop())

    const portals: Portal[] = []
    started.push(() => Promise.all(portals.map((one) => one.stop())))
    for (const ports of portPairs)
      portals.push(
        keepPortal(
          ports.port,
          {
            DATABASE_URL: databases.url,
            KARYO_DEMO: 'on',
            KARYO_STANDBYS: databases.hosts.join(','),
            DATA_DIR: path.join(data.path, `portal-${portPairs.indexOf(ports) + 1}`),
            PUBLIC_ORIGIN: origin,
            KARYO_SECRET: secret,
            KARYO_FILES_DIR: path.join(data.path, 'files'),
            KARYO_COUNSELING_OUTBOX: path.join(data.path, 'counseling'),
            KARYO_SMTP_URL: mailbox.url,
            KARYO_LAB_HOST: '127.0.0.1',
            KARYO_LAB_PORT: String(laboratory.port),
            KARYO_HL7_PORT: String(ports.hl7Port),
            ...environment,
          },
          log,
        ),
      )
    await Promise.all(portals.map((one) => one.ready()))
    return { origin, databases, portals, balancer, laboratoryDir, secret, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
