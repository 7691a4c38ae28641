import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { ERRORS, type ErrorCode } from '#contract/errors.ts'
import type { Route } from '#contract/route.ts'
import { administer } from './database/connect.ts'
import { EXAMPLES } from './testing/example-requests.ts'
import { PRICED } from './testing/examples/coverage.ts'
import type { Asked, Example } from './testing/examples/example.ts'
import { KIT_REQUEST } from './testing/examples/kits.ts'
import { sampleOf } from './testing/examples/orders.ts'
import { laboratorySays, REPORT } from './testing/laboratory.ts'
import { problemIn, startPortal, type TestPortal } from './testing/portal.ts'
import { CHILD, FOREIGN, PARENT, readyOrder } from './testing/world.ts'

// Who may do what, written out from the specification's §6 once more, so that a slip in the code's own table shows.
const ROLE_TABLE: Record<string, string[]> = {
  UserAdmin: ['CreateUser', 'ViewUser'],
  OrderCreator: ['CreateOrder', 'ViewOrder'],
  OrderSubmitter: ['CreateOrder', 'SubmitOrder', 'ViewOrder'],
  OrderViewer: ['ViewOrder'],
  SuperUser: ['CreateUser', 'ViewUser', 'CreateOrder', 'SubmitOrder', 'ViewOrder'],
  // The laboratory's own, at every institution; the specification does not say what it may: read, and manage users.
  Support: ['CreateUser', 'ViewUser', 'ViewOrder'],
  none: [],
}

/** Ids by institution, and by subject. */
const orders: Record<string, number> = {}
const institutions: Record<string, number> = {}
const people: Record<string, number> = {}

/** What a request asks for at an institution; one that does not exist is asked for another one's order. */
const asked = (hospital: string, as = ''): Asked => ({
  hospital,
  order: orders[hospital] ?? orders[FOREIGN] ?? 0,
  user: people[`OrderSubmitter@${hospital}`] ?? 0,
  institution: institutions[hospital] ?? 999_999,
  self: people[as] ?? 0,
})

const ROUTES = Object.entries(api).flatMap(([feature, routes]) =>
  Object.entries(routes).map(([name, route]) => ({ name: `${feature}.${name}`, route: route as Route })),
)

/** Where the role is held, and which institution is asked for. */
const PLACES = {
  own: { at: PARENT, asked: PARENT },
  child: { at: PARENT, asked: CHILD },
  parent: { at: CHILD, asked: PARENT },
  foreign: { at: PARENT, asked: FOREIGN },
  unknown: { at: PARENT, asked: 'NONE' },
}
type Place = keyof typeof PLACES

function subjectOf(role: string, at: string): string {
  if (role === 'none') return 'nobody'
  return role === 'Support' ? 'Support' : `${role}@${at}`
}

/** Whether somebody who holds `role` in this place belongs to the institution that is asked for. */
function belongs(role: string, place: Place): boolean {
  if (role === 'none' || place === 'unknown') return false
  return role === 'Support' || place === 'own' || place === 'child'
}

/** Whether the request names an institution, or what belongs to one. */
const isNamed = (example: Example) =>
  [{ hospital: CHILD }, { institution: 1 }, { order: 1 }].some(
    (named) => example.path({ ...NOTHING, ...named }) !== example.path(NOTHING),
  )
const NOTHING: Asked = { hospital: PARENT, order: 0, user: 0, institution: 0, self: 0 }

function expected(example: Example, role: string, place: Place): number {
  if (example.needs === 'support') return role === 'Support' ? example.answer : 403
  if (typeof example.needs === 'string') return example.answer
  const held = example.needs.some((permission) => ROLE_TABLE[role]?.includes(permission))
  if (example.anywhere && !held) return 403
  const reaches = belongs(role, example.byNumber && place === 'unknown' ? 'foreign' : place)
  if (isNamed(example) && !reaches) return 404
  return held ? example.answer : 403
}

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
  await administer(portal.database.url, async (db) => {
    for (const { id, subject } of await db.selectFrom('physician').select(['id', 'subject']).execute())
      people[subject] = id
    for (const { id, code } of await db.selectFrom('institution').select(['id', 'code']).execute())
      institutions[code] = id
  })
  for (const [by, at] of [
    ['OrderSubmitter@P1', PARENT],
    ['OrderSubmitter@C1', CHILD],
    ['OrderSubmitter@F1', FOREIGN],
  ] as const) {
    const { id } = await portal.submitted(readyOrder(), { by, at })
    orders[at] = id
    const said = { order: id, number: `L-${id}`, status: 'F', pdf: REPORT }
    expect(await portal.receive(laboratorySays(`M${id}`, said))).toContain('MSA|AA')
    await belongings(by, at, id)
  }
})
afterAll(() => portal?.stop())

