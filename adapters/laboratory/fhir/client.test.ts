import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { isKeepable } from '#domain/text/keepable.ts'
import { sampleOrder } from '../testing/order.ts'
import { type FhirServer, fhirSender } from './client.ts'
import { fhirCodec } from './codec.ts'
import { loadDefinitions } from './definitions.ts'
import { decision } from './testing/messages.ts'

// Reading FHIR's definitions from disk takes a while, once.
beforeAll(loadDefinitions)

const RAW = fhirCodec.writeOrder(sampleOrder())
const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

interface Got {
  url: string
  headers: IncomingMessage['headers']
  body: string
}

/** A server with the given replies that records its requests. */
async function receiver(answer: (got: Got, reply: ServerResponse) => void) {
  const got: Got[] = []
  const server = createServer(async (request, reply) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const one = { url: request.url ?? '', headers: request.headers, body }
    got.push(one)
    answer(one, reply)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { got, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const senderTo = (url: string, more: Partial<FhirServer> = {}) =>
  fhirSender({ url, access: { token: 'secret-1' }, timeoutMs: 50_000, ...more })
const answering = (status: number, body: object | string = '') =>
  receiver((_, reply) => reply.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body)))

test('posts a Bundle with the token, and takes 2xx as accepted', async () => {
  const { url, got } = await answering(200, { resourceType: 'Bundle', type: 'transaction-response' })
  expect(await senderTo(url).send(RAW)).toMatchObject({ code: 'AA', controlId: 'K4711-1', updates: [] })
  expect(got[0]?.body).toBe(RAW)
  expect(got[0]?.headers).toMatchObject({
    authorization: 'Bearer secret-1',
    'content-type': 'application/fhir+json',
    prefer: 'return=representation',
  })
})

test('reads the decision of a server that decides immediately', async () => {
  const { url } = await answering(200, {
    resourceType: 'Bundle',
    type: 'transaction-response',
    entry: [{ resource: decision(4711, 'completed'), response: { status: '201 Created' } }],
  })
  expect((await senderTo(url).send(RAW)).updates).toMatchObject([{ orderId: 4711, state: 'cancelled' }])
})

test('takes a 4xx as the answer, in the words of its OperationOutcome', async () => {
  const outcome = {
    resourceType: 'OperationOutcome',
    issue: [
      {
        severity: 'error',
        code: 'invalid',
        details: { text: 'no such test' },
        expression: ['Bundle.entry[3]'],
      },
    ],
  }
  const { url } = await answering(422, outcome)
  expect(await senderTo(url).send(RAW)).toMatchObject({ code: 'AE', text: 'Bundle.entry[3]: no such test' })
  expect(await senderTo((await answering(404, 'nothing here')).url).send(RAW)).toMatchObject({
    code: 'AE',
    text: 'nothing here',
  })
})

test('replaces what no database stores in an answer, written as such or in JSON’s escapes', async () => {
  const issue = [{ severity: 'error', code: 'invalid', details: { text: 'no \0such\uD800 test' } }]
  const { url } = await answering(422, { resourceType: 'OperationOutcome', issue })
  const answer = await senderTo(url).send(RAW)
  expect(answer.text).toBe('no \uFFFDsuch\uFFFD test')
  for (const text of [answer.text, answer.raw]) expect(isKeepable(text)).toBe(true)
  expect(await senderTo((await answering(404, 'no\0thing')).url).send(RAW)).toMatchObject({
    ...{ text: 'no\uFFFDthing', raw: 'HTTP 404\nno\uFFFDthing' },
  })
  await expect(senderTo((await answering(500, 'not\0 now')).url).send(RAW)).rejects.toThrow(
    'answered 500: not\uFFFD now',
  )
})

test.each([500, 503, 429, 401, 403])('retries after status %i', async (status) => {
  const { url } = await answering(status, 'not now')
  await expect(senderTo(url).send(RAW)).rejects.toThrow(`answered ${status}: not now`)
})

test('retries if the server is missing, slow, redirects, or closes the connection halfway', async () => {
  await expect(senderTo('http://127.0.0.1:1').send(RAW)).rejects.toThrow('cannot be reached')
  const slow = await receiver(() => {})
  await expect(senderTo(slow.url, { timeoutMs: 50 }).send(RAW)).rejects.toThrow()
  const cut = await receiver((_, reply) => reply.socket?.destroy())
  await expect(senderTo(cut.url).send(RAW)).rejects.toThrow('cannot be reached')
  const otherServer = await receiver((_, reply) =>
    reply.writeHead(302, { location: 'http://elsewhere.test/' }).end(),
  )
  await expect(senderTo(otherServer.url).send(RAW)).rejects.toThrow('cannot be reached')
})

test('aborts pending requests when closed', async () => {
  let sender: ReturnType<typeof fhirSender> | undefined
  const { url } = await receiver(() => void sender?.close())
  sender = senderTo(url)
  await expect(sender.send(RAW)).rejects.toThrow()
})

test('gets a token with client credentials, caches it, and gets a new one once it is refused', async () => {
  let tokens = 0
  let refuse = false
  const { url, got } = await receiver((one, reply) => {
    if (one.url !== '/token') return reply.writeHead(refuse ? 401 : 200).end('{}')
    tokens += 1
    reply.end(JSON.stringify({ access_token: `t${tokens}`, expires_in: 600, token_type: 'Bearer' }))
  })
  const access = { tokenUrl: `${url}/token`, clientId: 'karyo', clientSecret: 'a b', scope: 'system/*.c' }
  const sender = senderTo(url, { access })
  await sender.send(RAW)
  await sender.send(RAW)
  expect(tokens).toBe(1)
  refuse = true
  await expect(sender.send(RAW)).rejects.toThrow('401')
  refuse = false
  await sender.send(RAW)
  expect(got.filter((one) => one.url === '/').map(({ headers }) => headers.authorization)).toEqual(
    ['t1', 't1', 't1', 't2'].map((token) => `Bearer ${token}`),
  )
  const [request] = got
  expect(request?.body).toBe('grant_type=client_credentials&scope=system%2F*.c')
  expect(request?.headers.authorization).toBe(`Basic ${Buffer.from('karyo:a%20b').toString('base64')}`)
})

test('sends nothing without a token', async () => {
  const { url, got } = await answering(400, '{"error":"invalid_client"}')
  const access = { tokenUrl: `${url}/token`, clientId: 'karyo', clientSecret: 'x', scope: '' }
  await expect(senderTo(url, { access }).send(RAW)).rejects.toThrow('returned no token (400)')
  expect(got).toHaveLength(1)
})
