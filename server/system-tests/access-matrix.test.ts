import type { FastifyRequest } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Claims } from '#adapters/identity/port.ts'
import { api } from '#contract/api.ts'
import { ERRORS, ProblemError } from '#contract/errors.ts'
import { problem } from '#contract/problem.ts'
import { isBinary, isEventStream, type Route } from '#contract/route.ts'
import { administer } from '../database/connection/connect.ts'
import type { Actor } from '../database/scope.ts'
import { actorOf } from '../features/physicians/public.ts'
import { admit } from '../http/access.ts'
import { EXAMPLES } from '../testing/example-requests.ts'
import type { Example, ExampleIds } from '../testing/examples/example.ts'
import { expectedDecision, ROLE_TABLE, TEST_CLIENTS, type TestClient } from '../testing/matrix.ts'
import { type RequestOptions, startPortal, type TestPortal } from '../testing/portal.ts'
import { type SeededPortal, seedPortal } from '../testing/seeded-portal.ts'
import { addTestUser, CHILD, FOREIGN, PARENT, TERMS } from '../testing/world.ts'

interface Entry {
  name: string
  route: Route
  example: Example
}
/** Every route of the contract: one without an example request fails the first test below. */
const ENTRIES = Object.entries(api).flatMap(([feature, routes]) =>
  Object.entries(routes).map(([name, route]): Partial<Entry> & { name: string; route: Route } => {
    const example = EXAMPLES[`${feature}.${name}`]
    return { name: `${feature}.${name}`, route: route as Route, ...(example ? { example } : {}) }
  }),
)
const ROUTES = ENTRIES.filter((entry): entry is Entry => entry.example !== undefined)

const NOTHING: ExampleIds = { hospital: PARENT, order: 0, user: 0, institution: 0, ownId: 0 }
/** Whether the request names an institution, or something that belongs to one. */
const isNamed = ({ path }: Example) =>
  [{ hospital: CHILD }, { institution: 1 }, { order: 1 }, { user: 1 }].some(
    (named) => path({ ...NOTHING, ...named }) !== path(NOTHING),
  )
/** Whether the access check itself reads the institution from the path. */
const isOfPath = (example: Example) => isNamed(example) && !example.anywhere

let portal: TestPortal
let idsAt: SeededPortal['idsAt']
/** Each test client's actor, by subject. */
const actors = new Map<string, Actor | null>()
const claimsOf = ({ subject, support }: TestClient): Claims => ({
  ...{ sub: subject, email: null, emailVerified: true, firstName: null, lastName: null },
  ...{ issuedAt: null, exp: 0 },
  ...{ roles: support ? ['Support'] : [], scopes: [], clientId: null, sessionId: null, signedInAt: null },
})

let cells = 0
beforeAll(async () => {
  portal = await startPortal()
  await administer(portal.database.url, async (db) => {
    for (const { subject, user } of TEST_CLIENTS) if (user) await addTestUser(db, subject, user)
  })
  for (const client of TEST_CLIENTS)
    actors.set(client.subject, await actorOf(portal.portal, TERMS, claimsOf(client)))
  ;({ idsAt } = await seedPortal(portal))
})
afterAll(async () => {
  console.info(`access matrix: ${cells} cells of ${ROUTES.length} routes`)
  await portal?.stop()
})

test('every route of the contract has exactly one example request', () => {
  expect(Object.keys(EXAMPLES).sort()).toEqual(ENTRIES.map(({ name }) => name).sort())
})

