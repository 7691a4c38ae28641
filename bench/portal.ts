import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

export interface Portal {
  origin: string
  pid: number
  dataDir: string
  stop(): Promise<void>
}

interface PortalOptions {
  /** The data directory; by default a new one that is removed afterwards. */
  dataDir?: string
  environment?: Record<string, string>
}

const READY_WITHIN_MS = 180_000

/** Runs `server/main.ts` as `npm start` does, on a free port, by default with the demo's data. */
export async function startPortal(options: PortalOptions = {}): Promise<Portal> {
  const dataDir = options.dataDir ?? (await mkdtemp(path.join(tmpdir(), 'karyo-bench-')))
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, ['--max-semi-space-size=8', 'server/main.ts'], {
    cwd: path.resolve(import.meta.dirname, '..'),
    env: {
      ...{
        PATH: process.env.PATH,
        HOST: '127.0.0.1',
        PORT: String(port),
        DATA_DIR: dataDir,
        PUBLIC_ORIGIN: origin,
      },
      // Requests are still counted, but never reach the limit.
      ...{ KARYO_RATE_LIMIT: '100000000', LOG_LEVEL: 'warn' },
      ...options.environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed = (printed + text).slice(-20_000)
  })
  const stopped = once(child, 'exit')
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const isReady = () =>
    fetch(`${origin}/healthz`).then(
      (reply) => reply.ok,
      () => false,
    )
  const until = Date.now() + READY_WITHIN_MS
  while (!(await isReady())) {
    if (child.exitCode !== null || Date.now() > until) throw new Error(`the portal is not ready: ${printed}`)
    await delay(50)
  }
  return {
    ...{ origin, pid: child.pid ?? 0, dataDir },
    async stop() {
      child.kill('SIGTERM')
      await stopped
      process.off('exit', kill)
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}
