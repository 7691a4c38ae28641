import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

export interface Portal {
  /** Its own origin, not the load balancer's. */
  origin: string
  pid(): number | undefined
  output(): string
  /** Kills it without giving it a chance to clean up; it is restarted. */
  kill9(): void
  /** Resolves once it is ready. */
  ready(): Promise<void>
  stop(): Promise<void>
}

const READY_WITHIN_MS = 300_000

/** Keeps `node server/main.ts` running with these variables, like a service supervisor. */
export function keepPortal(
  port: number,
  environment: NodeJS.ProcessEnv,
  log: (line: string) => void,
): Portal {
  let child: ChildProcess | undefined
  let printed = ''
  let stopping = false

  function start(): void {
    const started = spawn(process.execPath, ['server/main.ts'], {
      cwd: path.resolve(import.meta.dirname, '../..'),
      env: { PATH: process.env.PATH, ...environment, HOST: '127.0.0.1', PORT: String(port) },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = started
    for (const stream of [started.stdout, started.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        printed = (printed + text).slice(-100_000)
      })
    started.once('exit', (code, signal) => {
      if (stopping) return
      const why = signal ?? (code === 0 ? 'stopped' : (printed.trim().split('\n').at(-1) ?? `code ${code}`))
      log(`The portal at ${port} ended (${why}); restarting it`)
      setTimeout(() => !stopping && start(), 500)
    })
  }
  start()
  process.once('exit', () => child?.kill('SIGKILL'))

  const origin = `http://127.0.0.1:${port}`
  return {
    origin,
    pid: () => child?.pid,
    output: () => printed,
    kill9: () => void child?.kill('SIGKILL'),
    async ready() {
      const until = Date.now() + READY_WITHIN_MS
      const isReady = () =>
        fetch(`${origin}/healthz`, { signal: AbortSignal.timeout(2_000) }).then(
          (reply) => reply.ok,
          () => false,
        )
      while (!(await isReady())) {
        if (Date.now() > until) throw new Error(`A portal was not ready. It printed:\n${printed}`)
        await delay(100)
      }
    },
    async stop() {
      stopping = true
      const ending = child
      if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
      const last = setTimeout(() => ending.kill('SIGKILL'), 30_000)
      const exit = once(ending, 'exit')
      ending.kill('SIGTERM')
      await exit
      clearTimeout(last)
    },
  }
}
