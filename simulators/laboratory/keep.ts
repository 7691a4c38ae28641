import { setTimeout as delay } from 'node:timers/promises'
import { type SimulatedLaboratory, startSimulatedLaboratory } from './start.ts'

interface Settings {
  portalPort: number
  dir: string
  speed: number
  laboratoryName: string
  onLog(line: string): void
}

/**
 * Keeps a simulated laboratory running in a process of its own, on one port for as long as we live: when it dies, it
 * is started again and goes on where its journal says.
 */
export async function keepSimulatedLaboratory({ onLog, ...settings }: Settings) {
  let stopping = false
  let running: SimulatedLaboratory
  const start = (port: number): Promise<SimulatedLaboratory> =>
    startSimulatedLaboratory({
      ...settings,
      port,
      portalHost: '127.0.0.1',
      seed: 1,
      onExit: () => void again(),
    })
  async function again() {
    onLog('The simulated laboratory ended; starting it again')
    while (!stopping) {
      await delay(500)
      const started = await start(running.port).catch((error: Error) => onLog(error.message))
      if (!started) continue
      running = started
      if (stopping) await started.stop()
      return
    }
  }
  running = await start(0)
  return {
    port: running.port,
    pid: () => running.pid,
    async stop() {
      stopping = true
      await running.stop()
    },
  }
}