describe('[PERM-01 PERM-02 PERM-03 PERM-04 PERM-10] the access check’s decision for every test client in every state', () => {
  const many = Array.from({ length: 50 }, (_, index) => `X${index}`).join(',')
  /** Values of the institution-codes header; the first is none. */
  const HEADERS = ['', ' , ', '*', PARENT, FOREIGN, ` ${FOREIGN} , ${PARENT} `, `${many},${CHILD}`]
  const deps = {
    verifier: { verify: () => Promise.reject(new Error('the token was read before')) },
    actorOf: async ({ sub }: { sub: string }) => actors.get(sub) ?? null,
  }

  // The stack trace is most of a refusal's cost.
  const { stackTraceLimit } = Error
  beforeAll(() => {
    Error.stackTraceLimit = 0
  })
  afterAll(() => {
    Error.stackTraceLimit = stackTraceLimit
  })

  async function decide({ route }: Entry, client: TestClient, header: string, path: string) {
    const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
    const template = route.path.replaceAll(/\{\w+\}/g, '([^/]*)')
    const values = new RegExp(`^${template}$`, 'i').exec(path.split('?')[0] ?? '')?.slice(1) ?? []
    const request: Partial<FastifyRequest> = {
      ...{ id: 'cell', headers: { 'institution-codes': header }, bearer: { claims: claimsOf(client) } },
      params: Object.fromEntries(names.map((name, index) => [name, values[index]])),
    }
    try {
      const { authority } = await admit(request as FastifyRequest, route.access, deps)
      return { sees: authority ? [...authority.institutions].sort() : null }
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      return { refused: error.problem.code }
    }
  }

  test.each(ROUTES)('$name', async (entry) => {
    const { example } = entry
    const wrong: object[] = []
    // A client that passes no gate has no institutions that a header could narrow.
    for (const client of TEST_CLIENTS)
      for (const at of isOfPath(example) ? [PARENT, CHILD, FOREIGN, 'NONE'] : [PARENT])
        for (const header of client.gate ? HEADERS.slice(0, 1) : HEADERS) {
          const own = { ...idsAt(at), ownId: actors.get(client.subject)?.id ?? 0 }
          const got = await decide(entry, client, header, example.path(own))
          const expected = expectedDecision(example, client, header, isOfPath(example) ? at : null)
          cells += 1
          if (JSON.stringify(got) !== JSON.stringify(expected))
            wrong.push({ client: client.subject, at, header, got, wanted: expected })
        }
    expect(wrong).toEqual([])
  })
})

/** Sends the example over HTTP; returns the status and, for a refusal, the problem. */
async function request(
  { name, route, example }: Entry,
  at: string | { path: string },
  more: RequestOptions = {},
) {
  const path = typeof at === 'string' ? example.path(idsAt(at, more.as)) : at.path
  const send = isEventStream(route.reply) ? portal.request : portal.inject
  const response = await send(path, {
    ...more,
    method: route.method,
    headers: { ...example.headers, ...more.headers },
    ...(example.body === undefined ? {} : { body: example.body }),
  })
  cells += 1
  const problemReply = response.ok ? null : problem.parse(await response.json())
  await response.body?.cancel().catch(() => undefined)
  // The refusal is on the closed list, with its status.
  if (problemReply) expect(ERRORS[problemReply.code][0], name).toBe(response.status)
  const { instance: _, ...words } = problemReply ?? {}
  return { status: response.status, code: problemReply?.code ?? null, words }
}
const statusOf = async (...args: Parameters<typeof request>) => (await request(...args)).status

const holders = (needs: readonly string[]) =>
  Object.keys(ROLE_TABLE).filter((role) => needs.some((one) => ROLE_TABLE[role]?.includes(one)))

