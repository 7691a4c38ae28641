import { setTimeout as delay } from 'node:timers/promises'
import type { Behaviour } from './plan.ts'
import { type SimulatedLaboratory, startSimulatedLaboratory } from './start.ts'

interface Settings {
  portalPort: number
  dir: string
  speed: number
  behaviour: Behaviour
  controlPort: number | null
  laboratoryName: string
  onLog(line: string): void
}

/**
 * Keeps a simulated laboratory running in its own process, on one port, as long as this process lives: if it
 * dies, it is restarted and continues from its journal.
 */
export async function keepSimulatedLaboratory({ onLog, ...settings }: Settings) {
  let stopping = false
  let running: SimulatedLaboratory
  const start = (port: number, controlPort: number | null): Promise<SimulatedLaboratory> =>
    startSimulatedLaboratory({
      ...settings,
      ...{ port, controlPort },
      portalHost: '127.0.0.1',
      seed: 1,
      onExit: () => void again(),
    })
  async function again() {
    onLog('The simulated laboratory ended; restarting it')
    while (!stopping) {
      await delay(500)
      const started = await start(running.port, running.controlPort).catch((error: Error) =>
        onLog(error.message),
      )
      if (!started) continue
      running = started
      if (stopping) await started.stop()
      return
    }
  }
  running = await start(0, settings.controlPort)
  return {
    port: running.port,
    controlPort: running.controlPort,
    pid: () => running.pid,
    async stop() {
      stopping = true
      await running.stop()
    },
  }
}
