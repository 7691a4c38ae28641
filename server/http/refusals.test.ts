import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { Route } from '#contract/route.ts'
import { identityEventsInto } from '../start/identity-events.ts'
import { problemIn, startPortal, type TestPortal } from '../testing/portal.ts'
import { FOREIGN, PARENT } from '../testing/world.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

/** The last refusal in the audit trail. */
async function lastRefusal() {
  return portal.worker.db
    .selectFrom('audit_event')
    .select(['actor_subject', 'entity_id', 'detail', 'request_id'])
    .where('action', '=', 'access-refused')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
}
const ordersOf = (hospital: string) => `/api/Orders/${hospital}`
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

test('[PERM-10] a forged institution-codes header, a foreign id and a role without the permission are refused and audited', async () => {
  const forged = await portal.request(ordersOf(FOREIGN), {
    ...{ as: 'OrderViewer@P1', headers: { 'institution-codes': `${PARENT},${FOREIGN}` } },
  })
  expect(forged.status).toBe(404)
  expect(await lastRefusal()).toMatchObject({
    ...{ actor_subject: 'OrderViewer@P1', entity_id: 'GET /api/Orders/:hospital' },
    detail: { code: 'not-found', params: { hospital: FOREIGN }, institutionCodes: `${PARENT},${FOREIGN}` },
  })

  const others = await portal.request('/api/physicians/999999/phones', {
    ...{ as: 'OrderViewer@P1', method: 'PUT', body: [] },
  })
  expect(others.status).toBe(404)
  expect(await lastRefusal()).toMatchObject({
    ...{ actor_subject: 'OrderViewer@P1', entity_id: 'PUT /api/physicians/:id/phones' },
    detail: { code: 'not-found', params: { id: '999999' } },
  })

  const viewer = await portal.request('/api/users/waiting', { as: 'OrderViewer@P1' })
  expect(viewer.status).toBe(403)
  const { request_id, detail } = await lastRefusal()
  expect(detail).toMatchObject({ code: 'forbidden' })
  // The problem's instance is the audit line's request id.
  expect(await viewer.json()).toMatchObject({ instance: request_id })
})

test('[PERM-10] a blocked user’s still valid token is refused and audited', async () => {
  const live = await portal.tokenOf('blocked')
  expect((await portal.request(ordersOf(PARENT), { headers: bearer(live) })).status).toBe(403)
  expect(await lastRefusal()).toMatchObject({ actor_subject: 'blocked', detail: { code: 'account-closed' } })
})

test.each([
  ['for another audience', { audience: 'urn:another' }],
  ['that is an id_token', { type: 'JWT' }],
  ['that has expired', { expiresIn: -1 }],
] as const)('[PERM-10] a token %s is refused and audited', async (_, options) => {
  const token = await portal.tokenOf('SuperUser@P1', options)
  expect((await portal.request(ordersOf(PARENT), { headers: bearer(token) })).status).toBe(401)
  const { actor_subject, detail } = await lastRefusal()
  expect([actor_subject, detail]).toEqual(['', expect.objectContaining({ code: 'not-signed-in' })])
  expect(JSON.stringify(detail)).not.toContain(token.slice(-40))
})

test('[PERM-10] an unsigned token is refused and audited', async () => {
  const [, payload] = (await portal.tokenOf('SuperUser@P1')).split('.')
  const header = Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')
  expect((await portal.request(ordersOf(PARENT), { headers: bearer(`${header}.${payload}.`) })).status).toBe(
    401,
  )
  expect((await lastRefusal()).detail).toMatchObject({ code: 'not-signed-in' })
})

test('[PERM-10] refusals of the identity provider, such as of a role injected at sign-up, are audited', async () => {
  await identityEventsInto(
    portal.worker,
    portal.portal,
  )({
    ...{ type: 'elevation-attempt', form: 'sign-up', fields: ['roles'] },
    ...{ sub: null, email: 'mallory@clinic.test', address: '192.0.2.7' },
  })
  const line = portal.worker.db
    .selectFrom('audit_event')
    .selectAll()
    .where('action', '=', 'elevation-attempt')
  expect(await line.executeTakeFirstOrThrow()).toMatchObject({
    ...{ actor_name: 'mallory@clinic.test', entity: 'account', institution_code: null },
    detail: { form: 'sign-up', fields: ['roles'], address: '192.0.2.7' },
  })
})

describe('[SEC-12] a NUL', () => {
  const routes = Object.values(api).flatMap((feature) => Object.values(feature) as Route[])

  test('in any parameter of any path is refused with the parameter’s name, and the refusal is audited', async () => {
    for (const { method, path } of routes) {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
      for (const name of names) {
        const address = path.replace(`{${name}}`, 'a%00b').replace(/\{\w+\}/g, '1')
        const refused = await portal.inject(address, { method, as: 'OrderViewer@P1' })
        const problem = await problemIn(refused)
        expect([method, address, refused.status]).toEqual([method, address, 400])
        expect(problem.errors).toMatchObject([{ path: `/path/${name}`, rule: 'characters' }])
        const line = await lastRefusal()
        expect(line).toMatchObject({ request_id: problem.instance, detail: { code: 'invalid-request' } })
        expect(line.detail).toMatchObject({ params: { [name]: 'a\ufffdb' } })
      }
    }
  })

  test.each([
    ['GET', '/api/Orders/P1?keyword=a%00b', undefined, 400, '/query/keyword'],
    ['GET', '/api/Orders/P1?a%00b=1', undefined, 400, '/query'],
    ['GET', '/api/nothing/a%00b', undefined, 400, '/path/*'],
    ['GET', '/fhir/Patient/a%00b', undefined, 400, null],
    ['POST', '/api/log/info', '{"message":"a\\u0000b"}', 422, '/message'],
    ['POST', '/api/log/info', '{"message":"\\ud800"}', 422, '/message'],
  ] as const)('%s %s %s is refused too', async (method, address, body, status, at) => {
    const sent = body === undefined ? {} : { body }
    const refused = await portal.inject(address, { method, as: 'OrderViewer@P1', ...sent })
    expect(refused.status).toBe(status)
    if (at !== null) expect((await problemIn(refused)).errors?.map(({ path }) => path)).toContain(at)
    expect((await lastRefusal()).entity_id).toContain(method)
  })
})
