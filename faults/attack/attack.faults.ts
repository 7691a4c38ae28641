import { type ClientRequest, request as httpRequest } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { costOf, type Route } from '#contract/route.ts'
import { SEARCHABLE, SEARCHABLE_TYPES } from '#server/features/fhir/criteria.ts'
import { COST_LIMITS } from '#server/http/costs.ts'
import {
  DEMO_INSTITUTION,
  GET_ROUTES,
  pathAt,
  queryAt,
  startDemoPortal,
  thingsAt,
} from '#server/testing/demo-portal.ts'
import { hostileJson, hostileValue, mutateValue } from '#server/testing/fuzz/hostile.ts'
import { type RandomSource, randomSource } from '#server/testing/fuzz/random-source.ts'
import { shapeOf, valueOfShape } from '#server/testing/fuzz/shapes.ts'
import { addManyLike } from '#server/testing/many-orders.ts'
import { FHIR_AUDIENCE } from '#server/testing/tokens.ts'
import { climb, type SlowestRequest } from './climb.ts'

const SEED = Number(process.env.ATTACK_SEED ?? 20_261_122)
/** Attempts for each route and user. */
const TRIES = Number(process.env.ATTACK_TRIES ?? 24)
/** Median reply time for a bystander, whose institution is not attacked, on an otherwise idle machine. */
const BYSTANDER_MS = Number(process.env.ATTACK_BYSTANDER_MS ?? 1_000)
/** On a busy machine: this many times their list's duration without an attack. */
const BYSTANDER_TIMES = 10
const QUIET_LISTS = 15
/** Transfer time on top of the route's own limit. */
const GRACE_MS = 2_000
const MANY = Number(process.env.ATTACK_ORDERS ?? 100_000)

const [LEAST, BYSTANDER, BYSTANDERS] = ['viewer@demo.test', 'va@demo.test', '1004']

let portal: Awaited<ReturnType<typeof startDemoPortal>>
beforeAll(async () => {
  portal = await startDemoPortal()
})
afterAll(() => portal?.stop())

interface Findings {
  slowest: SlowestRequest[]
  wrong: string[]
  bystander: number[]
  /** Before the attack. */
  quiet: number[]
}

const sorted = (took: readonly number[]) => took.toSorted((a, b) => a - b)
const median = (took: readonly number[]) => sorted(took)[took.length >> 1] ?? Number.POSITIVE_INFINITY

