import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { ERRORS, type ErrorCode } from '#contract/errors.ts'
import type { Route } from '#contract/route.ts'
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
  // The laboratory's own, at every institution; the specification does not say what it may: reading, we say.
  Support: ['ViewUser', 'ViewOrder'],
  none: [],
}

interface Example {
  /** Who gets in: anybody, any valid token, an active user, or who holds one of these permissions. */
  needs: 'nobody' | 'token' | 'active user' | string[]
  /** The request at an institution. */
  path(hospital: string): string
  body?: unknown
  headers?: Record<string, string>
  /** What whoever gets in is answered. Every order of this file is reported: what changes one is refused with 409. */
  answer: number
  /** The institution is no part of the path: who holds the permission nowhere is refused whatever they name. */
  anywhere?: true
}

/** An order of each institution; an institution that does not exist is asked for another one's order. */
const orders: Record<string, number> = {}
const order = (hospital: string) => orders[hospital] ?? orders[FOREIGN] ?? 0

const document = readyOrder()
const EXAMPLES: Record<string, Example> = {
  'catalogue.categories': { needs: 'nobody', path: () => '/api/categories', answer: 200 },
  'catalogue.orderable': { needs: 'nobody', path: () => '/api/Tests/online-orderable', answer: 200 },
  'catalogue.test': { needs: 'nobody', path: () => '/api/tests/code/WES1', answer: 200 },
  'catalogue.icd10': { needs: 'active user', path: () => '/api/icd10', answer: 200 },
  'orders.create': {
    needs: ['CreateOrder'],
    path: (hospital) => `/api/Orders/${hospital}`,
    body: { draftKey: randomUUID(), document },
    answer: 201,
  },
  'orders.patch': {
    needs: ['CreateOrder'],
    path: (hospital) => `/api/Orders/${hospital}/${order(hospital)}`,
    headers: { 'content-type': 'application/json-patch+json' },
    body: [{ op: 'replace', path: '/clinicalNotes', value: 'changed' }],
    answer: 409,
  },
  'orders.submit': {
    needs: ['SubmitOrder'],
    path: (hospital) => `/api/Orders/${hospital}/${order(hospital)}/approve`,
    answer: 200,
  },
  'orders.get': {
    needs: ['ViewOrder'],
    path: (hospital) => `/api/Orders/${hospital}/${order(hospital)}`,
    answer: 200,
  },
  'orders.list': { needs: ['ViewOrder'], path: (hospital) => `/api/Orders/${hospital}`, answer: 200 },
  'orders.discard': {
    needs: ['CreateOrder'],
    path: (hospital) => `/api/orders/${hospital}/${order(hospital)}`,
    answer: 409,
  },
  'orders.report': {
    needs: ['ViewOrder'],
    path: (hospital) => `/api/orders/${hospital}/${order(hospital)}/report`,
    answer: 200,
  },
  'orders.summary': {
    needs: ['ViewOrder'],
    path: (hospital) => `/api/Samples/${hospital}/dashboard`,
    answer: 200,
  },
  'physicians.current': { needs: 'token', path: () => '/api/physicians/current', answer: 200 },
  'physicians.search': {
    needs: ['CreateOrder', 'ViewUser'],
    path: (hospital) => `/api/PhysiciansV2/?hospitalCode=${hospital}`,
    answer: 200,
    anywhere: true,
  },
  'portal.configuration': { needs: 'nobody', path: () => '/api/configuration', answer: 200 },
  'portal.lookup': { needs: 'active user', path: () => '/api/lookups/states', answer: 200 },
  'portal.live': { needs: ['ViewOrder'], path: () => '/api/events', answer: 200, anywhere: true },
}

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

function expected(example: Example, role: string, place: Place): number {
  if (typeof example.needs === 'string') return example.answer
  const held = example.needs.some((permission) => ROLE_TABLE[role]?.includes(permission))
  const named = example.path('A') !== example.path('B')
  if (example.anywhere && !held) return 403
  if (named && !belongs(role, place)) return 404
  return held ? example.answer : 403
}

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
  for (const [by, at] of [
    ['OrderSubmitter@P1', PARENT],
    ['OrderSubmitter@C1', CHILD],
    ['OrderSubmitter@F1', FOREIGN],
  ] as const) {
    const { id } = await portal.submitted(readyOrder(), { by, at })
    orders[at] = id
    const said = { order: id, number: `L-${id}`, status: 'F', pdf: REPORT }
    expect(await portal.receive(laboratorySays(`M${id}`, said))).toContain('MSA|AA')
  }
})
afterAll(() => portal?.stop())

/** The status of the answer; an open stream is closed. */
async function ask(name: string, hospital: string, more: { as?: string; headers?: Record<string, string> }) {
  const { route } = ROUTES.find((one) => one.name === name) ?? {}
  const example = EXAMPLES[name]
  if (!route || !example) throw new Error(`${name} has no example request in this file`)
  const response = await portal.request(example.path(hospital), {
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
    for (const subject of ['waiting', 'blocked', 'inactive']) {
      const code = subject === 'waiting' ? 'account-waiting' : 'account-closed'
      const refused = { status: 403, code }
      expect(await ask(name, PARENT, { as: subject })).toEqual(
        free ? { status: answer, code: null } : refused,
      )
    }
    expect(await ask(name, PARENT, { as: 'never-registered' })).toEqual(
      open ? { status: answer, code: null } : { status: 404, code: 'not-registered' },
    )
  })
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
  const ofInstitutions = ROUTES.filter(({ name }) => EXAMPLES[name]?.path('A') !== EXAMPLES[name]?.path('B'))

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
