import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Settings } from './settings.ts'

export interface SimulatedPayerProcess {
  /** The port for requests, on 127.0.0.1. */
  port: number
  pid: number
  /** Stops it cleanly, without calling `onExit`. */
  stop(): Promise<void>
}

export interface StartOptions extends Settings {
  /** Called when it ends unexpectedly. */
  onExit?: () => void
}

/** A process that does not stop within this time is killed. */
const STOP_MS = 5_000

/** Starts the simulated payer in its own process; resolves once it listens. */
export async function startSimulatedPayer(options: StartOptions): Promise<SimulatedPayerProcess> {
  const child = fork(fileURLToPath(new URL('./main.ts', import.meta.url)), {
    execPath: process.execPath,
    execArgv: [],
    // Only what it needs: a payer has no business with the portal's secrets.
    env: {
      PATH: process.env.PATH,
      // Half of its start is compiling.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
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