/** Requests what the bystander sees first, until `isOver`; records the durations in `into`. */
async function watchBystander(isOver: () => boolean, findings: Findings, into: number[]): Promise<void> {
  const token = await portal.tokenOf(BYSTANDER, { expiresIn: 7200 })
  const [membership] = await portal.worker.sql<{ code: string }[]>`
    select institution_code as code from membership m join physician p on p.id = m.physician_id
    where p.subject = ${BYSTANDER} limit 1`
  const path = `${portal.origin}/api/Orders/${membership?.code ?? BYSTANDERS}`
  while (!isOver()) {
    const began = performance.now()
    const reply = await fetch(path, { headers: { authorization: `Bearer ${token}` } })
    await reply.arrayBuffer()
    into.push(performance.now() - began)
    if (reply.status !== 200) findings.wrong.push(`the bystander was answered ${reply.status}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Sends the requests that the climb chooses, and records violations. */
function createProbe(findings: Findings, name: string, token: string | null, boundMs: number) {
  return async (path: string) => {
    const began = performance.now()
    const reply = await fetch(`${portal.origin}${path}`, {
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
    })
    await reply.arrayBuffer()
    const ms = performance.now() - began
    const label = `${name}: ${path.slice(0, 300)}`
    const isHonest = reply.status === 503 && reply.headers.has('retry-after')
    if (reply.status >= 500 && !isHonest) findings.wrong.push(`${label} was answered ${reply.status}`)
    if (ms > boundMs + GRACE_MS) findings.wrong.push(`${label} took ${ms.toFixed(0)} ms`)
    return ms
  }
}

async function attack(work: (findings: Findings) => Promise<void>): Promise<Findings> {
  const findings: Findings = { slowest: [], wrong: [], bystander: [], quiet: [] }
  await watchBystander(() => findings.quiet.length >= QUIET_LISTS, findings, findings.quiet)
  const over = new AbortController()
  const watching = watchBystander(() => over.signal.aborted, findings, findings.bystander)
  try {
    await work(findings)
  } finally {
    over.abort()
    await watching
  }
  const slowest = findings.slowest.toSorted((a, b) => b.ms - a.ms).slice(0, 8)
  console.info(`attack: seed ${SEED}, ${TRIES} tries each`, {
    slowest: slowest.map(({ path, ms }) => `${ms.toFixed(0)} ms ${path.slice(0, 200)}`),
    quiet: median(findings.quiet).toFixed(0),
    bystander: {
      median: median(findings.bystander).toFixed(0),
      worst: sorted(findings.bystander).at(-1)?.toFixed(0),
    },
  })
  return findings
}

function expectUnharmed({ wrong, bystander, quiet }: Findings) {
  expect(wrong).toEqual([])
  expect(median(bystander)).toBeLessThan(Math.max(BYSTANDER_MS, BYSTANDER_TIMES * median(quiet)))
}

/** Every route that reads, as `subject`; null: anonymously. */
async function everyRoute(subject: string | null): Promise<Findings> {
  const things = await thingsAt(portal.database.url, DEMO_INSTITUTION, subject ?? LEAST)
  const token = subject === null ? null : await portal.tokenOf(subject, { expiresIn: 7200 })
  const chance = randomSource(SEED)
  return attack(async (findings) => {
    for (const [name, route] of GET_ROUTES as [string, Route][]) {
      const ask = createProbe(findings, name, token, COST_LIMITS[costOf(route)].withinMs)
      const names = Object.keys(route.query?.shape ?? {})
      const path = `${pathAt(route, things)}${queryAt(route, things)}`
      const tries = subject === null && route.access.kind !== 'public' ? 2 : TRIES
      findings.slowest.push(await climb(chance, { path, names, route, tries }, ask))
    }
  })
}

/** Every type and parameter of the FHIR endpoints, as an EHR for the least privileged role. */
async function everySearch(): Promise<Findings> {
  const more = { audience: FHIR_AUDIENCE, scope: 'openid user/*.rs', clientId: 'ehr', expiresIn: 7200 }
  const token = await portal.tokenOf(LEAST, more)
  const chance = randomSource(SEED)
  return attack(async (findings) => {
    for (const type of SEARCHABLE_TYPES) {
      const ask = createProbe(findings, `fhir ${type}`, token, COST_LIMITS.search.withinMs)
      const names = ['_id', 'identifier', '_lastUpdated', '_count', '_after', 'patient', ...SEARCHABLE[type]]
      findings.slowest.push(await climb(chance, { path: `/fhir/${type}`, names, tries: TRIES }, ask))
    }
  })
}

/** All routes that change something and accept JSON. */
const CHANGING = Object.entries(api).flatMap(([feature, routes]) =>
  Object.entries(routes as Record<string, Route>).flatMap(([name, route]): [string, Route][] =>
    route.method === 'GET' || route.bodyType === 'multipart/form-data' ? [] : [[`${feature}.${name}`, route]],
  ),
)

/** Nearly valid, with wrong types, or invalid JSON: prototype names, NUL, depth, half a body, a megabyte. */
function hostileBody(chance: RandomSource, { body }: Route): string | Buffer {
  const meant = body ? valueOfShape(shapeOf(body), chance) : {}
  const roll = chance.next()
  if (roll < 0.4) return JSON.stringify(mutateValue(chance, meant)) ?? 'null'
  if (roll < 0.6) return JSON.stringify(hostileValue(chance)) ?? 'null'
  return hostileJson(chance, JSON.stringify(meant) ?? '{}')
}

/** Hostile bodies for every route that changes something, as `subject`. */
async function everyChange(subject: string): Promise<Findings> {
  const things = await thingsAt(portal.database.url, DEMO_INSTITUTION, subject)
  const token = await portal.tokenOf(subject, { expiresIn: 7200 })
  const chance = randomSource(SEED)
  const statuses: Record<number, number> = {}
  const findings = await attack(async ({ wrong, slowest }) => {
    for (const [name, route] of CHANGING) {
      // Every parameter gets the number of one of the institution's orders, which other resources need not
      // have.
      const path = route.path.replace(/\{\w+\}/g, (part) =>
        /^\{(h|hospital|hospitalCode)\}$/i.test(part) ? things.institution : String(things.order),
      )
      for (let tried = 0; tried < TRIES; tried += 1) {
        const began = performance.now()
        const reply = await fetch(`${portal.origin}${path}`, {
          method: route.method,
          headers: { authorization: `Bearer ${token}`, 'content-type': route.bodyType ?? 'application/json' },
          body: new Uint8Array(Buffer.from(hostileBody(chance, route))),
        })
        await reply.arrayBuffer()
        const ms = performance.now() - began
        statuses[reply.status] = (statuses[reply.status] ?? 0) + 1
        slowest.push({ path: `${route.method} ${path}`, ms })
        const isHonest = reply.status === 503 && reply.headers.has('retry-after')
        if (reply.status >= 500 && !isHonest)
          wrong.push(`${name}, try ${tried}, was answered ${reply.status}`)
        if (ms > COST_LIMITS[costOf(route)].withinMs + GRACE_MS)
          wrong.push(`${name}, try ${tried}, took ${ms.toFixed(0)} ms`)
      }
    }
  })
  console.info('attack: answers to what would change', statuses)
  return findings
}

/** Request targets that no client of ours produces, sent unchanged. */
const RAW = [
  ...['http://localhost/api/Orders/1001', '//api/Orders/1001', '/%61pi/Orders/1001', '/api/Orders/1001%00'],
  ...[
    '/api/Orders/__proto__',
    '/api/lookups/constructor',
    '/api/Orders/1001?keyword=%ff%fe',
    '/api/..%2f..%2fx',
  ],
  ...[
    `/api/Orders/${'a'.repeat(8000)}`,
    '/api/Orders/1001?keyword[]=a&keyword=b',
    '/fhir/Patient?_id=%00',
    '*',
  ],
]

const raw = (path: string, token: string) =>
  new Promise<number>((resolve, reject) => {
    const { hostname, port } = new URL(portal.origin)
    const headers = { authorization: `Bearer ${token}` }
    const sent: ClientRequest = httpRequest({ hostname, port, path, headers }, (reply) => {
      reply.resume().on('end', () => resolve(reply.statusCode ?? 0))
    })
    sent.setTimeout(COST_LIMITS.search.withinMs + GRACE_MS, () => sent.destroy(new Error(`${path} hangs`)))
    sent.on('error', (error: NodeJS.ErrnoException): void =>
      error.code === 'ECONNRESET' ? resolve(0) : reject(error),
    )
    sent.end()
  })

describe.each([
  ['the demo’s orders', async (): Promise<void> => {}],
  [
    `${MANY.toLocaleString('en-US')} orders more`,
    async (): Promise<void> => {
      const { order } = await thingsAt(portal.database.url, DEMO_INSTITUTION, LEAST)
      await addManyLike(portal.database.url, { of: order, count: MANY, first: 10_000_000 })
    },
  ],
] as const)('[SEC-02] [SEC-11] [SEC-16] on %s, whatever is asked', (_, more) => {
  beforeAll(more)

  test('anonymous requests are answered within the bound, and bystanders too', async () => {
    expectUnharmed(await everyRoute(null))
  })

  test('requests from the least privileged role are, and bystanders too', async () => {
    expectUnharmed(await everyRoute(LEAST))
  })

  test('requests from an EHR are, and bystanders too', async () => {
    expectUnharmed(await everySearch())
  })

  test('malformed request targets are answered, or their connection ends', async () => {
    const token = await portal.tokenOf(LEAST)
    const statuses = new Map<string, number>()
    for (const path of RAW) statuses.set(path, await raw(path, token))
    expect([...statuses].filter(([, status]) => status >= 500 && status !== 503)).toEqual([])
  })
})

// Last, because accidentally accepted requests have changed the demo.
test.each([LEAST, 'provider@demo.test'])(
  'whatever %s sends to change something, they are answered within the bound, and so is everybody else',
  async (subject) => expectUnharmed(await everyChange(subject)),
)
