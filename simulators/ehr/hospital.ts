import { newControlId, readAnswer } from '#adapters/hl7/acknowledgement.ts'
import { connectMllp } from '#adapters/hl7/mllp-client.ts'
import { listenMllp } from '#adapters/hl7/mllp-server.ts'
import type { Answer, MllpListener } from '#adapters/hl7/port.ts'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { type Chart, CLINICIANS, chartsOf, TESTS } from './charts.ts'
import { type ReceivedResult, readResult } from './read-result.ts'
import { type Control, type HospitalOrder, writeOrder } from './write-order.ts'

export interface HospitalOptions {
  /** The portal's listener for hospitals' orders. */
  portal: { host: string; port: number }
  /**
   * PEM: the hospital's certificate and key; by its fingerprint the portal knows the hospital. Null: nothing is encrypted,
   * as with the conformance kit on this machine.
   */
  tls: { cert: string; key: string } | null
  /** SHA-256 fingerprint of the portal's certificate; '' without encryption. */
  portalCertificate: string
  /** Port for results on 127.0.0.1; 0 picks a free one. */
  port: number
  seed: number
  /** MSH-11; `P` by default, as the portal of a demonstration takes it. */
  processingId?: 'P' | 'T'
}

/** An order with what became of it. */
export interface PlacedOrder extends HospitalOrder {
  isCancelled: boolean
  /** What was sent, and MSA-1 and words of the answer. */
  sent: { control: Control; answer: string }[]
  /** Each version that came, the newest last. */
  results: ReceivedResult[]
}

/** How the hospital treats results: files them, refuses them, or is away. */
export const MODES = ['files', 'refuses', 'away'] as const
export type Mode = (typeof MODES)[number]

export type Hospital = Awaited<ReturnType<typeof openHospital>>

const NAMES = { application: 'SIMEHR', facility: 'HARBORVIEW' }
const ANSWER_MS = 20_000
/** As large as a result may be that the portal sends (`mostMegabytes` at its most). */
const LARGEST_BYTES = 32 * 1024 * 1024
/** How often a message is sent that the portal does not answer. */
const ATTEMPTS = 3

/**
 * A small hospital: charts of invented patients, orders that a person places, changes and cancels, and results, which it
 * files under the order that they name.
 */
export async function openHospital(options: HospitalOptions) {
  const { portal, tls, portalCertificate, port, seed, processingId = 'P' } = options
  const charts = chartsOf(seed)
  const orders: PlacedOrder[] = []
  const sender = connectMllp({
    ...{ ...portal, timeoutMs: ANSWER_MS, read: readAnswer },
    ...(tls ? { tls: { ...tls, fingerprints: [portalCertificate] } } : {}),
  })
  const filed = new Set<string>()
  let mode: Mode = 'files'
  let listener: MllpListener | null = null

  async function send(order: PlacedOrder, control: Control): Promise<string> {
    const header = { ...NAMES, processingId, controlId: newControlId(), at: new Date() }
    const { code, text } = await sendUntilAnswered(writeOrder(order, control, header))
    const answer = [code, text].filter(Boolean).join(': ')
    order.sent.push({ control, answer })
    return answer
  }

  /** A message without an answer may not have arrived: it goes again, the same. */
  async function sendUntilAnswered(raw: string, attempt = 1): Promise<Answer> {
    try {
      return await sender.send(raw)
    } catch (error) {
      if (attempt === ATTEMPTS) throw error
      return sendUntilAnswered(raw, attempt + 1)
    }
  }

  function acknowledge(controlId: string, code: string, text = ''): string {
    const { application, facility } = NAMES
    return `MSH|^~\\&|${application}|${facility}|KARYO|LABORATORY|||ACK^R01^ACK|${newControlId()}|${processingId}|2.5.1\rMSA|${code}|${controlId}|${text}\r`
  }

  /** Files a result once: a message that comes again is answered as before. */
  function receive(raw: string): string | null {
    if (mode === 'away') return null
    const result = readResult(raw)
    if (typeof result === 'string') return acknowledge('', 'AR', result)
    if (mode === 'refuses') return acknowledge(result.controlId, 'AE', 'Results cannot be filed now')
    const order = orders.find(({ placer, chart }) => placer === result.placer && chart.mrn === result.mrn)
    if (!order) return acknowledge(result.controlId, 'AE', `No order ${result.placer} of this patient`)
    if (!filed.has(result.controlId)) order.results.push(result)
    filed.add(result.controlId)
    return acknowledge(result.controlId, 'AA')
  }

  async function listen(at: number): Promise<MllpListener> {
    return listenMllp({
      ...{ host: '127.0.0.1', port: at, limits: { frameBytes: LARGEST_BYTES } },
      ...(tls ? { tls } : {}),
      receive: async (raw) => receive(raw),
    })
  }
  listener = await listen(port)
  const resultPort = listener.port

  return {
    resultPort,
    charts,
    orders,
    mode: () => mode,
    async setMode(next: Mode): Promise<void> {
      mode = next
      if (next === 'away') {
        await listener?.close()
        listener = null
      } else listener ??= await listen(resultPort)
    },
    /** Places an order; the answer of the portal. */
    async place(mrn: string, test: string, { note = '', clinician = CLINICIANS[0]?.id ?? '' } = {}) {
      const chart = charts.find((one) => one.mrn === mrn)
      const chosen = TESTS.find(({ code }) => code === test)
      const by = CLINICIANS.find(({ id }) => id === clinician)
      if (!chart || !chosen || !by) throw new Error('There is no such patient, test or clinician')
      const order: PlacedOrder = {
        ...{ placer: String(900_001 + orders.length), chart, clinician: by, test: chosen, note },
        ...{ collectedOn: todayAtLaboratory(new Date()), isCancelled: false, sent: [], results: [] },
      }
      orders.push(order)
      return { order, answer: await send(order, 'NW') }
    },
    async change(placer: string, note: string): Promise<string> {
      const order = orderOf(orders, placer)
      order.note = note
      return send(order, 'XO')
    },
    async cancel(placer: string): Promise<string> {
      const order = orderOf(orders, placer)
      order.isCancelled = true
      return send(order, 'CA')
    },
    async close(): Promise<void> {
      await Promise.all([listener?.close(), sender.close()])
    },
  }
}

function orderOf(orders: readonly PlacedOrder[], placer: string): PlacedOrder {
  const found = orders.find((one) => one.placer === placer)
  if (!found) throw new Error(`There is no order ${placer}`)
  return found
}

/** Those of a patient's family who have a chart. */
export const relativesOf = (chart: Chart, charts: readonly Chart[]) =>
  chart.relatives.flatMap(({ relation, mrn }) => {
    const relative = charts.find((one) => one.mrn === mrn)
    return relative ? [{ relation, relative }] : []
  })
