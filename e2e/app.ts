import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, realpath, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { test as base } from '@playwright/test'
import { stopLeftover } from '#server/database/embedded/leftover.ts'
import { addClinic, addSupport, type OwnClinic } from './own-clinic.ts'

/**
 * Only what hangs is so long without a step. A first start, which makes the whole demo laboratory, takes longer on a slow
 * machine, but gets on all the time.
 */
const STEP_WITHIN_MS = 60_000
/** Only what hangs takes so long. */
const ENDED_WITHIN_MS = 60_000
/** Of all the waits of a worker's portal, as the bound of a journey (playwright.config.ts). */
const PORTAL_LIMIT_MS = 600_000

export const PARTNER_SECRET = 'what-the-partner-and-the-laboratory-share'

/** The real portal, `node server/main.ts`, with data and a port of its own. */
export interface App {
  /** For example `http://localhost:40123`; stays the same through `restart`. */
  origin: string
  dataDir: string
  /** Where its simulated laboratory is told what to do (`withScriptedLaboratory`). */
  controlPort: number
  /** Where it listens to the laboratory. */
  hl7Port: number
  /** Where it hands requests for genetic counseling over, signed with `PARTNER_SECRET`; nobody is there at first. */
  partnerPort: number
  /** Of the portal's process. */
  pid(): number
  /** What its process is started with. */
  environment(): NodeJS.ProcessEnv
  /** What the portal has printed since its last start. */
  output(): string
  /** Ends it as an operator does (SIGTERM); its exit code, or null where a signal ended it. */
  stop(): Promise<number | null>
  /** Stops it, unless it has ended, and starts it on the same data. */
  restart(): Promise<void>
  /** Ends it without a chance to clean up. */
  kill9(): Promise<void>
}

/** So many times slower is the processor of each page: `SLOWDOWN=6 npm run e2e`. */
const SLOWDOWN = Number(process.env.SLOWDOWN ?? 1)

/**
 * Playwright's `test` with `app`, one portal for each worker, which is also where relative addresses lead, and `staff`,
 * the people of an institution that no other test has; `otherClinic` are those of a second one, with a higher code;
 * `supporter` is somebody of the laboratory with the Support role.
 */
export const test = base.extend<
  { portalOutput: undefined; staff: OwnClinic; otherClinic: OwnClinic; supporter: string },
  { app: App }
>({
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's form
    async ({}, use) => withApp({}, use),
    { scope: 'worker', timeout: PORTAL_LIMIT_MS },
  ],
  baseURL: async ({ app }, use) => use(app.origin),
  staff: async ({ app }, use) => use(await addClinic(app)),
  otherClinic: async ({ app, staff: _first }, use) => use(await addClinic(app)),
  supporter: async ({ app }, use) => use(await addSupport(app)),
  context: async ({ context }, use) => {
    if (SLOWDOWN > 1)
      context.on('page', async (page) => {
        const devtools = await context.newCDPSession(page).catch(() => null)
        await devtools?.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN }).catch(() => undefined)
      })
    await use(context)
  },
  portalOutput: [
    async ({ app }, use, testInfo) => {
      await use(undefined)
      if (testInfo.status !== testInfo.expectedStatus) {
        await testInfo.attach('portal output', { body: app.output(), contentType: 'text/plain' })
      }
    },
    { auto: true },
  ],
})

/** What is in one data directory into another, owners included: the database's files belong to a user of its own. */
export async function copyData(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', `${from}/.`, to])
}

/**
 * A portal with data and a port of its own, and with these environment variables besides, while `use` runs. Its data are
 * those of a first start; where there is no demo, in production or with another provider, it makes its own.
 */
export async function withApp(
  given: NodeJS.ProcessEnv | ((port: number) => NodeJS.ProcessEnv),
  use: (app: App) => Promise<void>,
): Promise<void> {
  const dataDir = await realpath(await mkdtemp(path.join(tmpdir(), 'karyo-e2e-')))
  const { E2E_DATA } = process.env
  const ports = {
    ...{ port: await freePort(), controlPort: await freePort() },
    ...{ hl7Port: await freePort(), partnerPort: await freePort() },
  }
  const settings = typeof given === 'function' ? given(ports.port) : given
  if (E2E_DATA && !settings.OIDC_ISSUER && settings.NODE_ENV !== 'production')
    await copyData(E2E_DATA, dataDir)
  const running = new RunningApp(dataDir, ports, settings)
  try {
    await running.start()
    await use(running)
  } finally {
    await running.stop()
    await stopLeftover(path.join(dataDir, 'database', 'data'), () => undefined)
    await rm(dataDir, { recursive: true, force: true })
  }
}

class RunningApp implements App {
  readonly origin: string
  readonly dataDir: string
  readonly controlPort: number
  readonly hl7Port: number
  readonly partnerPort: number
  private readonly port: number
  private readonly settings: NodeJS.ProcessEnv
  private child: ChildProcess | undefined
  private printed = ''

