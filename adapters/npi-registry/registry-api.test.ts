import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { RegistryAway } from './port.ts'
import { apiRegistry } from './registry-api.ts'

const NPI = '1234567893'
const PERSON = {
  ...{ number: NPI, enumeration_type: 'NPI-1', created_epoch: '1118000000000' },
  basic: {
    ...{ first_name: 'ADA', last_name: 'OKAFOR', middle_name: '--', credential: 'M.D.', status: 'A' },
    ...{ sole_proprietor: 'NO', sex: 'F', name_prefix: 'Dr.', name_suffix: '--' },
  },
  other_names: [{ type: 'Former Name', code: '1', first_name: 'ADA', last_name: 'EZE' }],
  addresses: [
    { address_purpose: 'MAILING', city: 'ELSEWHERE', state: 'NY' },
    { address_purpose: 'LOCATION', city: 'COLUMBUS', state: 'OH', telephone_number: '614-555-0101' },
  ],
  taxonomies: [
    { code: '208000000X', desc: 'Pediatrics', primary: false, state: null, license: null },
    { code: '207SG0201X', desc: 'Clinical Genetics (M.D.)', primary: true },
  ],
  identifiers: [],
}
const RECORD = {
  ...{ npi: NPI, kind: 'person', active: true, credential: 'M.D.', city: 'COLUMBUS', state: 'OH' },
  ...{ firstName: 'ADA', middleName: '', lastName: 'OKAFOR' },
  otherNames: [{ firstName: 'ADA', middleName: '', lastName: 'EZE' }],
  taxonomies: [
    { code: '208000000X', description: 'Pediatrics', primary: false },
    { code: '207SG0201X', description: 'Clinical Genetics (M.D.)', primary: true },
  ],
}
const found = (...results: unknown[]) => JSON.stringify({ result_count: results.length, results })

