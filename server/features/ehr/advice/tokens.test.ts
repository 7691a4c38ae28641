import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { requestOf, type TokenParts } from '#simulators/ehr/smart/hooks.ts'
import { adviceForgetting } from './forgetting.ts'
import { advisedHospital, chartOf } from './testing/advised-hospital.ts'

let portal: TestPortal
let one: Awaited<ReturnType<typeof advisedHospital>>
let other: Awaited<ReturnType<typeof advisedHospital>>
beforeAll(async () => {
  portal = await startPortal()
  one = await advisedHospital(portal, { settings: { tenant: 'larkfield' } })
  other = await advisedHospital(portal)
})
afterAll(async () => {
  await one?.ehr.close()
  await other?.ehr.close()
  await portal?.stop()
})

const VIEW = 'karyo-patient-view'
const now = () => Math.floor(Date.now() / 1000)
const body = () =>
  requestOf('patient-view', chartOf('p1'), 'dr-okonjo', { patient: 'Patient/{{context.patientId}}' })
const ask = (parts: TokenParts | string, service = VIEW) => one.post(service, body(), withTenant(parts))
const withTenant = (parts: TokenParts | string) =>
  typeof parts === 'string' ? parts : { ...parts, claims: { tenant: 'larkfield', ...parts.claims } }

/** The table of what was tried against others' services, and is refused here. */
const REFUSED: [name: string, reason: string, parts: () => TokenParts | Promise<string>][] = [
  ['a jku of somebody else', 'jku', () => ({ header: { jku: `${other.ehr.hooks.jku}` } })],
  ['the right jku with a wrong key', 'signature', () => ({ foreignKey: true })],
  ['a key that is not among the published', 'key', () => ({ header: { kid: 'another' } })],
  ['a jti that no database can keep', 'missing', () => ({ claims: { jti: 'a\u0000b' } })],
  ['no kid', 'kid', () => ({ header: { kid: '' } })],
  ['an unknown iss', 'iss', () => ({ claims: { iss: 'https://ehr.stranger.test' } })],
  ['another hospital of the same record system', 'tenant', () => ({ claims: { tenant: 'harborview' } })],
  [
    'none as algorithm',
    'alg',
    async () =>
      new UnsecuredJWT({
        iss: one.ehr.hooks.iss,
        aud: one.address(VIEW),
        jti: 'none',
        iat: now(),
        exp: now() + 60,
      }).encode(),
  ],
  [
    'HS256 with the public key as secret',
    'alg',
    async () =>
      new SignJWT({ iss: one.ehr.hooks.iss, aud: one.address(VIEW), jti: 'hs256' })
        .setProtectedHeader({ alg: 'HS256', kid: 'cds' })
        .setIssuedAt()
        .setExpirationTime('60s')
        .sign(new TextEncoder().encode(JSON.stringify(one.ehr.hooks.keys.keys[0]))),
  ],
  [
    'ES256, which the guide does not name',
    'alg',
    async () =>
      new SignJWT({ iss: one.ehr.hooks.iss, aud: one.address(VIEW), jti: 'es256' })
        .setProtectedHeader({ alg: 'ES256', kid: 'cds' })
        .setIssuedAt()
        .setExpirationTime('60s')
        .sign((await generateKeyPair('ES256')).privateKey),
  ],
  ['another service’s aud', 'aud', () => ({ claims: { aud: one.address('karyo-order-sign') } })],
  ['another hospital’s aud', 'aud', () => ({ claims: { aud: other.address(VIEW) } })],
  ['aud of two services', 'aud', () => ({ claims: { aud: [one.address(VIEW), 'https://other.test'] } })],
  ['no aud', 'aud', () => ({ claims: { aud: undefined } })],
  ['one that has expired', 'expired', () => ({ claims: { iat: now() - 200, exp: now() - 60 } })],
  ['one without an end', 'missing', () => ({ claims: { exp: undefined } })],
  ['a day-long life', 'long', () => ({ claims: { exp: now() + 86_400 } })],
  ['one made six minutes ago', 'old', () => ({ claims: { iat: now() - 360, exp: now() + 60 } })],
  ['one made in an hour', 'early', () => ({ claims: { iat: now() + 3600, exp: now() + 3700 } })],
  ['one without iat', 'missing', () => ({ claims: { iat: undefined } })],
  ['one without jti', 'missing', () => ({ claims: { jti: undefined } })],
  ['a jti too long to be kept', 'missing', () => ({ claims: { jti: 'j'.repeat(201) } })],
  ['no token at all', 'unreadable', async () => 'nonsense'],
]

test.each(REFUSED)('refused: %s', async (_name, reason, parts) => {
  const { status, json, headers } = await ask(await parts())
  expect([status, json]).toEqual([401, { error: `token: ${reason}` }])
  expect(headers.get('www-authenticate')).toContain('Bearer')
})