  constructor(
    dataDir: string,
    ports: Record<'port' | 'controlPort' | 'hl7Port' | 'partnerPort', number>,
    settings: NodeJS.ProcessEnv,
  ) {
    this.dataDir = dataDir
    this.controlPort = ports.controlPort
    this.hl7Port = ports.hl7Port
    this.partnerPort = ports.partnerPort
    this.port = ports.port
    this.settings = settings
    this.origin = `http://localhost:${ports.port}`
  }

  pid(): number {
    if (this.child?.pid === undefined) throw new Error('The portal does not run')
    return this.child.pid
  }

  output(): string {
    return this.printed
  }

  environment(): NodeJS.ProcessEnv {
    return {
      ...ownEnvironment(),
      // A third of what a start costs is compiling.
      NODE_COMPILE_CACHE: path.resolve(import.meta.dirname, '../.cache/node'),
      DATA_DIR: this.dataDir,
      PORT: String(this.port),
      PUBLIC_ORIGIN: this.origin,
      KARYO_LAB_SPEED: '20',
      KARYO_LAB_BEHAVIOUR: 'steady',
      KARYO_SIM_CONTROL_PORT: String(this.controlPort),
      KARYO_HL7_PORT: String(this.hl7Port),
      KARYO_COUNSELING_URL: `http://127.0.0.1:${this.partnerPort}/requests`,
      KARYO_COUNSELING_SECRET: PARTNER_SECRET,
      ...this.settings,
    }
  }

  async start(): Promise<void> {
    this.printed = ''
    const child = spawn(process.execPath, ['server/main.ts'], {
      cwd: path.resolve(import.meta.dirname, '..'),
      env: this.environment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.child = child
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        this.printed = (this.printed + chunk).slice(-100_000)
      })
    }
    let last = { step: '', at: Date.now() }
    while (!(await this.isReady())) {
      const step = await this.step()
      if (step !== last.step) last = { step, at: Date.now() }
      const ended = hasEnded(child)
      if (ended || Date.now() - last.at > STEP_WITHIN_MS) {
        const what = ended
          ? 'ended before it was ready'
          : `is not ready, and has neither printed nor stored anything for ${STEP_WITHIN_MS / 1000} s`
        throw new Error(`The portal ${what}. It printed:\n${this.printed}`)
      }
      await delay(100)
    }
  }

  /** Another one whenever a start has got on: how much was printed, and when the database has last written. */
  private async step(): Promise<string> {
    const dir = path.join(this.dataDir, 'database/data/pg_wal')
    const written = (await readdir(dir).catch(() => [])).map(async (file) => {
      const found = await stat(path.join(dir, file)).catch(() => null)
      return found?.mtimeMs ?? 0
    })
    return `${this.printed.length}, ${Math.max(0, ...(await Promise.all(written)))}`
  }

  async stop(): Promise<number | null> {
    await this.end('SIGTERM')
    return this.child?.exitCode ?? null
  }

  async restart(): Promise<void> {
    await this.stop()
    await this.start()
  }

  async kill9(): Promise<void> {
    await this.end('SIGKILL')
  }

  private async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const child = this.child
    if (child === undefined || hasEnded(child)) return
    const last = setTimeout(() => child.kill('SIGKILL'), ENDED_WITHIN_MS)
    const exit = once(child, 'exit')
    child.kill(signal)
    await exit
    clearTimeout(last)
  }

  private async isReady(): Promise<boolean> {
    try {
      const reply = await fetch(`${this.origin}/healthz`, { signal: AbortSignal.timeout(30_000) })
      return reply.status === 200
    } catch {
      return false
    }
  }
}

interface ExitResult {
  code: number | null
  lines: string[]
}

/** Starts the portal where it is expected to end by itself: its exit code, and the lines that it has printed. */
export const startOnce = (settings: NodeJS.ProcessEnv): Promise<ExitResult> =>
  runOnce('main.ts', [], settings)

/** The same of another program of `server/`, such as `commands/support-user.ts`. */
export async function runOnce(
  program: string,
  args: readonly string[],
  settings: NodeJS.ProcessEnv,
): Promise<ExitResult> {
  const child = spawn(process.execPath, [`server/${program}`, ...args], {
    cwd: path.resolve(import.meta.dirname, '..'),
    env: { ...ownEnvironment(), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: ENDED_WITHIN_MS,
  })
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: child.exitCode, lines: `${out}${err}`.split('\n').filter(Boolean) }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

/** This process's, without what would configure the portal. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const isOwnSetting = ([name]: [string, unknown]) =>
    !/^(KARYO_|DATABASE_URL$|NODE_OPTIONS$|FORCE_COLOR$)/.test(name)
  return Object.fromEntries(Object.entries(process.env).filter(isOwnSetting))
}

/** Below those that are given to outgoing connections, one of which could take it before the portal has started. */
export async function freePort(): Promise<number> {
  const port = randomInt(15_000, 32_000)
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return freePort()
  }
  server.close()
  return port
}