/** What requests of the matrix ask for besides orders, the same at each institution. */
async function belongings(by: string, h: string, id: number) {
  const as = portal.as(by)
  const file = { filename: 'notes.txt', mediaType: 'text/plain', content: Buffer.from('Notes') }
  await as.documents.upload({
    params: { h, id },
    body: { uploadKey: crypto.randomUUID(), type: 'Other', description: '', file },
  })
  await as.coverage.check({ params: { hospital: h }, body: PRICED })
  await as.coverage.keepEstimate({ params: { hospital: h }, body: PRICED })
  await as.samples.askAvailability({ params: { h, id: sampleOf(h) }, body: { testCode: 'EPI2' } })
  const [test] = (await as.catalogue.orderable({ query: { keywords: 'PAN8' } })).tests
  await as.catalogue.saveCustomPanel({
    params: { id: test?.id ?? 0 },
    body: { institutionCode: h, name: 'Seizures', genes: ['SCN1A'] },
  })
  await as.kits.order({ params: { hospital: h }, body: { ...KIT_REQUEST, requestKey: crypto.randomUUID() } })
  await administer(portal.database.url, async (db) => {
    const what = {
      order_id: id,
      institution_code: h,
      treatment_key: 'a',
      test_code: 'EPI2',
      made_at: new Date(),
    }
    await db
      .insertInto('treatment')
      .values({ ...what, title: 'Treatment', recommendation: 'Words' })
      .execute()
  })
}

/** The status of the answer; an open stream is closed. */
async function ask(name: string, hospital: string, more: { as?: string; headers?: Record<string, string> }) {
  const { route } = ROUTES.find((one) => one.name === name) ?? {}
  const example = EXAMPLES[name]
  if (!route || !example) throw new Error(`${name} has no example request in this file`)
  const response = await portal.request(example.path(asked(hospital, more.as)), {
    ...more,
    method: route.method,
    headers: { ...example.headers, ...more.headers },
    ...(example.body === undefined ? {} : { body: example.body }),
  })
  const code: ErrorCode | null = response.ok ? null : (await problemIn(response)).code
  await response.body?.cancel().catch(() => undefined)
  // A refusal is one of the closed list, with its status.
  if (code) expect(ERRORS[code][0]).toBe(response.status)
  return { status: response.status, code }
}

test('every route of the contract has an example here, and no other', () => {
  expect(Object.keys(EXAMPLES).sort()).toEqual(ROUTES.map(({ name }) => name).sort())
})

describe('[PERM-01 PERM-02 PERM-03 PERM-04 PERM-10] every role at every institution', () => {
  for (const { name } of ROUTES)
    test.each(Object.keys(ROLE_TABLE))(`${name} as %s`, async (role) => {
      const example = EXAMPLES[name]
      if (!example) throw new Error(`${name} has no example request in this file`)
      const got: Record<string, number> = {}
      const wanted: Record<string, number> = {}
      for (const place of Object.keys(PLACES) as Place[]) {
        const { at, asked } = PLACES[place]
        wanted[place] = expected(example, role, place)
        got[place] = (await ask(name, asked, { as: subjectOf(role, at) })).status
      }
      expect(got).toEqual(wanted)
    })
})

