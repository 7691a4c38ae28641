import fastify from 'fastify'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ERRORS, problemOf } from '#contract/errors.ts'
import { operationsPlugin } from './operations.ts'

const none = async () => ({ count: 0, oldestSeconds: null, givenUp: 0, refused: 0 })
const deps = {
  takesWrites: async () => true,
  filesReady: async () => undefined,
  waitingResults: async () => ({ count: 0, oldestSeconds: null, refused: 0, interfaces: [] }),
  ...{ waitingMessages: none, waitingMail: none, waitingRequests: none, waitingChecks: none },
  laboratoryTroubles: async () => ({ stuck: 0, refused: 0, refusedHere: 0, unread: 0 }),
  unsealedSeconds: async () => 0,
  linesWithoutPartition: async () => 0,
  pools: {},
  build: { version: '1.2.3', commit: 'abc123' },
  errors: () => ({ server: 0, browser: 0 }),
  livePages: () => 0,
  standbys: () => [],
  policyViolations: () => new Map([['script-src', 2]]),
  failing: () => new Set<never>(),
  outside: { clockSeconds: 0, certificateDays: new Map([['PUBLIC_ORIGIN', 60]]) },
  cacheMs: 0,
}

async function serve(more: Partial<Parameters<typeof operationsPlugin>[0]> = {}) {
  // As server/http/app.ts reads addresses.
  const app = fastify({ routerOptions: { caseSensitive: false, ignoreTrailingSlash: true } })
  app.get('/api/orders/:id', () => 'an order')
  app.get('/api/refused', async (_request, reply) => {
    reply.problem = 'not-found'
    return reply.code(404).send(problemOf('not-found'))
  })
  await app.register(operationsPlugin({ ...deps, ...more }))
  return { app, figures: async () => (await app.inject('/metrics')).body.split('\n') }
}

test('the figures count each route’s requests by its pattern, not its address', async () => {
  const { app, figures } = await serve()
  await app.inject('/api/orders/100001?search=Quillbrook')
  const lines = await figures()
  expect(lines).toContain('karyo_request_seconds_count{method="GET",route="/api/orders/:id",status="200"} 1')
  expect(lines.join()).not.toMatch(/\b100001\b|Quillbrook/)
})

test('[OPS-07] series begin at 0: refusals by code, errors of the server and of browsers', async () => {
  let errors = { server: 0, browser: 0 }
  const { app, figures } = await serve({ errors: () => errors })
  expect(await figures()).toEqual(
    expect.arrayContaining([
      ...Object.keys(ERRORS).map((code) => `karyo_problems_total{code="${code}"} 0`),
      'karyo_errors_total{source="server"} 0',
      'karyo_errors_total{source="browser"} 0',
    ]),
  )
  for (const path of ['/api/refused', '/api/orders/1', '/api/refused']) await app.inject(path)
  errors = { server: 3, browser: 40 }
  await figures()
  expect(await figures()).toEqual(
    expect.arrayContaining([
      'karyo_problems_total{code="not-found"} 2',
      'karyo_errors_total{source="server"} 3',
      'karyo_errors_total{source="browser"} 40',
    ]),
  )
})

describe('[OPS-03] health and figures answer at the one spelling that a proxy keeps to the own network', () => {
  test.each(['/metrics', '/healthz', '/metrics?x=1', '/healthz?'])('%s', async (url) => {
    const { app } = await serve()
    expect((await app.inject(url)).statusCode).toBe(200)
  })

  test.each([
    ...['/metrics/', '/METRICS', '/%6detrics', '/metric%73', '/Metrics/?x=1', '/metrics;x'],
    ...['/healthz/', '/Healthz/', '/%68ealthz', '/HEALTHZ?'],
  ])('not %s', async (url) => {
    const { app } = await serve()
    for (const method of ['GET', 'HEAD'] as const)
      expect((await app.inject({ method, url })).statusCode).toBe(404)
  })
})

const WAITING = {
  waitingMessages: async () => ({ count: 2, oldestSeconds: 40 }),
  waitingMail: async () => ({ count: 3, oldestSeconds: 60, givenUp: 1 }),
  waitingRequests: async () => ({ count: 4, oldestSeconds: 80, refused: 2 }),
  waitingChecks: async () => ({ count: 5, oldestSeconds: 90, givenUp: 6 }),
  waitingResults: async () => ({
    ...{ count: 7, oldestSeconds: 95, refused: 8 },
    interfaces: [{ code: 'LARK', oldestSeconds: 95, refused: 8 }],
  }),
}

