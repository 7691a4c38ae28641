import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'

const READY_WITHIN_MS = 300_000
/** As the unit gives it: `TimeoutStopSec` in deploy/systemd/karyo.service. */
const STOPPED_WITHIN_MS = 60_000
const ROOT = path.resolve(import.meta.dirname, '../..')

/** A portal in its own process. */
export interface Program {
  /** Milliseconds from the start until it was ready. */
  readyAfter: number
  output(): string
  /** Sends the signal and waits for the end; returns the exit code, or null if a signal ended it. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
}

/** This process's environment without variables that would configure a portal. */
const environment = () =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(KARYO_|DATABASE_URL$|NODE_OPTIONS$|VITEST)/.test(name),
    ),
  )

function run(script: string, args: string[], settings: NodeJS.ProcessEnv, root: string): ChildProcess {
  return spawn(process.execPath, [path.join('server', script), ...args], {
    cwd: root,
    env: { ...environment(), KARYO_RATE_LIMIT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Runs one of the server's commands to completion. */
export async function command(script: string, args: string[], settings: NodeJS.ProcessEnv, root = ROOT) {
  const child = run(script, args, settings, root)
  const { stdout, stderr } = child
  if (!stdout || !stderr) throw new Error('no output')
  const [out, err] = await Promise.all([text(stdout), text(stderr), once(child, 'close')])
  return { code: child.exitCode, output: `${out}${err}`.trim() }
}

/** Starts the portal with its sources in `root` on `port`, and waits until it reports that it is ready. */
export async function startProgram(port: number, settings: NodeJS.ProcessEnv, root = ROOT): Promise<Program> {
  const from = performance.now()
  const child = run('main.ts', [], { PORT: String(port), ...settings }, root)
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      printed = (printed + chunk).slice(-100_000)
    })
  const ended = () => child.exitCode !== null || child.signalCode !== null
  async function end(signal: 'SIGTERM' | 'SIGKILL') {
    if (!ended()) {
      const exit = once(child, 'exit')
      child.kill(signal)
      const last = setTimeout(() => child.kill('SIGKILL'), STOPPED_WITHIN_MS)
      await exit
      clearTimeout(last)
    }
    return child.exitCode
  }
  while (!(await isReady(port))) {
    if (!ended() && performance.now() - from < READY_WITHIN_MS) await delay(50)
    else {
      await end('SIGKILL')
      throw new Error(`The portal did not become ready. It printed:\n${printed}`)
    }
  }
  return { readyAfter: Math.round(performance.now() - from), output: () => printed, end }
}

async function isReady(port: number): Promise<boolean> {
  try {
    const reply = await fetch(`http://localhost:${port}/healthz`, { signal: AbortSignal.timeout(2_000) })
    await reply.arrayBuffer()
    return reply.ok
  } catch {
    return false
  }
}
