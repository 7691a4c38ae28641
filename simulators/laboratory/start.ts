import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Behaviour } from './plan.ts'
import type { Settings } from './settings.ts'

export interface SimulatedLaboratory {
  /** Where it takes orders, on 127.0.0.1. */
  port: number
  /** Where it is told what to do, on 127.0.0.1 too; null where nobody asked for that. */
  controlPort: number | null
  pid: number
  /** Stops it cleanly; `onExit` is not called then. */
  stop(): Promise<void>
}

export interface StartOptions extends Omit<Settings, 'behaviour' | 'controlPort'> {
  /** `steady` where it is not said. */
  behaviour?: Behaviour
  controlPort?: number | null
  /** It died without being asked to. Its journal stays: a new start goes on where it was. */
  onExit?: (code: number | null, signal: NodeJS.Signals | null) => void
}

/** After that long, a process that was asked to stop is killed; the journal makes that safe. */
const STOP_MS = 5_000

/** Starts the simulated laboratory as a process of its own; resolves once it listens. */
export async function startSimulatedLaboratory(options: StartOptions): Promise<SimulatedLaboratory> {
  const child = fork(fileURLToPath(new URL('./main.ts', import.meta.url)), {
    execPath: process.execPath,
    execArgv: [],
    // Only what it needs: the portal's secrets are none of a laboratory's business.
    env: {
      PATH: process.env.PATH,
      KARYO_SIM_PORT: String(options.port),
      KARYO_SIM_PORTAL_HOST: options.portalHost,
      KARYO_SIM_PORTAL_PORT: String(options.portalPort),
      KARYO_SIM_DIR: options.dir,
      KARYO_LAB_SPEED: String(options.speed),
      KARYO_SIM_SEED: String(options.seed),
      KARYO_LAB_BEHAVIOUR: options.behaviour ?? 'steady',
      KARYO_SIM_CONTROL_PORT: String(options.controlPort ?? ''),
      KARYO_SIM_LABORATORY_NAME: options.laboratoryName,
    },
  })
  const exited = once(child, 'exit')
  const listening = once(child, 'message')
  const first = await Promise.race([listening, exited.then(() => null)])
  const ports = first ? (first[0] as { listening: number; control: number | null }) : null
  if (ports === null || child.pid === undefined)
    throw new Error(`The simulated laboratory ended before it listened (exit code ${child.exitCode})`)

  let stopping = false
  child.once('exit', (code, signal) => {
    if (!stopping) options.onExit?.(code, signal)
  })
  return {
    port: ports.listening,
    controlPort: ports.control,
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
