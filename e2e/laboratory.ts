import { setTimeout as delay } from 'node:timers/promises'
import { brand } from '#brand/brand.ts'
import type { Act } from '#simulators/laboratory/acts.ts'
import type { Described } from '#simulators/laboratory/control.ts'
import type { Taken } from '#simulators/laboratory/journal.ts'
import { SMOOTH } from '#simulators/laboratory/plan.ts'
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
  const begins = SMOOTH.find(({ act }) => act.do === 'in-process')?.at ?? 0
  return (begins * 1000) / (Date.now() - Date.parse(order.at))
}

/** How long an order that was submitted may take to come to the laboratory. */
const COMES_WITHIN_MS = 30_000

/**
 * The simulated laboratory of a portal, which does with an order what it is told and from then on nothing else. What it
 * does is on its way to the portal when a call resolves: look for it in the portal.
 */
class ToldLaboratory {
  private readonly origin: string

  constructor({ controlPort }: Pick<App, 'controlPort'>) {
    this.origin = `http://127.0.0.1:${controlPort}`
  }

  /** Whether orders that come from now on wait to be told. */
  async manual(on: boolean): Promise<void> {
    await this.post('/manual', { on })
  }

  /** Asks something of the clinic: the hold's number, for `release`. */
  async hold(id: number, words: string, code = 'MISSING-INFO'): Promise<string> {
    const { holds } = await this.tell(id, { do: 'hold', code, words })
    return holds.at(-1)?.number ?? ''
  }

  /** Goes on: after the hold of that number, or the last that is open. */
  release = (id: number, number?: string) => this.tell(id, { do: 'release', ...(number ? { number } : {}) })

  /** The specimens of these keys have arrived, or all that have not yet: one that was taken again, too. */
  accession = (id: number, specimens?: string[]) =>
    this.tell(id, { do: 'accession', ...(specimens ? { specimens } : {}) })

  /** It begins to work on it: from then on a cancellation is refused. */
  inProcess = (id: number) => this.tell(id, { do: 'in-process' })

  /** `code` is one of HL7 table 0490. */
  reject = (id: number, specimen: string, code = 'QS') => this.tell(id, { do: 'reject', specimen, code })
  report = (id: number) => this.tell(id, { do: 'report' })
  correct = (id: number) => this.tell(id, { do: 'correct' })
  treatment = (id: number, title: string, text: string[]) => this.tell(id, { do: 'treatment', title, text })

  /** It cancels without being asked. */
  cancel = (id: number, words?: string) => this.tell(id, { do: 'cancel', ...(words ? { words } : {}) })

  /** Nobody is listened to and nothing is sent, for so many seconds or until it is told to be up. */
  async down(seconds?: number): Promise<void> {
    await this.post('/down', seconds === undefined ? {} : { seconds })
  }

  async up(): Promise<void> {
    await this.post('/up', {})
  }

  /** What it knows of an order, once that has come. */
  async order(id: number): Promise<Described> {
    return (await this.call(`/orders/${id}`)) as Described
  }

  private async tell(id: number, act: Act): Promise<Described> {
    return (await this.post(`/orders/${id}`, act)) as Described
  }

  private post(path: string, body: object): Promise<unknown> {
    const headers = { 'content-type': 'application/json' }
    return this.call(path, { method: 'POST', headers, body: JSON.stringify(body) })
  }

  private async call(path: string, request: RequestInit = {}): Promise<unknown> {
    const until = Date.now() + COMES_WITHIN_MS
    for (;;) {
      const reply = await fetch(`${this.origin}${path}`, request)
      const body: unknown = await reply.json()
      if (reply.ok) return body
      if (reply.status !== 404 || Date.now() > until)
        throw new Error(`The laboratory answered ${reply.status} to ${path}: ${JSON.stringify(body)}`)
      await delay(100)
    }
  }
}

/** While `use` runs, orders that come to the portal's laboratory do only what it is told. */
export async function withToldLaboratory(
  app: App,
  use: (laboratory: ToldLaboratory) => Promise<void>,
): Promise<void> {
  const laboratory = new ToldLaboratory(app)
  await laboratory.manual(true)
  try {
    await use(laboratory)
  } finally {
    await laboratory.manual(false)
  }
}
