import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'

const pack = promisify(gzip)
const HIDDEN = { schema: { hide: true }, compress: false as const }

/**
 * The API's description as JSON (`/api/openapi.json`) and as a page (`/api/docs`). It is several megabytes,
 * never changes and is public: it is serialized and compressed once.
 */
export async function apiDocuments(app: FastifyInstance): Promise<void> {
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
  await app.register(async (page) => {
    page.addHook('onRequest', async ({ headers, routeOptions: { url = '' } }, reply) => {
      // The page's library would serialize the description for each request, and as YAML too.
      if (/\/docs\/(json|yaml)$/.test(url)) return reply.redirect('/api/openapi.json')
      // It would also compress its script for each request.
      headers['x-no-compression'] = 'true'
    })
    await page.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true })
  })
}