test('a good token is answered once; the same again is refused, at another portal of the database too', async () => {
  const token = await one.ehr.hooks.token(one.address(VIEW), { claims: { tenant: 'larkfield' } })
  expect((await ask(token)).status).toBe(200)
  expect((await ask(token)).json).toEqual({ error: 'token: used' })
  const kept = portal.worker.db
    .selectFrom('ehr_advice_token')
    .select('jti')
    .where('interface_code', '=', one.code)
  expect(await kept.execute()).not.toEqual([])
})

test('of twenty requests with one token at the same moment, one is answered', async () => {
  const token = await one.ehr.hooks.token(one.address(VIEW), { claims: { tenant: 'larkfield' } })
  const all = await Promise.all(Array.from({ length: 20 }, () => ask(token)))
  expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(all.filter(({ status }) => status === 401)).toHaveLength(19)
})

test('a jku in the token is compared and never fetched; nothing is fetched for what is refused anyway', async () => {
  const before = [...other.ehr.asked, ...one.ehr.asked].length
  await ask({ header: { jku: other.ehr.hooks.jku } })
  await ask({ claims: { iss: 'https://ehr.stranger.test' } })
  expect([...other.ehr.asked, ...one.ehr.asked].length).toBe(before)
})

test('a header without jku is taken, and RS384 as well as ES384', async () => {
  expect((await ask({ header: { jku: undefined } })).status).toBe(200)
  const rsa = await advisedHospital(portal)
  const pair = await generateKeyPair('RS384', { extractable: true })
  rsa.ehr.hooks.keys.keys.push({ ...(await exportJWK(pair.publicKey)), kid: 'rsa', use: 'sig' })
  const token = await new SignJWT({ iss: rsa.ehr.hooks.iss, aud: rsa.address(VIEW), jti: 'rs384' })
    .setProtectedHeader({ alg: 'RS384', kid: 'rsa', typ: 'JWT' })
    .setIssuedAt()
    .setExpirationTime('60s')
    .sign(pair.privateKey)
  expect((await rsa.post(VIEW, body(), token)).status).toBe(200)
  await rsa.ehr.close()
})

test('without Authorization it is refused, and the refusal is in the audit trail without the token', async () => {
  const reply = await portal.request(`${one.base}/${VIEW}`, { method: 'POST', body: body() })
  expect([reply.status, await reply.json()]).toEqual([401, { error: 'token: missing' }])
  const secret = await one.ehr.hooks.token(one.address(VIEW), { claims: { tenant: 'x' } })
  await ask(secret)
  const lines = await portal.worker.db
    .selectFrom('audit_event')
    .select(['action', 'detail'])
    .where('action', '=', 'access-refused')
    .orderBy('id', 'desc')
    .limit(1)
    .execute()
  expect(lines).toMatchObject([{ detail: { reason: 'tenant' } }])
  expect(JSON.stringify(lines)).not.toContain(secret.slice(-40))
})

describe('used tokens', () => {
  test('and refused requests are forgotten after 90 days; answered ones are the advice and stay', async () => {
    const { db } = portal.worker
    const values = { interface_code: other.code, institution_code: 'P1', service: 'old', took_ms: 1 }
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
    const ids = Array.from({ length: 3 }, () => crypto.randomUUID())
    const [old = '', young = '', answered = ''] = ids
    await db
      .insertInto('ehr_advice_call')
      .values([
        { ...values, id: old, outcome: 'refused', at: daysAgo(91) },
        { ...values, id: young, outcome: 'late', at: daysAgo(89) },
        { ...values, id: answered, outcome: 'answered', at: daysAgo(400) },
      ])
      .execute()
    await adviceForgetting(portal.worker).run()
    const left = await db.selectFrom('ehr_advice_call').select('id').where('service', '=', 'old').execute()
    expect(left.map(({ id }) => id).toSorted()).toEqual([young, answered].toSorted())
  })

  test('are forgotten once they have expired by any clock of an hour’s difference, and not before', async () => {
    const { db } = portal.worker
    const values = { interface_code: other.code, institution_code: 'P1' }
    await db
      .insertInto('ehr_advice_token')
      .values([
        { ...values, jti: 'over', expires_at: new Date(Date.now() - 61 * 60_000) },
        { ...values, jti: 'over here', expires_at: new Date(Date.now() - 59 * 60_000) },
        { ...values, jti: 'alive', expires_at: new Date(Date.now() + 60_000) },
      ])
      .execute()
    await adviceForgetting(portal.worker).run()
    const left = db
      .selectFrom('ehr_advice_token')
      .select('jti')
      .where('jti', 'in', ['over', 'over here', 'alive'])
    expect((await left.execute()).map(({ jti }) => jti).toSorted()).toEqual(['alive', 'over here'])
  })
})
