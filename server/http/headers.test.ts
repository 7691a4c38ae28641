import { request } from 'node:http'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { securityHeaders } from './headers.ts'

const origins = {
  publicOrigin: 'https://portal.lab.example',
  identityOrigin: 'https://login.lab.example',
  catalogueOrigin: 'https://tests.lab.example',
}

let app: FastifyInstance
beforeAll(async () => {
  app = fastify()
  await securityHeaders(app, origins)
  app.get('/page', (_, reply) => reply.type('text/html').send('a page'))
  app.get('/api/patients', () => ({ name: 'Rowan Ashdown' }))
  app.get('/api/refused', (_, reply) => reply.code(403).send({ name: 'Rowan Ashdown' }))
  app.get('/identity/written-by-itself', (_, reply) => {
    reply.hijack()
    reply.raw.end('a page')
  })
  app.get('/fhir/metadata', (_, reply) => reply.header('cache-control', 'public, max-age=60').send({}))
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

test.each(['/page', '/api/patients', '/api/refused', '/nothing', '/identity/written-by-itself'])(
  '%s has security headers that say what the page may load and use',
  async (url) => {
    const { headers } = await app.inject({ url })
    expect(headers).toMatchObject({
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringMatching(/camera=\(\), .*geolocation=\(\), .*usb=\(\)/),
    })
    const policy = String(headers['content-security-policy'])
    expect(policy).toMatch(/report-uri \S*\/api\/csp-reports/)
    expect(policy).toMatch(/object-src 'none';base-uri 'none'.*frame-ancestors 'self'/)
    expect(/script-src ([^;]*)/.exec(policy)?.[1]).toBe("'self'")
    expect(headers['x-powered-by']).toBeUndefined()
  },
)

test('browsers store no reply of the API, refusals included, unless a route allows it', async () => {
  const cacheControlOf = async (url: string) => (await app.inject({ url })).headers['cache-control']
  expect(await cacheControlOf('/api/patients')).toBe('private, no-store')
  expect(await cacheControlOf('/api/refused')).toBe('private, no-store')
  expect(await cacheControlOf('/api/nothing')).toBe('private, no-store')
  expect(await cacheControlOf('/fhir/metadata')).toBe('public, max-age=60')
})

test.each(['TRACE', 'PROPFIND', 'DELETE'])(
  '%s is not answered by a route that does not offer it',
  async (method) => {
    const port = Number(new URL(app.listeningOrigin).port)
    const answer = await new Promise<{ status: number | undefined; body: string }>((done, fail) => {
      const outgoing = request({ port, method, path: '/page', headers: { cookie: 'secret=1' } }, (reply) => {
        let body = ''
        reply.on('data', (chunk) => {
          body += chunk
        })
        reply.on('end', () => done({ status: reply.statusCode, body }))
      })
      outgoing.on('error', fail).end()
    })
    expect(answer.status).toBe(404)
    expect(answer.body).not.toContain('secret')
  },
)