test('each queue reports how many items wait, since when, and how many were given up', async () => {
  const { app, figures } = await serve(WAITING)
  expect((await app.inject('/healthz')).json()).toEqual({
    ...{ status: 'ready', version: '1.2.3', commit: 'abc123' },
    laboratory: { count: 2, oldestSeconds: 40 },
    mail: { count: 3, oldestSeconds: 60, givenUp: 1 },
    eligibility: { count: 5, oldestSeconds: 90, givenUp: 6 },
    counseling: { count: 4, oldestSeconds: 80, refused: 2 },
    files: 'ready',
  })
  expect((await figures()).filter((line) => line.startsWith('karyo_queue'))).toEqual([
    'karyo_queue_waiting{queue="laboratory"} 2',
    'karyo_queue_waiting{queue="mail"} 3',
    'karyo_queue_waiting{queue="eligibility"} 5',
    'karyo_queue_waiting{queue="counseling"} 4',
    'karyo_queue_waiting{queue="hospitals"} 7',
    'karyo_queue_oldest_seconds{queue="laboratory"} 40',
    'karyo_queue_oldest_seconds{queue="mail"} 60',
    'karyo_queue_oldest_seconds{queue="eligibility"} 90',
    'karyo_queue_oldest_seconds{queue="counseling"} 80',
    'karyo_queue_oldest_seconds{queue="hospitals"} 95',
    'karyo_queue_given_up{queue="mail"} 1',
    'karyo_queue_given_up{queue="eligibility"} 6',
    'karyo_queue_given_up{queue="counseling"} 2',
    'karyo_queue_given_up{queue="hospitals"} 8',
  ])
})

describe('while the database is unreachable', () => {
  test('the figures are still served, without outdated ones', async () => {
    let away = false
    const waitingMail = async () => {
      if (away) throw new Error('Connection terminated')
      return WAITING.waitingMail()
    }
    const pools = { portal: { totalCount: 16, idleCount: 1, waitingCount: 9 } }
    const { app, figures } = await serve({ ...WAITING, waitingMail, pools })
    expect(await figures()).toContain('karyo_database_up 1')
    away = true
    const lines = await figures()
    expect(lines).toEqual(
      expect.arrayContaining([
        'karyo_database_up 0',
        'karyo_audit_unsealed_seconds Nan',
        'karyo_pool_connections{pool="portal",state="used"} 15',
        'karyo_pool_connections{pool="portal",state="idle"} 1',
        'karyo_pool_connections{pool="portal",state="waiting"} 9',
      ]),
    )
    expect(lines.filter((line) => /^karyo_(queue|laboratory)/.test(line))).toEqual([])
    expect((await app.inject('/healthz')).statusCode).toBe(503)
  })
})

async function healthWith(more: Parameters<typeof serve>[0]) {
  const { app, figures } = await serve(more)
  const reply = await app.inject('/healthz')
  return { health: [reply.statusCode, reply.json()], lines: await figures() }
}

test('a read-only database is distinguished from one that does not answer', async () => {
  const readOnly = await healthWith({ takesWrites: async () => false })
  expect(readOnly.health).toEqual([503, { status: 'the database takes no writes' }])
  const gone = await healthWith({ takesWrites: () => Promise.reject(new Error('Connection terminated')) })
  expect(gone.health).toEqual([503, { status: 'the database does not answer' }])
})

afterEach(() => void vi.useRealTimers())

test('health and figures do not wait for a source that does not answer', async () => {
  const silent = () => new Promise<never>(() => undefined)
  const { app, figures } = await serve({ takesWrites: silent, waitingMail: silent, filesReady: silent })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const requests = Promise.all([app.inject('/healthz'), figures()])
  let answered = false
  void requests.then(() => {
    answered = true
  })
  while (!answered) {
    await vi.advanceTimersByTimeAsync(1_000)
    await new Promise(setImmediate)
  }
  const [health, lines] = await requests
  expect([health.statusCode, health.json()]).toEqual([503, { status: 'the database does not answer' }])
  expect(lines).toEqual(expect.arrayContaining(['karyo_database_up 0', 'karyo_files_up 0']))
})

test('without file storage the portal stays ready and reports it as away', async () => {
  const { health, lines } = await healthWith({ filesReady: () => Promise.reject(new Error('ENOSPC')) })
  expect(health).toEqual([200, expect.objectContaining({ status: 'ready', files: 'away' })])
  expect(lines).toContain('karyo_files_up 0')
})

describe('[SEC-18] however many request health and figures', () => {
  test('health asks the database once at a time, even if it does not answer', async () => {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    let requests = 0
    const takesWrites = () => {
      requests += 1
      return promise
    }
    const { app } = await serve({ takesWrites })
    const answers = Promise.all(Array.from({ length: 50 }, () => app.inject('/healthz')))
    resolve(true)
    expect((await answers).map(({ statusCode }) => statusCode)).toEqual(Array(50).fill(200))
    expect(requests).toBe(1)
  })

  test('figures read each source once at a time', async () => {
    let requests = 0
    const waitingMail = async () => {
      requests += 1
      return { count: 1, oldestSeconds: 1, givenUp: 0 }
    }
    const { figures } = await serve({ waitingMail })
    const all = await Promise.all(Array.from({ length: 50 }, () => figures()))
    expect(all.every((lines) => lines.includes('karyo_queue_waiting{queue="mail"} 1'))).toBe(true)
    expect(requests).toBe(1)
  })

  test('a failure is not cached', async () => {
    const answers = [() => Promise.reject(new Error('away')), async () => true]
    const { app } = await serve({ takesWrites: async () => (answers.shift() ?? (async () => true))() })
    expect((await app.inject('/healthz')).statusCode).toBe(503)
    expect((await app.inject('/healthz')).statusCode).toBe(200)
  })
})
