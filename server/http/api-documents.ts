import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { type Description, featurePage, indexPage, STYLE, STYLE_PATH } from './api-pages.ts'
import { unknownRoute } from './problems.ts'

const pack = promisify(gzip)
const HIDDEN = { schema: { hide: true }, compress: false as const }

interface Named {
  laboratoryName: string
  version: string
}

/**
 * The API's description as JSON (`/api/openapi.json`) and as pages (`/api/docs`). The JSON is several megabytes, never changes
 * and is public: it is serialized and compressed once. A page is written when it is first asked for.
 */
export async function apiDocuments(app: FastifyInstance, named: Named): Promise<void> {
  let written: Promise<{ plain: Buffer; packed: Buffer }> | null = null
  const write = async () => {
    const plain = Buffer.from(JSON.stringify(app.swagger()))
    return { plain, packed: await pack(plain) }
  }
  app.get('/api/openapi.json', HIDDEN, async (request, reply) => {
    written ??= write()
    const { plain, packed } = await written
    reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding')
    if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(plain)
    return reply.header('content-encoding', 'gzip').send(packed)
  })

  const pages = new Map<string, string>()
  /** A page by its feature, '' for all; undefined if there is no such feature. */
  function pageOf(feature: string): string | undefined {
    const known = pages.get(feature)
    if (known !== undefined) return known
    const description = app.swagger() as Description
    const page = feature === '' ? indexPage(description, named) : featurePage(description, feature, named)
    if (page !== undefined) pages.set(feature, page)
    return page
  }
  const NOT_DESCRIBED = { schema: { hide: true } }
  app.get('/api/docs', NOT_DESCRIBED, (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(pageOf('')),
  )
  app.get(STYLE_PATH, NOT_DESCRIBED, (_request, reply) => reply.type('text/css; charset=utf-8').send(STYLE))
  app.get<{ Params: { feature: string } }>('/api/docs/:feature', NOT_DESCRIBED, (request, reply) => {
    const page = pageOf(request.params.feature)
    return page === undefined
      ? unknownRoute(request, reply)
      : reply.type('text/html; charset=utf-8').send(page)
  })
}
