import type { FastifyPluginAsync } from 'fastify'
import { type Figured, figuresOf } from './figures.ts'

export interface Operations extends Figured {
  /** Resolves when the database answers. */
  ping(): Promise<unknown>
}

/** `GET /healthz`, 200 when ready, and `GET /metrics`, the figures in Prometheus' text form (design §3). */
export function operationsPlugin(parts: Operations): FastifyPluginAsync {
  const { ping, waitingMessages, waitingMail, waitingChecks, waitingRequests } = parts
  const figures = figuresOf(parts)
  const plugin: FastifyPluginAsync = async (app) => {
    app.addHook('onResponse', async (request, reply) => figures.note(request, reply))
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
      reply.type(figures.contentType).send(await figures.text()),
    )
  }
  // Fastify keeps a plugin's hooks to the plugin's own routes; this one is for all.
  return Object.assign(plugin, { [Symbol.for('skip-override')]: true })
}
