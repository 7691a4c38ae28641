import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPortal, type TestPortal } from '../testing/portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal({ rateLimit: 200, behindProxy: true })
})
afterAll(() => portal?.stop())

interface Answer {
  status: number | undefined
  left: number
  cacheControl: unknown
}

/** Sends one request with exactly this target, which browsers and `fetch` would normalize. */
function send(target: string, from: string, method = 'POST'): Promise<Answer> {
  const { hostname, port } = new URL(portal.origin)
  const body = method === 'POST' ? '{"message":"Something"}' : ''
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        ...{ hostname, port, method, path: target },
        headers: {
          ...(body === '' ? {} : { 'content-type': 'application/json', 'content-length': body.length }),
          ...{ 'x-forwarded-for': from, connection: 'close' },
        },
      },
      (answer) => {
        const { statusCode: status, headers } = answer.resume()
        resolve({
          status,
          left: Number(headers['x-ratelimit-remaining']),
          cacheControl: headers['cache-control'],
        })
      },
    )
    outgoing.on('error', reject).end(body)
  })
}

/** Each case has an address of its own. */
let senders = 0

describe('[SEC-09] however its address is spelled, a request counts and browsers do not store the reply', () => {
  test.each([
    ['POST', '/api/log/info', 204],
    ['POST', '/%61pi/log/info', 204],
    ['POST', '/%41PI/%6Cog/info', 204],
    ['POST', '/API/LOG/info', 204],
    ['POST', '/api/log/info/', 204],
    ['POST', '/api/log/info;x=1', 422],
    ['POST', 'http://portal.test/api/log/info', 204],
    ['POST', 'HTTP://portal.test/%61pi/log/info?x', 204],
    ['GET', '/api/nothing', 404],
    ['GET', '/%61pi/nothing', 404],
    ['GET', 'http://portal.test/api', 404],
    ['GET', '/%61pi/configuration', 200],
    ['GET', '/%61pi/physicians/current', 401],
    ['GET', '/api/Orders/P1', 401],
    ['GET', '/%66hir/Patient', 401],
    ['GET', '/FHIR/nothing', 404],
  ])('%s %s', async (method, target, status) => {
    senders += 1
    const from = `203.0.113.${senders}`
    const first = await send(target, from, method)
    const second = await send(target, from, method)
    expect(first.status).toBe(status)
    // A reply to an uncounted request has no such header.
    expect(first.left).toBeGreaterThanOrEqual(0)
    expect(second.left).toBe(first.left - 1)
    expect(first.cacheControl).toMatch(/no-store/)
  })
})

test('[SEC-13] counts all addresses of one IPv6 network as one, and an IPv4-mapped address as its IPv4 address', async () => {
  const left = async (from: string) => (await send('/api/log/info', from)).left
  const first = await left('2001:db8:5:6::1')
  expect(await left('2001:db8:5:6:ffff:1:2:3')).toBe(first - 1)
  expect(await left('2001:db8:5:7::1')).toBe(first)
  const plain = await left('198.51.100.77')
  expect(await left('::ffff:198.51.100.77')).toBe(plain - 1)
})
