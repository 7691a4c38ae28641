import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Behaviour } from './plan.ts'
import type { Settings } from './settings.ts'

export interface SimulatedLaboratory {
  /** The port for orders, on 127.0.0.1. */
  port: number
  /** The port for commands, on 127.0.0.1; null if not requested. */
  controlPort: number | null
  pid: number
  /** Stops it cleanly, without calling `onExit`. */
  stop(): Promise<void>
}

export interface StartOptions extends Omit<Settings, 'behaviour' | 'controlPort' | 'fhir'> {
  /** `steady` by default. */
  behaviour?: Behaviour
  controlPort?: number | null
  /** Left out: everything goes by HL7 v2. */
  fhir?: Settings['fhir']
  /** Called when it ends unexpectedly. Its journal stays: a new start continues from it. */
  onExit?: (code: number | null, signal: NodeJS.Signals | null) => void
}

/** A process that does not stop within this time is killed; the journal makes that safe. */
const STOP_MS = 5_000

/** Starts the simulated laboratory in its own process; resolves once it listens. */
export async function startSimulatedLaboratory(options: StartOptions): Promise<SimulatedLaboratory> {
  const child = fork(fileURLToPath(new URL('./main.ts', import.meta.url)), {
    execPath: process.execPath,
    execArgv: [],
    // Only what it needs: a laboratory has no business with the portal's secrets.
    env: {
      PATH: process.env.PATH,
      // Half of its start is compiling.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      KARYO_SIM_PORT: String(options.port),
      KARYO_SIM_PORTAL_HOST: options.portalHost,
      KARYO_SIM_PORTAL_PORT: String(options.portalPort),
      KARYO_SIM_DIR: options.dir,
      KARYO_LAB_SPEED: String(options.speed),
      KARYO_SIM_SEED: String(options.seed),
      KARYO_LAB_BEHAVIOUR: options.behaviour ?? 'steady',
      KARYO_SIM_CONTROL_PORT: String(options.controlPort ?? ''),
      KARYO_SIM_FHIR_URL: options.fhir?.url ?? '',
      KARYO_SIM_FHIR_TOKEN_URL: options.fhir?.tokenUrl ?? '',
      KARYO_SIM_FHIR_CLIENT_ID: options.fhir?.clientId ?? '',
      KARYO_SIM_FHIR_CLIENT_SECRET: options.fhir?.clientSecret ?? '',
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
