import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { problem } from '#contract/problem.ts'
import { hostileText } from '../testing/fuzz/hostile.ts'
import { randomSource } from '../testing/fuzz/random-source.ts'
import { startPortal, type TestPortal } from '../testing/portal.ts'
import { FHIR_AUDIENCE } from '../testing/tokens.ts'

/** Requests, byte by byte, that no client library sends. */
let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

/** Everything that the server sends until it closes the connection. */
function raw(bytes: string): Promise<string> {
  const { hostname, port } = new URL(portal.origin)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes, 'latin1'))
    let text = ''
    socket.setEncoding('latin1').on('data', (data) => (text += data))
    socket.on('close', () => resolve(text)).on('error', reject)
  })
}
const statuses = (answer: string) => [...answer.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => status)
/** The problem of the last reply. */
const problemOf = (answer: string) => problem.parse(JSON.parse(answer.slice(answer.lastIndexOf('\r\n\r\n'))))
const INSIDE = /node_modules|\.ts:\d|at \S+ \(/

describe('malformed HTTP', () => {
  const get = 'GET /api/configuration HTTP/1.1\r\nhost: x\r\n'
  const post =
    'POST /api/log/info HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\nconnection: close\r\n'
  test.each([
    ['is not HTTP', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\r\n\r\n'],
    ['has no address', 'GET HTTP/1.1\r\nhost: x\r\n\r\n'],
    ['has a NUL in its path', 'GET /api/\0 HTTP/1.1\r\nhost: x\r\n\r\n'],
    ['has a NUL in a header', `${get}a: \0\r\n\r\n`],
    ['has a header without a colon', `${get}nothing\r\n\r\n`],
    ['has a space before a colon', `${get}transfer-encoding : chunked\r\n\r\n`],
    ['has two lengths', `${post}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`],
    ['has a length and chunks', `${post}content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['has an invalid length', `${post}content-length: +2\r\n\r\n{}`],
    ['sends invalid chunks', `${post}transfer-encoding: chunked\r\n\r\nzz\r\n`],
    ['sends an obsolete folded chunked', `${post}transfer-encoding: xchunked\r\n\r\n0\r\n\r\n`],
  ])('a request that %s is refused once, and the connection closed', async (_, bytes) => {
    const answer = await raw(bytes)
    expect(statuses(answer)).toEqual(['400'])
    expect(problemOf(answer).code).toBe('invalid-request')
  })

  test('a request without a host is refused', async () => {
    expect(statuses(await raw('GET /api/configuration HTTP/1.1\r\n\r\n'))).toEqual(['400'])
  })

  test('endless headers are refused', async () => {
    const answer = await raw(`${get}a: ${'x'.repeat(17_000)}\r\n\r\n`)
    expect(statuses(answer)).toEqual(['413'])
    expect(problemOf(answer).code).toBe('too-large')
  })

  test('a request smuggled in another’s body is not answered', async () => {
    const hidden = 'GET /api/categories HTTP/1.1\r\nhost: x\r\n\r\n'
    const answer = await raw(`${post}content-length: ${hidden.length}\r\n\r\n${hidden}${hidden}`)
    expect(statuses(answer)).toEqual(['400'])
  })
})

test.each([
  '/api/%',
  '/api/%zz',
  '/api/orders/%ff/1',
  '/api/%2e%2e/%2e%2e/etc/passwd',
  '//x.test/api',
  '/api/configuration/..%2f..',
])('the address %s leads nowhere', async (path) => {
  const { statusCode, body } = await portal.app.inject({ method: 'GET', url: path })
  expect([400, 404]).toContain(statusCode)
  expect(body).not.toMatch(INSIDE)
})

test('any search of the FHIR endpoints is answered or refused, and never fails', async () => {
  const chance = randomSource(7)
  const token = await portal.tokenOf('SuperUser@P1', {
    ...{ audience: FHIR_AUDIENCE, scope: 'openid user/*.rs', clientId: 'ehr' },
  })
  const seen = new Set<number>()
  for (let index = 0; index < 300; index += 1) {
    const type = chance.one([
      'Patient',
      'ServiceRequest',
      'DiagnosticReport',
      'Specimen',
      'Task',
      'Binary',
      'X',
    ])
    const name = chance.one([
      '_id',
      'identifier',
      'patient',
      'status',
      '_lastUpdated',
      '_count',
      'birthdate',
      'name',
    ])
    const query = new URLSearchParams([
      [chance.chance(0.9) ? name : hostileText(chance), hostileText(chance).toWellFormed()],
    ])
    const one = chance.chance(0.2) ? `/${encodeURIComponent(hostileText(chance).toWellFormed())}` : ''
    const { statusCode, body } = await portal.app.inject({
      ...{ method: 'GET', url: `/fhir/${type}${one}?${query}` },
      headers: { authorization: `Bearer ${token}`, accept: 'application/fhir+json' },
    })
    seen.add(statusCode)
    expect(statusCode, `${type}${one}?${query}`).toBeLessThan(500)
    expect(body).not.toMatch(INSIDE)
    if (statusCode >= 400) expect(JSON.parse(body)).toMatchObject({ resourceType: 'OperationOutcome' })
  }
  expect([...seen]).toEqual(expect.arrayContaining([200, 400]))
})
