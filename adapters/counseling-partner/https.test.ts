import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { httpsPartner } from './https.ts'
import { isSigned } from './signature.ts'
import { HANDOVER } from './testing/handover.ts'

const SECRET = 'a-secret-that-the-partner-shares-with-us'
let server: Server
let url: string
let requests: { request: IncomingMessage; body: string }[]
let answer: RequestListener
beforeAll(async () => {
  server = createServer(async (request, reply) => {
    requests.push({ request, body: await text(request) })
    answer(request, reply)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/requests`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  requests = []
  answer = respond(202, '{"partnerReference":"CP-77"}')
})

const respond =
  (status: number, body = '', headers: Record<string, string> = {}): RequestListener =>
  (_, reply) =>
    reply.writeHead(status, headers).end(body)
const partner = (timeoutMs = 50_000) => httpsPartner({ url, secret: SECRET, timeoutMs })

test('posts a signed request under its reference, and returns the partner’s own number', async () => {
  expect(await partner().handOver(HANDOVER)).toEqual({ taken: true, partnerReference: 'CP-77' })
  const [{ request, body } = { request: undefined, body: '' }] = requests
  const { reference, language } = HANDOVER
  expect(JSON.parse(body)).toEqual({
    ...{ type: 'request', reference, language, request: HANDOVER.request },
    receivedAt: '2026-11-21T15:00:00.000Z',
  })
  expect([request?.method, request?.headers['content-type']]).toEqual(['POST', 'application/json'])
  expect(request?.headers['idempotency-key']).toBe(`request-${reference}`)
  expect(isSigned(SECRET, String(request?.headers['x-karyo-signature']), body, new Date())).toBe(true)
})

test.each<[string, RequestListener, string]>([
  ['a number as a number', respond(200, '{"partnerReference":77}'), '77'],
  ['no number', respond(204), ''],
  ['words', respond(200, 'Thank you'), ''],
  ['null', respond(200, 'null'), ''],
  ['a number without end', respond(200, `{"partnerReference":"${'7'.repeat(20_000)}"}`), ''],
  ['that it has it already', respond(409, '{"partnerReference":"CP-77"}'), 'CP-77'],
])('accepts a success whatever its body: %s', async (_what, respond, partnerReference) => {
  answer = respond
  expect(await partner().handOver(HANDOVER)).toEqual({ taken: true, partnerReference })
})

test('posts a deletion with its reason, and accepts that the partner never had the request', async () => {
  for (const status of [200, 404, 410]) {
    answer = respond(status)
    await partner().forget(HANDOVER.reference, 'asked')
  }
  expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
    ...{ type: 'deleted', reference: HANDOVER.reference, because: 'asked' },
  })
})

test.each([400, 410, 413, 422])('treats status %i as a refusal', async (status) => {
  answer = respond(status, 'Zoë is not ours')
  expect(await partner().handOver(HANDOVER)).toEqual({
    ...{ taken: false, reason: `The counseling partner answered with status ${status}` },
  })
})

describe('is retried', () => {
  test.each<[string, RequestListener, string]>([
    ['it fails', respond(500), 'status 500'],
    ['it is overloaded', respond(429), 'status 429'],
    ['the key is wrong', respond(401), 'status 401'],
    ['the address is wrong', respond(404), 'status 404'],
    ['it redirects', respond(307, '', { location: '/elsewhere' }), 'cannot be reached'],
    ['another server answers with a page', respond(200, '<html>', { 'content-type': 'text/html' }), 'page'],
    ['it hangs up', (request) => request.socket.destroy(), 'cannot be reached'],
    ['it is silent', () => undefined, 'within 0.3 s'],
  ])('when %s', async (_why, does, message) => {
    answer = does
    const tried = partner(message === 'within 0.3 s' ? 300 : 50_000).handOver(HANDOVER)
    await expect(tried).rejects.toThrow(message)
    await expect(tried).rejects.not.toThrow(/Zoë|Quillbrook/)
  })

  test('a deletion, when it cannot be sent', async () => {
    answer = respond(503)
    await expect(partner().forget(HANDOVER.reference, 'asked')).rejects.toThrow('status 503')
  })
})

test.each(['http://partner.example/requests', 'ftp://127.0.0.1/', 'nowhere'])(
  'rejects %s as a URL',
  (bad) => {
    expect(() => httpsPartner({ url: bad, secret: SECRET })).toThrow(TypeError)
  },
)
