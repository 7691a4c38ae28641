import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Settings } from './settings.ts'

export interface SimulatedPayerProcess {
  /** Where it takes inquiries, on 127.0.0.1. */
  port: number
  pid: number
  /** Stops it cleanly; `onExit` is not called then. */
  stop(): Promise<void>
}

export interface StartOptions extends Settings {
  /** It died without being asked to. */
  onExit?: () => void
}

/** After that long, a process that was asked to stop is killed. */
const STOP_MS = 5_000

/** Starts the simulated payer as a process of its own; resolves once it listens. */
export async function startSimulatedPayer(options: StartOptions): Promise<SimulatedPayerProcess> {
  const child = fork(fileURLToPath(new URL('./main.ts', import.meta.url)), {
    execPath: process.execPath,
    execArgv: [],
    // Only what it needs: the portal's secrets are none of a payer's business.
    env: {
      PATH: process.env.PATH,
      KARYO_SIM_PORT: String(options.port),
      KARYO_SIM_SLOW_SECONDS: String(options.slowSeconds),
    },
  })
  const exited = once(child, 'exit')
  const first = await Promise.race([once(child, 'message'), exited.then(() => null)])
  if (first === null || child.pid === undefined)
    throw new Error(`The simulated payer ended before it listened (exit code ${child.exitCode})`)

  let stopping = false
  child.once('exit', () => {
    if (!stopping) options.onExit?.()
  })
  return {
    port: (first[0] as { listening: number }).listening,
    pid: child.pid,
    async stop() {
      stopping = true
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
      await exited
      clearTimeout(timer)
    },
  }
}
