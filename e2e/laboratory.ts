import { brand } from '#brand/brand.ts'
import { dueAt } from '#simulators/laboratory/bench.ts'
import type { Taken } from '#simulators/laboratory/journal.ts'
import { type SimulatedLaboratory, startSimulatedLaboratory } from '#simulators/laboratory/start.ts'
import { type App, freePort, withApp } from './app.ts'
import { takenOrders } from './processes.ts'

/** So slow that nothing happens to a specimen; cancellations are answered. */
const ASLEEP = 0.001
const FAST = 100

interface Pace {
  /** The work on this order begins now; its report is not due for as long as the order has waited till here. */
  working(id: number): Promise<void>
  /** Everything is reported. */
  fast(): Promise<void>
}

/** A portal whose laboratory is a simulated one of the test's own, which works when the test wants. It sleeps at first. */
export async function withPacedLaboratory(use: (app: App, pace: Pace) => Promise<void>): Promise<void> {
  const [port, portalPort] = [await freePort(), await freePort()]
  const address = { KARYO_LAB_HOST: '127.0.0.1', KARYO_LAB_PORT: `${port}`, KARYO_HL7_PORT: `${portalPort}` }
  await withApp(address, async (app) => {
    const dir = `${app.dataDir}/laboratory`
    let running: SimulatedLaboratory | undefined
    /** It goes on from its journal: what is due at the new speed is done at once. */
    async function run(speed: number): Promise<void> {
      await running?.stop()
      running = await startSimulatedLaboratory({
        ...{ port, portalHost: '127.0.0.1', portalPort, dir, seed: 1 },
        ...{ speed, laboratoryName: brand.name },
      })
    }
    try {
      await run(ASLEEP)
      await use(app, {
        working: async (id) =>
          run(speedOfWork((await takenOrders(dir)).find(({ orderId }) => orderId === `${id}`))),
        fast: () => run(FAST),
      })
    } finally {
      await running?.stop()
    }
  })
}

/** At which an order is just being worked on. */
function speedOfWork(order: Taken | undefined): number {
  if (!order) throw new Error('The laboratory has not taken the order')
  const at = Date.parse(order.at)
  const wait = dueAt(order, 'in-process', { speed: 1 }).getTime() - at
  return wait / (Date.now() - at)
}
