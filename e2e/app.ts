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
import { type BrowserContext, test as base } from '@playwright/test'
import { stopLeftover } from '#server/database/embedded/leftover.ts'
import { addClinic, addSupport, type OwnClinic } from './own-clinic.ts'

/**
 * Only a hanging start goes this long without progress. A first start, which creates the whole demo
 * laboratory, takes longer on a slow machine, but keeps progressing.
 */
const STEP_WITHIN_MS = 60_000
/** Only a hanging process takes this long to end. */
const ENDED_WITHIN_MS = 60_000
/** Bounds all waits for a worker's portal, like a journey's own bound (playwright.config.ts). */
const PORTAL_LIMIT_MS = 600_000

export const PARTNER_SECRET = 'what-the-partner-and-the-laboratory-share'

/** The real portal, `node server/main.ts`, with its own data and port. */
export interface App {
  /** For example `http://localhost:40123`; stays the same through `restart`. */
  origin: string
  dataDir: string
  /** Where its simulated laboratory takes commands (`withScriptedLaboratory`). */
  controlPort: number
  /** Where it listens for the laboratory. */
  hl7Port: number
  /**
   * Where it sends requests for genetic counseling, signed with `PARTNER_SECRET`; nothing listens there at
   * first.
   */
  partnerPort: number
  /** ID of the portal's process. */
  pid(): number
  /** Environment of its process. */
  environment(): NodeJS.ProcessEnv
  /** The portal's output since its last start. */
  output(): string
  /** Ends it as an operator does (SIGTERM); returns its exit code, or null if a signal ended it. */
  stop(): Promise<number | null>
  /** Stops it unless it has ended, and starts it on the same data. */
  restart(): Promise<void>
  /** Ends it without giving it a chance to clean up. */
  kill9(): Promise<void>
}

/** Slows the processor of each page down by this factor: `SLOWDOWN=6 npm run e2e`. */
const SLOWDOWN = Number(process.env.SLOWDOWN ?? 1)
/** Delays each reply to a page by these milliseconds: `LATENCY=1000 npm run e2e`. */
const LATENCY = Number(process.env.LATENCY ?? 0)

/**
 * Playwright's `test` with `app`, one portal per worker, to which relative URLs lead; `staff`, the users of
 * an institution that no other test uses; `otherClinic`, those of a second one with a higher code; and
 * `supporter`, a user of the laboratory with the Support role.
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
  browser: [
    async ({ browser }, use) => {
      const open = browser.newContext.bind(browser)
      browser.newContext = async (options) => withRefused(slowed(await open(options)))
      await use(browser)
    },
    { scope: 'worker' },
  ],
  portalOutput: [
    async ({ app }, use, testInfo) => {
      refused = []
      await use(undefined)
      if (testInfo.status !== testInfo.expectedStatus) {
        await testInfo.attach('portal output', { body: app.output(), contentType: 'text/plain' })
        if (refused.length > 0)
          await testInfo.attach('refused requests', { body: refused.join('\n'), contentType: 'text/plain' })
      }
    },
    { auto: true },
  ],
})

/** What the pages of the running test were refused: a page that shows what it read before says nothing of it. */
let refused: string[] = []

/** Notes what the context's pages are refused because the portal has too much to do, or fails. */
function withRefused(context: BrowserContext): BrowserContext {
  return context.on('response', (response) => {
    const [status, request] = [response.status(), response.request()]
    if (status === 429 || status >= 500)
      refused.push(`${new Date().toISOString()} ${status} ${request.method()} ${response.url()}`)
  })
}

/** Every page of this context with the processor and the line that were asked for. */
function slowed(context: BrowserContext): BrowserContext {
  if (SLOWDOWN === 1 && LATENCY === 0) return context
  context.on('page', async (page) => {
    try {
      const devtools = await context.newCDPSession(page)
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
      const unlimited = { downloadThroughput: -1, uploadThroughput: -1 }
      await devtools.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: LATENCY,
        ...unlimited,
      })
    } catch {
      // The page has been closed since.
    }
  })
  return context
}

/** Copies a data directory including owners: the database's files belong to a user of their own. */
export async function copyData(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', `${from}/.`, to])
}

/**
 * Runs `use` with a portal that has its own data and port and these environment variables. Its data are those
 * of a first start; without a demo, in production or with another provider it creates its own.
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
      // A third of a start is compiling.
      NODE_COMPILE_CACHE: path.resolve(import.meta.dirname, '../.cache/node'),
      DATA_DIR: this.dataDir,
      PORT: String(this.port),
      PUBLIC_ORIGIN: this.origin,
      KARYO_LAB_SPEED: '20',
      KARYO_LAB_BEHAVIOUR: 'steady',
      // On a slow machine advice is never ready as soon as a clinician needs it.
      KARYO_ADVICE_MS: '30000',
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

  /**
   * Changes whenever a start has progressed: the amount of output, and the time of the database's last write.
   */
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

/** Starts the portal when it is expected to end by itself; returns its exit code and output lines. */
export const startOnce = (settings: NodeJS.ProcessEnv): Promise<ExitResult> =>
  runOnce('main.ts', [], settings)

/** The same for another program in `server/`, such as `commands/support-user.ts`. */
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

/** This process's environment without variables that would configure the portal. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const isOwnSetting = ([name]: [string, unknown]) =>
    !/^(KARYO_|DATABASE_URL$|NODE_OPTIONS$|FORCE_COLOR$)/.test(name)
  return Object.fromEntries(Object.entries(process.env).filter(isOwnSetting))
}

const givenPorts = new Set<number>()
/** Below the range for outgoing connections (32,768 and up), above that of the embedded database. */
const PORTS = { from: 30_300, perWorker: 1_200 }

/** Each worker has ports of its own, and gives none twice: one is not used before the portal has started. */
export async function freePort(): Promise<number> {
  const first = PORTS.from + (Number(process.env.TEST_PARALLEL_INDEX ?? 0) % 2) * PORTS.perWorker
  const port = randomInt(first, first + PORTS.perWorker)
  if (givenPorts.has(port)) return freePort()
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return freePort()
  }
  server.close()
  givenPorts.add(port)
  return port
}
