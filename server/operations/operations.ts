import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { atMostOnce, goesWell, inTime } from '../http/in-time.ts'
import { type FigureSources, figuresOf } from './figures.ts'

export interface Operations extends FigureSources {
  /** Resolves to whether the database accepts writes, as a request would find it. */
  takesWrites(): Promise<boolean>
}

/**
 * Proxies keep both addresses to the laboratory's own network by their exact spelling, but the router also accepts
 * capitals, a slash at the end and percent-encoding: any other spelling is an unknown address.
 */
async function onlyAsSpelled({ raw, routeOptions }: FastifyRequest, reply: FastifyReply) {
  if (raw.url?.split('?')[0] !== routeOptions.url) return reply.callNotFound()
}

/** `GET /healthz`, 200 when ready, and `GET /metrics`, the figures in Prometheus' text format (design §3). */
export function operationsPlugin(deps: Operations): FastifyPluginAsync {
  const { takesWrites, waitingMessages, waitingMail, waitingChecks, waitingRequests } = deps
  async function health() {
    if (!(await takesWrites())) return null
    return {
      ...{ status: 'ready', ...deps.build, laboratory: await waitingMessages(), mail: await waitingMail() },
      ...{ eligibility: await waitingChecks(), counseling: await waitingRequests() },
    }
  }
  const [looked, filesReady] = [atMostOnce(health, deps.cacheMs), atMostOnce(deps.filesReady, deps.cacheMs)]
  const figures = figuresOf({ ...deps, filesReady })
  const plugin: FastifyPluginAsync = async (app) => {
    app.addHook('onResponse', async (request, reply) => figures.note(request, reply))
    const options = { schema: { hide: true }, onRequest: onlyAsSpelled }
    app.get('/healthz', options, async (_request, reply) => {
      const files = goesWell(filesReady())
      const unready = (status: string) => reply.code(503).send({ status })
      try {
        const found = await inTime(looked())
        return found
          ? { ...found, files: (await files) ? 'ready' : 'away' }
          : unready('the database takes no writes')
      } catch {
        return unready('the database does not answer')
      }
    })
    app.get('/metrics', options, async (_request, reply) =>
      reply.type(figures.contentType).send(await figures.text()),
    )
  }
  // Fastify limits a plugin's hooks to the plugin's own routes; this one applies to all.
  return Object.assign(plugin, { [Symbol.for('skip-override')]: true })
}