describe('[PERM-10] who is nobody, or not active', () => {
  test.each(ROUTES.map(({ name }) => name))('%s', async (name) => {
    const needs = EXAMPLES[name]?.needs
    const open = needs === 'nobody'
    const answer = EXAMPLES[name]?.answer
    const statusOf = async (authorization: string) =>
      (await ask(name, PARENT, { headers: { authorization } })).status
    expect((await ask(name, PARENT, {})).status).toBe(open ? answer : 401)
    const token = await portal.tokenOf('SuperUser@P1')
    const [header, payload] = token.split('.')
    const tokens = [
      'not-a-token',
      `${header}.${payload}.${'A'.repeat(86)}`,
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`,
      await portal.tokenOf('SuperUser@P1', { expiresIn: -1 }),
      // An id_token of the same provider, and an access token for another service.
      await portal.tokenOf('SuperUser@P1', { type: 'JWT' }),
      await portal.tokenOf('SuperUser@P1', { audience: 'urn:another' }),
    ]
    for (const one of tokens) expect(await statusOf(`Bearer ${one}`)).toBe(open ? answer : 401)
    expect(await statusOf(`Basic ${token}`)).toBe(open ? answer : 401)

    const free = open || needs === 'token'
    for (const [subject, code] of [
      ['waiting', 'account-waiting'],
      ['blocked', 'account-closed'],
      ['inactive', 'account-closed'],
      ['no-terms', 'terms-not-accepted'],
      ['not-attested', 'attestation-due'],
    ] as const) {
      const gate = code === 'terms-not-accepted' || code === 'attestation-due'
      if (gate && EXAMPLES[name]?.beforeGates) continue
      const got = await ask(name, PARENT, { as: subject })
      if (free) expect(got.status).toBe(answer)
      else expect(got).toEqual({ status: 403, code })
    }
    const stranger = await ask(name, PARENT, { as: 'never-registered' })
    const unregistered = open ? answer : EXAMPLES[name]?.unregistered
    if (unregistered !== undefined) expect(stranger.status).toBe(unregistered)
    else expect(stranger).toEqual({ status: 404, code: 'not-registered' })
  })
})

describe('[PERM-10] one’s own things', () => {
  const ofOneself = ROUTES.filter(({ name }) => EXAMPLES[name]?.needs === 'own')

  test.each(ofOneself.map(({ name }) => name))(
    '%s: those of another do not exist, not even for Support',
    async (name) => {
      const { route } = ROUTES.find((one) => one.name === name) ?? {}
      const example = EXAMPLES[name]
      for (const as of ['SuperUser@P1', 'Support', 'nobody']) {
        const response = await portal.request(example?.path(asked(PARENT, 'OrderViewer@P1')) ?? '', {
          ...{ as, method: route?.method ?? 'GET' },
          ...(example?.body === undefined ? {} : { body: example.body }),
        })
        expect([response.status, (await problemIn(response)).code]).toEqual([404, 'not-found'])
      }
    },
  )
})

describe('[API-00 PERM-10] the institution-codes header narrows and never widens', () => {
  const many = Array.from({ length: 300 }, (_, index) => `X${index}`).join(',')
  const HEADERS = [
    FOREIGN,
    '*',
    '',
    '%',
    `${PARENT},${FOREIGN}`,
    ` ${FOREIGN} , ${PARENT} `,
    `${many},${FOREIGN}`,
  ]
  const ofInstitutions = ROUTES.filter(({ name }) => {
    const example = EXAMPLES[name]
    return example && isNamed(example)
  })

  test.each(ofInstitutions.map(({ name }) => name))('%s at a foreign institution', async (name) => {
    for (const codes of HEADERS)
      for (const subject of ['SuperUser@P1', 'SuperUser@C1']) {
        const { status } = await ask(name, FOREIGN, { as: subject, headers: { 'institution-codes': codes } })
        // Where the header leaves no institution and the path names none, nothing is permitted at all.
        expect([404, EXAMPLES[name]?.anywhere ? 403 : 404]).toContain(status)
      }
  })

  test.each(ofInstitutions.map(({ name }) => name))('%s at the own institution', async (name) => {
    const as = 'SuperUser@P1'
    const answer = EXAMPLES[name]?.answer
    const withCodes = async (codes: string) =>
      (await ask(name, PARENT, { as, headers: { 'institution-codes': codes } })).status
    for (const codes of ['', ' , ', PARENT, `${FOREIGN},${PARENT}`, `${many},${PARENT}`])
      expect(await withCodes(codes)).toBe(answer)
    for (const codes of [CHILD, `${CHILD},${FOREIGN}`]) expect(await withCodes(codes)).toBe(404)
  })
})

test('[PERM-01 PERM-03] the signed-in user is told what each role may, children of the institution included', async () => {
  for (const role of ['UserAdmin', 'OrderCreator', 'OrderSubmitter', 'OrderViewer', 'SuperUser']) {
    const { customerRoles } = await portal.as(`${role}@P1`).physicians.current()
    expect(
      customerRoles.map(({ institution, permissions }) => [institution.code, permissions.toSorted()]),
    ).toEqual([CHILD, PARENT].map((code) => [code, ROLE_TABLE[role]?.toSorted()]))
  }
})
