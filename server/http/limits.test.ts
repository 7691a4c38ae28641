import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COUNTRIES, DOCUMENT_TYPES, ETHNICITIES, STATES } from '#domain/lookups.ts'
import { fhirOf } from '../features/fhir/testing/request.ts'
import { problemIn, startPortal, type TestPortal } from '../testing/portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal({ rateLimit: 200, behindProxy: true })
})
afterAll(() => portal?.stop())

const log = (headers: Record<string, string>) =>
  portal.request('/api/log/warn', { method: 'POST', headers, body: { message: 'Something' } })
/** The header in which the proxy states the client's address. */
const metAt = (address: string) => ({ 'x-forwarded-for': address })

test('[API-51] a browser can log without signing in, at a listed level, sixty times a minute and no more', async () => {
  const here = metAt('203.0.113.7')
  expect(
    (await portal.request('/api/log/loud', { method: 'POST', headers: here, body: { message: 'x' } })).status,
  ).toBe(422)
  const wrong = await portal.request('/api/log/error', {
    ...{ method: 'POST', headers: here },
    body: { message: '', patient: 'x' },
  })
  expect((await problemIn(wrong)).errors?.map(({ path }) => path).sort()).toEqual(['/message', '/patient'])
  const taken: number[] = []
  for (let index = 0; index < 60; index += 1) taken.push((await log(here)).status)
  expect(new Set(taken.slice(0, 50))).toEqual(new Set([204]))
  expect(taken.at(-1)).toBe(429)
})

test('counts by the address that the proxy met, whatever the client puts before it', async () => {
  const from = (claimed: string, met: string) => log({ 'x-forwarded-for': `${claimed}, ${met}` })
  const taken: number[] = []
  for (let index = 0; index < 61; index += 1)
    taken.push((await from(`198.51.100.${index}`, '203.0.113.9')).status)
  expect([taken[0], taken.at(-1)]).toEqual([204, 429])
  expect((await from('198.51.100.60', '203.0.113.10')).status).toBe(204)
})

test('[PERM-10] invalid tokens gain no further requests: they count for the address', async () => {
  const headers = metAt('203.0.113.8')
  for (let index = 0; index < 60; index += 1) await log(headers)
  const refused = await log({ ...headers, authorization: `Bearer ${'x'.repeat(20)}` })
  expect([refused.status, (await problemIn(refused)).code]).toEqual([429, 'too-many-requests'])
  const [first, second] = ['OrderViewer@P1', 'OrderCreator@P1']
  const current = (as: string) => portal.request('/api/physicians/current', { as, headers })
  for (let index = 0; index < 200; index += 1) await current(first)
  expect((await current(first)).status).toBe(429)
  // A colleague with the same address can still send requests.
  expect((await current(second)).status).toBe(200)
})

test('[SEC-11] FHIR requests are counted by user and by client, not by the address of a record system that hospitals share', async () => {
  const fhir = fhirOf(portal)
  const ask = async (token: string | null) =>
    (await fhir.ask('/metadata', token, { headers: metAt('203.0.113.40') })).status
  const system = await fhir.system('ehr-system', 'system/*.rs')
  const viewer = await fhir.user('OrderViewer@C1')
  for (let index = 0; index < 200; index += 1) await ask(system)
  expect(await ask(system)).toBe(429)
  expect(await ask(viewer)).toBe(200)
  // Without a token, the address counts.
  for (let index = 0; index < 200; index += 1) await ask(null)
  expect([await ask(null), await ask(viewer)]).toEqual([429, 200])
})

test('answers of hospitals’ record systems are taken sixty times a minute from one address', async () => {
  const answer = () => portal.request('/launch/none/callback?state=x', { headers: metAt('203.0.113.30') })
  const taken: number[] = []
  for (let index = 0; index < 61; index += 1) taken.push((await answer()).status)
  expect([taken[0], taken.at(-1)]).toEqual([400, 429])
})

describe('lookup lists', () => {
  const list = async (type: string) => {
    const response = await portal.request(`/api/lookups/${type}`, { as: 'OrderCreator@P1' })
    return (await response.json()) as { id: string; name: string }[]
  }
  const plain = (names: readonly string[]) => names.map((name) => ({ id: name, name }))

  test.each([
    ['countries', 3, plain(COUNTRIES)],
    ['states', 51, STATES.map(({ code, name }) => ({ id: code, name }))],
    ['ethnicities', 15, plain(ETHNICITIES.map(({ name }) => name))],
    ['document-types', 7, plain(DOCUMENT_TYPES)],
  ])('%s: returns all %i', async (type, count, expected) => {
    expect(expected).toHaveLength(count)
    expect(await list(type)).toEqual(expected)
    expect(await list(type.toUpperCase())).toEqual(expected)
  })

  test('an unknown list is not supported', async () => {
    const unknown = await portal.request('/api/lookups/planets', { as: 'OrderCreator@P1' })
    expect(unknown.status).toBe(404)
    expect((await problemIn(unknown)).title).toBe('Type not supported')
  })
})
