import { setTimeout as delay } from 'node:timers/promises'
import type { Act } from '#simulators/laboratory/acts.ts'
import type { OrderDescription } from '#simulators/laboratory/control.ts'
import type { App } from './app.ts'
import type { Clinic } from './clinic.ts'

/** Time limit for a submitted order to reach the laboratory. */
const COMES_WITHIN_MS = 60_000

/**
 * A portal's simulated laboratory under the test's control: it does what it is told with an order, and
 * nothing else. When a call resolves, the message is still on its way: check for it in the portal.
 */
class ScriptedLaboratory {
  private readonly origin: string

  constructor({ controlPort }: Pick<App, 'controlPort'>) {
    this.origin = `http://127.0.0.1:${controlPort}`
  }

  /** Whether future orders wait for commands. */
  async manual(on: boolean): Promise<void> {
    await this.post('/manual', { on })
  }

  /** Puts the order on hold with a question; returns the hold's number, for `release`. */
  async hold(id: number, words: string, code = 'MISSING-INFO'): Promise<string> {
    const { holds } = await this.perform(id, { do: 'hold', code, words })
    return holds.at(-1)?.number ?? ''
  }

  /** Releases the hold with this number, or the last open one. */
  release = (id: number, number?: string) =>
    this.perform(id, { do: 'release', ...(number ? { number } : {}) })

  /** The specimens with these keys have arrived, or all that have not, including recollected ones. */
  accession = (id: number, specimens?: string[]) =>
    this.perform(id, { do: 'accession', ...(specimens ? { specimens } : {}) })

  /** Begins work on the order: from then on a cancellation is refused. */
  inProcess = (id: number) => this.perform(id, { do: 'in-process' })

  /** `code` is one of HL7 table 0490. */
  reject = (id: number, specimen: string, code = 'QS') => this.perform(id, { do: 'reject', specimen, code })
  preliminary = (id: number) => this.perform(id, { do: 'preliminary' })
  /** `patient`: the person in the message, if not the order's patient. `outcome`: left out, the seed decides. */
  report = (
    id: number,
    patient?: Extract<Act, { do: 'report' }>['patient'],
    outcome?: Extract<Act, { do: 'report' }>['outcome'],
  ) => this.perform(id, { do: 'report', ...(patient ? { patient } : {}), ...(outcome ? { outcome } : {}) })
  /** Everything an order needs until its report is sent. */
  async workOff(id: number): Promise<void> {
    await this.accession(id)
    await this.inProcess(id)
    await this.report(id)
  }

  correct = (id: number) => this.perform(id, { do: 'correct' })
  /** `to`: the variant's new class; left out, the usual one (`reclassified`). */
  amend = (id: number, words?: string, to?: Extract<Act, { do: 'amend' }>['to']) =>
    this.perform(id, { do: 'amend', ...(words ? { words } : {}), ...(to ? { to } : {}) })
  addendum = (id: number, words?: string) => this.perform(id, { do: 'addendum', ...(words ? { words } : {}) })
  /** Withdraws every report of the order. */
  withdraw = (id: number, words?: string, patient?: Extract<Act, { do: 'withdraw' }>['patient']) =>
    this.perform(id, { do: 'withdraw', ...(words ? { words } : {}), ...(patient ? { patient } : {}) })
  treatment = (id: number, title: string, text: string[]) =>
    this.perform(id, { do: 'treatment', title, text })

  /** Cancels without a request. */
  cancel = (id: number, words?: string) => this.perform(id, { do: 'cancel', ...(words ? { words } : {}) })

  /** Stops listening and sending, for this many seconds or until told to resume. */
  async down(seconds?: number): Promise<void> {
    await this.post('/down', seconds === undefined ? {} : { seconds })
  }

  async up(): Promise<void> {
    await this.post('/up', {})
  }

  /** The laboratory's data about an order, once it has arrived. */
  async order(id: number): Promise<OrderDescription> {
    return (await this.call(`/orders/${id}`)) as OrderDescription
  }

  private async perform(id: number, act: Act): Promise<OrderDescription> {
    return (await this.post(`/orders/${id}`, act)) as OrderDescription
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
      const isLate = Date.now() > until
      if (reply.status !== 404 || isLate)
        throw new Error(
          `The laboratory ${isLate ? `still answers after ${COMES_WITHIN_MS / 1000} s` : 'answered'} ${reply.status} to ${path}: ${JSON.stringify(body)}`,
        )
      await delay(100)
    }
  }
}

/** Submits a draft; the laboratory accepts the order and leaves it there. */
export async function submitUntouched(app: App, clinic: Clinic, draft: number): Promise<void> {
  await withScriptedLaboratory(app, async (laboratory) => {
    await clinic.submit(draft)
    await laboratory.order(draft)
  })
}

/** While `use` runs, the portal's simulated laboratory acts on new orders only when told. */
export async function withScriptedLaboratory(
  app: App,
  use: (laboratory: ScriptedLaboratory) => Promise<void>,
): Promise<void> {
  const laboratory = new ScriptedLaboratory(app)
  await laboratory.manual(true)
  try {
    await use(laboratory)
  } finally {
    await laboratory.manual(false)
  }
}
