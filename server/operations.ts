import type { FastifyPluginAsync } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

interface Waiting {
  count: number
  oldestSeconds: number | null
}

export interface Operations {
  /** Resolves when the database answers. */
  ping(): Promise<unknown>
  waitingMessages(): Promise<Waiting>
  /** `givenUp`: of the last seven days. */
  waitingMail(): Promise<Waiting & { givenUp: number }>
  /** Of payers; `givenUp`: of the last seven days. */
  waitingChecks(): Promise<Waiting & { givenUp: number }>
  /** For counseling. */
  waitingRequests(): Promise<Waiting & { refused: number }>
  livePages(): number
}

/** `GET /healthz`, 200 when ready, and `GET /metrics`, the figures in Prometheus' text form (design §3). */
export function operationsPlugin(parts: Operations): FastifyPluginAsync {
  const { ping, waitingMessages, waitingMail, waitingChecks, waitingRequests, livePages } = parts
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const seconds = new Histogram({
    name: 'karyo_request_seconds',
    help: 'Time to answer a request, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  new Gauge({
    name: 'karyo_laboratory_messages_waiting',
    help: 'Messages that the laboratory has not answered yet.',
    registers: [registry],
    async collect() {
      this.set((await waitingMessages()).count)
    },
  })
  new Gauge({
    name: 'karyo_mails_waiting',
    help: 'Mails that the mail server has not taken yet.',
    registers: [registry],
    async collect() {
      this.set((await waitingMail()).count)
    },
  })
  new Gauge({
    name: 'karyo_mails_given_up',
    help: 'Mails of the last seven days that will never arrive.',
    registers: [registry],
    async collect() {
      this.set((await waitingMail()).givenUp)
    },
  })
  new Gauge({
    name: 'karyo_eligibility_checks_waiting',
    help: 'Questions to payers that are not answered yet.',
    registers: [registry],
    async collect() {
      this.set((await waitingChecks()).count)
    },
  })
  new Gauge({
    name: 'karyo_eligibility_checks_waiting_seconds',
    help: 'Since when the oldest question to a payer waits for an answer.',
    registers: [registry],
    async collect() {
      this.set((await waitingChecks()).oldestSeconds ?? 0)
    },
  })
  new Gauge({
    name: 'karyo_eligibility_checks_given_up',
    help: 'Questions to payers of the last seven days that will never be answered.',
    registers: [registry],
    async collect() {
      this.set((await waitingChecks()).givenUp)
    },
  })
  new Gauge({
    name: 'karyo_counseling_requests_waiting',
    help: 'Requests for counseling that the partner has not taken yet.',
    registers: [registry],
    async collect() {
      this.set((await waitingRequests()).count)
    },
  })
  new Gauge({
    name: 'karyo_counseling_requests_refused',
    help: 'Requests for counseling that are not handed over unless Support does it.',
    registers: [registry],
    async collect() {
      this.set((await waitingRequests()).refused)
    },
  })
  new Gauge({
    name: 'karyo_live_pages',
    help: 'Pages that follow live updates.',
    registers: [registry],
    collect() {
      this.set(livePages())
    },
  })
  const plugin: FastifyPluginAsync = async (app) => {
    app.addHook('onResponse', async (request, reply) => {
      const route = request.routeOptions.url ?? 'none'
      const labels = { method: request.method, route, status: String(reply.statusCode) }
      seconds.observe(labels, reply.elapsedTime / 1000)
    })
    app.get('/healthz', { schema: { hide: true } }, async (_request, reply) => {
      try {
        await ping()
        return {
          ...{ status: 'ready', laboratory: await waitingMessages(), mail: await waitingMail() },
          ...{ eligibility: await waitingChecks(), counseling: await waitingRequests() },
        }
      } catch {
        return reply.code(503).send({ status: 'the database does not answer' })
      }
    })
    app.get('/metrics', { schema: { hide: true } }, async (_request, reply) =>
      reply.type(registry.contentType).send(await registry.metrics()),
    )
  }
  // Fastify keeps a plugin's hooks to the plugin's own routes; this one is for all.
  return Object.assign(plugin, { [Symbol.for('skip-override')]: true })
}