describe('[PERM-10] replies over HTTP', () => {
  const ofPermission = ROUTES.filter(({ example }) => Array.isArray(example.needs))
  test.each(ofPermission)('$name, at an institution', async (entry) => {
    const { example } = entry
    const needs = Array.isArray(example.needs) ? example.needs : []
    const may = holders(needs)
    const weakest = may.find((role) => role !== 'SuperUser') ?? ''
    const withoutPermission = Object.keys(ROLE_TABLE).find(
      (role) => !may.includes(role) && role !== 'Support',
    )
    const [in_, out] = [example.answer, isNamed(example) ? 404 : example.answer]
    const supports = may.includes('Support') ? in_ : 403
    // Drawing a document takes longer than all other cells of a route: it is drawn once.
    const drawn = isBinary(entry.route.reply)
    const as = (role: string, at = PARENT) => ({ as: `${role}@${at}` })
    const got = {
      own: await statusOf(entry, PARENT, as(weakest)),
      child: drawn ? in_ : await statusOf(entry, CHILD, as(weakest)),
      parent: await statusOf(entry, PARENT, as(weakest, CHILD)),
      foreign: await statusOf(entry, FOREIGN, as(weakest)),
      unknown: await statusOf(entry, 'NONE', as(weakest)),
      support: drawn ? supports : await statusOf(entry, FOREIGN, { as: 'Support' }),
      withoutPermission: withoutPermission ? await statusOf(entry, PARENT, as(withoutPermission)) : null,
      nobody: await statusOf(entry, PARENT, { as: 'nobody' }),
    }
    expect(got).toEqual({
      ...{ own: in_, child: in_, parent: out, foreign: out, unknown: out },
      support: supports,
      withoutPermission: withoutPermission ? 403 : null,
      nobody: isOfPath(example) ? 404 : 403,
    })
  })

  /** The paths of a foreign object and of a nonexistent one, both under the client's own institution code; or null. */
  function disguised(
    { path }: Example,
    own: ExampleIds,
    other: ExampleIds,
  ): { foreign: string; none: string } | null {
    const code = new RegExp(`(?<=[/=])${other.hospital}(?=[/&?]|$)`, 'g')
    const foreign = path(other).replaceAll(code, own.hospital)
    if (foreign === path(own) || !path(own).includes(own.hospital)) return null
    const numbers = path(own).split(/\D+/)
    const none = foreign.replaceAll(/\d+/g, (one) => (numbers.includes(one) ? one : '999999999'))
    return { foreign, none }
  }
  const foreignIds = { ...NOTHING, hospital: FOREIGN, order: 1, user: 1 }
  test.each(ofPermission.filter(({ example }) => disguised(example, NOTHING, foreignIds)))(
    '$name: a foreign object gets the same reply as a nonexistent one, even under the client’s own institution code',
    async (entry) => {
      const { needs, answer } = entry.example
      const [role] = holders(Array.isArray(needs) ? needs : [])
      for (const of of [FOREIGN, CHILD]) {
        const paths = disguised(entry.example, idsAt(PARENT), idsAt(of))
        const got = await request(entry, { path: paths?.foreign ?? '' }, { as: `${role}@P1` })
        expect(got).toEqual(await request(entry, { path: paths?.none ?? '' }, { as: `${role}@P1` }))
        // An invalid body is reported first, whatever the request is about.
        expect([404, answer === 422 ? 422 : 404]).toContain(got.status)
      }
    },
  )

  // For routes whose access check reads the institution from the path, the test above shows it.
  test.each(ROUTES.filter(({ example }) => isNamed(example) && !isOfPath(example)))(
    '[API-00] $name: the institution-codes header narrows and never widens',
    async (entry) => {
      const withCodes = (codes: string, at: string) =>
        statusOf(entry, at, { as: 'SuperUser@P1', headers: { 'institution-codes': codes } })
      expect({
        foreign: await withCodes(FOREIGN, FOREIGN),
        both: await withCodes(`${PARENT},${FOREIGN}`, FOREIGN),
        child: await withCodes(CHILD, PARENT),
        own: await withCodes(`${FOREIGN},${PARENT}`, PARENT),
        // If the header leaves no institution, nothing is permitted at all.
      }).toEqual({ foreign: 403, both: 404, child: 404, own: entry.example.answer })
    },
  )
  test('[API-00] the institution-codes header narrows a path’s institutions and never widens them', async () => {
    const list = ROUTES.find(({ name }) => name === 'orders.list')
    if (!list) throw new Error('there is no list of orders')
    const withCodes = (codes: string, at: string) =>
      statusOf(list, at, { as: 'SuperUser@P1', headers: { 'institution-codes': codes } })
    expect([await withCodes(FOREIGN, FOREIGN), await withCodes(CHILD, PARENT)]).toEqual([404, 404])
    expect(await withCodes(`${FOREIGN},${PARENT}`, PARENT)).toBe(200)
  })

  test.each(ROUTES.filter(({ example }) => example.needs === 'support'))(
    '$name, for Support',
    async (entry) => {
      expect(await statusOf(entry, PARENT, { as: 'Support' })).toBe(entry.example.answer)
      for (const as of ['SuperUser@P1', 'nobody']) expect(await statusOf(entry, PARENT, { as })).toBe(403)
    },
  )

  test.each(ROUTES.filter(({ example }) => example.needs === 'own'))(
    '$name: returns the user’s own; those of others do not exist, not even for Support',
    async (entry) => {
      const as = 'OrderViewer@P1'
      expect(await statusOf(entry, PARENT, { as })).toBe(entry.example.answer)
      const path = entry.example.path(idsAt(PARENT, as))
      for (const other of ['SuperUser@P1', 'Support', 'nobody'])
        expect((await request(entry, { path }, { as: other })).code).toBe('not-found')
    },
  )

  test.each(ROUTES)('$name: without a user or with one who is not active', async (entry) => {
    const { needs, answer, unregistered, beforeGates } = entry.example
    const open = needs === 'nobody'
    expect(await statusOf(entry, PARENT)).toBe(open ? answer : 401)
    const bearer = { authorization: 'Bearer not-a-token' }
    expect(await statusOf(entry, PARENT, { headers: bearer })).toBe(open ? answer : 401)
    const free = open || needs === 'token'
    // The other states are covered above; here a few show that the access check is applied.
    const states = [
      ['waiting', 'account-waiting'],
      ['blocked', 'account-closed'],
      ['inactive', 'account-closed'],
      ['no-terms', 'terms-not-accepted'],
      ['not-attested', 'attestation-due'],
    ].slice(entry.route.access.kind === 'signed-in' ? 0 : -1)
    for (const [as = '', code] of states) {
      const gate = code === 'terms-not-accepted' || code === 'attestation-due'
      if (gate && beforeGates) continue
      const got = await request(entry, PARENT, { as })
      if (free) expect(got.status, as).toBe(answer)
      else expect(got.code, as).toBe(code)
    }
    const stranger = await request(entry, PARENT, { as: 'never-registered' })
    if (open || unregistered !== undefined) expect(stranger.status).toBe(open ? answer : unregistered)
    else expect(stranger.code).toBe('not-registered')
  })

  test('an invalid token opens no kind of route', async () => {
    const token = await portal.tokenOf('SuperUser@P1')
    const [header, payload] = token.split('.')
    const tokens = [
      `${header}.${payload}.${'A'.repeat(86)}`,
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`,
      await portal.tokenOf('SuperUser@P1', { expiresIn: -1 }),
      // An id_token of the same provider, and an access token for another service.
      await portal.tokenOf('SuperUser@P1', { type: 'JWT' }),
      await portal.tokenOf('SuperUser@P1', { audience: 'urn:another' }),
    ].map((one) => `Bearer ${one}`)
    const kinds = new Map(ROUTES.map((entry) => [entry.route.access.kind, entry]))
    kinds.delete('public')
    expect(kinds.size).toBe(5)
    for (const entry of kinds.values())
      for (const authorization of [...tokens, `Basic ${token}`])
        expect(await statusOf(entry, PARENT, { headers: { authorization } })).toBe(401)
  })
})

test('[PERM-01 PERM-03] the signed-in user gets the permissions of each role, including at child institutions', async () => {
  for (const role of ['UserAdmin', 'OrderCreator', 'OrderSubmitter', 'OrderViewer', 'SuperUser']) {
    const { customerRoles } = await portal.as(`${role}@P1`).physicians.current()
    expect(
      customerRoles.map(({ institution, permissions }) => [institution.code, permissions.toSorted()]),
    ).toEqual([CHILD, PARENT].map((code) => [code, ROLE_TABLE[role]?.toSorted()]))
  }
})
