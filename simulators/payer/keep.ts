import { setTimeout as delay } from 'node:timers/promises'
import type { Settings } from './settings.ts'
import { type SimulatedPayerProcess, startSimulatedPayer } from './start.ts'

interface KeepOptions extends Settings {
  onLog(line: string): void
}

/**
 * Keeps a simulated payer running in its own process, on one port, as long as this process lives: if it dies,
 * it is restarted.
 */
export async function keepSimulatedPayer({ onLog, ...settings }: KeepOptions) {
  let stopping = false
  let running: SimulatedPayerProcess
  const start = (port: number): Promise<SimulatedPayerProcess> =>
    startSimulatedPayer({ ...settings, port, onExit: () => void again() })
  async function again() {
    onLog('The simulated payer ended; restarting it')
    while (!stopping) {
      await delay(500)
      const started = await start(running.port).catch((error: Error) => onLog(error.message))
      if (!started) continue
      running = started
      if (stopping) await started.stop()
      return
    }
  }
  running = await start(settings.port)
  return {
    port: running.port,
    pid: () => running.pid,
    async stop() {
      stopping = true
      await running.stop()
    },
  }
}