let server: Server
let origin: string
/** Of the running test alone. */
let path: string
let requests: string[]
/** The registry's replies in order; the last one repeats. */
let answers: RequestListener[]
beforeAll(async () => {
  server = createServer((request, reply) => {
    // What was given up before it arrived may still come during another test.
    if (!request.url?.startsWith(path)) return request.destroy()
    requests.push(request.url)
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    answer?.(request, reply)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  path = '/api/'
  requests = []
  answers = []
})

const respond =
  (body: string, status = 200, headers: Record<string, string> = {}): RequestListener =>
  (_, reply) =>
    reply.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
const hangsUp: RequestListener = (request) => request.socket.destroy()
const registry = (more: { now?: () => number; timeoutMs?: number } = {}) =>
  apiRegistry({ url: `${origin}/api`, timeoutMs: 50_000, ...more })

test('looks a person up by number, and reads names, former names, address and taxonomies', async () => {
  answers = [respond(found(PERSON))]
  expect(await registry().lookup(NPI)).toEqual(RECORD)
  expect(requests).toEqual([`/api/?version=2.1&number=${NPI}`])
})

test('accepts an integer as number, and treats missing fields as empty', async () => {
  const { number: _n, other_names: _o, addresses: _a, taxonomies: _t, ...bare } = PERSON
  answers = [respond(found({ ...bare, number: Number(NPI), taxonomies: null }))]
  const nothing = { otherNames: [], taxonomies: [], city: '', state: '' }
  expect(await registry().lookup(NPI)).toEqual({ ...RECORD, ...nothing })
})

test('recognizes an organization, and a number that is not active', async () => {
  const basic = { organization_name: 'RIVERSIDE', status: 'D' }
  const other_names = [{ organization_name: 'BROOKSIDE', type: 'Doing Business As', code: '3' }]
  answers = [respond(found({ ...PERSON, enumeration_type: 'NPI-2', basic, other_names }))]
  expect(await registry().lookup(NPI)).toMatchObject({
    ...{ kind: 'organization', active: false, firstName: '', lastName: '', otherNames: [] },
  })
})

test('returns null for an unknown number, and does not request one with a wrong check digit', async () => {
  answers = [respond(found())]
  expect(await registry().lookup(NPI)).toBeNull()
  expect(await registry().lookup('1234567890')).toBeNull()
  expect(await registry().lookup('1234567893&version=1.0')).toBeNull()
  expect(requests).toHaveLength(1)
})

describe('an unreachable registry', () => {
  const reasons: [string, RequestListener, string][] = [
    ['it answers with errors', respond('{"Errors":[{"description":"No valid search"}]}'), 'No valid search'],
    ['it fails', respond('', 500), 'status 500'],
    ['it wants fewer questions', respond('', 429), 'status 429'],
    ['it redirects', respond('', 302, { location: '/elsewhere' }), 'did not answer'],
    ['it hangs up', hangsUp, 'did not answer'],
    ['it is silent', () => undefined, 'did not answer'],
    ['it stops in the middle', (_, reply) => reply.writeHead(200).write('{"results":'), 'did not answer'],
    ['it answers with a page', respond('<html>Maintenance</html>'), 'not one of its API'],
    ['it answers something else', respond('{"result_count":0}'), 'not one of its API'],
    ['it answers for another number', respond(found({ ...PERSON, number: '1000000004' })), 'no record of'],
    ['it answers without a status', respond(found({ ...PERSON, basic: {} })), 'no record of'],
    ['its answer is endless', respond(`{"results":["${'x'.repeat(1_100_000)}"]}`), 'too long'],
  ]
  test.each(reasons)('is tried twice and reported when %s', async (why, answer, message) => {
    answers = [answer]
    const neverAnswers = ['it is silent', 'it stops in the middle'].includes(why)
    path = `/${why.replaceAll(' ', '-')}/`
    const url = `${origin}${path.slice(0, -1)}`
    const lookup = apiRegistry({ url, timeoutMs: neverAnswers ? 3000 : 50_000 }).lookup(NPI)
    await expect(lookup).rejects.toThrow(RegistryAway)
    await expect(lookup).rejects.toThrow(message)
    expect(requests).toHaveLength(2)
  })
})

test('is not reported if the second try succeeds', async () => {
  answers = [hangsUp, respond(found(PERSON))]
  expect(await registry().lookup(NPI)).toEqual(RECORD)
})

test('caches a record for an hour, but neither a missing record nor a failure', async () => {
  let now = 0
  const one = registry({ now: () => now })
  answers = [respond(found()), respond('', 500), respond('', 500), respond(found(PERSON))]
  expect(await one.lookup(NPI)).toBeNull()
  await expect(one.lookup(NPI)).rejects.toThrow(RegistryAway)
  expect(await one.lookup(NPI)).toEqual(RECORD)
  now = 59 * 60 * 1000
  expect(await one.lookup(NPI)).toEqual(RECORD)
  expect(requests).toHaveLength(4)
  now = 61 * 60 * 1000
  answers = [respond(found({ ...PERSON, basic: { ...PERSON.basic, last_name: 'EZE' } }))]
  expect(await one.lookup(NPI)).toMatchObject({ lastName: 'EZE' })
  expect(requests).toHaveLength(5)
})

const SAMPLES = '../shared/samples/npi'
test.skipIf(!existsSync(SAMPLES))(
  'answers recorded by others are understood (skipped where ../shared/samples is absent)',
  async () => {
    const files = readdirSync(SAMPLES)
    expect(files.length).toBeGreaterThan(0)
    for (const file of files) {
      const body = readFileSync(`${SAMPLES}/${file}`, 'utf8')
      answers = [respond(body)]
      const { Errors: errors } = JSON.parse(body) as { Errors?: { description: string }[] }
      const lookup = registry().lookup(NPI)
      if (errors) await expect(lookup, file).rejects.toThrow(errors[0]?.description)
      else expect(await lookup, file).toBeNull()
    }
  },
)
