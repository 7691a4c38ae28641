import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTelemetry } from '#adapters/telemetry/open.ts'
import { type Collector, startCollector } from '#adapters/telemetry/testing/collector.ts'
import { waitingResults } from '#server/features/ehr/results/desk.ts'
import { takesWrites } from '../database/connection/connect.ts'
import { unsealedSeconds } from '../features/audit/witness.ts'
import { waitingRequests } from '../features/counseling/hand-over.ts'
import { waitingChecks } from '../features/coverage/eligibility/check-worker-store.ts'
import { laboratoryTroubles } from '../features/laboratory/operator/troubles.ts'
import { waitingMessages } from '../features/laboratory/outbox/delivery.ts'
import { waitingMail } from '../features/mail/outbox.ts'
import type { LiveUpdate } from '../features/portal/live.ts'
import { createLogger } from '../operations/log.ts'
import { operationsPlugin } from '../operations/operations.ts'
import { linesWithoutPartition } from '../operations/partitions.ts'
import { MARK, MARKED, TRACES } from '../testing/marked.ts'
import { markedTraffic } from '../testing/marked-traffic.ts'
import { startPortal, type TestPortal } from '../testing/portal.ts'
import { PARENT } from '../testing/world.ts'

let portal: TestPortal
let errors: Collector
let traces: Collector
let telemetry: Awaited<ReturnType<typeof openTelemetry>>
const lines: string[] = []
const updates: LiveUpdate[] = []
const over = new AbortController()
const logger = createLogger('trace', (error) => telemetry.reporter.report(error), {
  write: (line) => lines.push(line),
})
beforeAll(async () => {
  ;[errors, traces] = await Promise.all([startCollector(), startCollector()])
  telemetry = await openTelemetry({
    ...{ dsn: `http://public@${errors.host}/1`, otlpEndpoint: `http://${traces.host}` },
    ...{ version: '10.5.0', environment: 'test', traceKey: 'test' },
  })
  portal = await startPortal({
    ...{ logger, noteStep: telemetry.noteStep },
    plugins: ({ portal, worker, live }) => [
      ...(telemetry.plugin ? [telemetry.plugin] : []),
      operationsPlugin({
        takesWrites: () => takesWrites(portal),
        filesReady: async () => undefined,
        waitingMessages: () => waitingMessages(worker),
        waitingMail: () => waitingMail(worker),
        waitingChecks: () => waitingChecks(worker),
        waitingResults: () => waitingResults(worker),
        waitingRequests: () => waitingRequests(worker),
        laboratoryTroubles: () => laboratoryTroubles(worker),
        unsealedSeconds: () => unsealedSeconds(worker),
        linesWithoutPartition: () => linesWithoutPartition(worker),
        pools: { portal: portal.pool },
        build: { version: '10.5.0', commit: '' },
        errors: () => ({ server: errors.posted.length, browser: 0 }),
        livePages: live.listeners,
        standbys: () => [],
        policyViolations: () => new Map(),
        failing: () => new Set(),
        outside: { clockSeconds: 0, certificateDays: new Map() },
      }),
    ],
  })
  void (async () => {
    const who = { subject: 'nobody-else', sessionId: null, institutions: async () => [PARENT] }
    // Like a page: reconnects when it is disconnected, as every page is once a portal has started.
    while (!over.signal.aborted)
      for await (const one of await portal.live.follow(who, over.signal)) updates.push(one)
  })()
})
afterAll(async () => {
  over.abort()
  await portal?.stop()
  await Promise.all([errors?.close(), traces?.close()])
})

const textOf = (rows: readonly object[]) => JSON.stringify(rows)

test('marked patient data, sent through every feature, appears in no log line, figure, span, error report, mail, job or event', async () => {
  const traffic = markedTraffic(portal, logger)
  const statuses = await traffic.askEverything()
  const id = await traffic.orderAndFollow()
  await traffic.askPayers()
  await traffic.deliver()
  await traffic.hearLaboratory(id)
  await traffic.counsel()
  for (const level of ['error', 'info'])
    await portal.inject(`/api/log/${level}`, {
      method: 'POST',
      body: {
        message: `Not sent to ${MARKED.email}, born ${MARKED.born}, ${MARKED.phone}, MRN ${MARKED.record}`,
        where: `/order/${MARKED.record}`,
        stack: `Error\n    at save (https://portal.test/a.js?search=${MARK}:1:2)`,
      },
    })
  expect(await traffic.writeInVain(id)).toBe(500)
  const { text: figures } = await portal.inject('/metrics').then(async (one) => ({ text: await one.text() }))
  await telemetry.close()

  const { sql: query } = portal.worker
  const allJobs = await query`select name, data, output, state from jobs.job`
  const mails = await query`select key, recipient, subject, body, last_error from mail_out`
  const sources = {
    log: lines,
    figures: figures.split('\n'),
    'error reports': errors.posted.map(({ body }) => body),
    spans: traces.posted.map(({ body }) => body),
    mails: mails.map((one) => textOf([one])),
    jobs: allJobs.map((one) => textOf([one])),
    events: updates.map((one) => textOf([one])),
    limits: (await query`select key from rate_count`).map(({ key }) => String(key)),
    files: await readdir(portal.dir, { recursive: true }),
  }
  const counts = Object.fromEntries(Object.entries(sources).map(([where, all]) => [where, all.length]))
  console.info(`no patient data: ${statuses.length} requests with marks, searched ${JSON.stringify(counts)}`)
  for (const [where, all] of Object.entries(sources)) {
    if (where !== 'limits') expect(all.length, where).toBeGreaterThan(0)
    expect(
      all.filter((one) => TRACES.test(one)),
      where,
    ).toEqual([])
  }

  // Proves that the test can fail: the marks did go in, and what was meant to fail did fail.
  const messages = await query`select body, last_error from message_out`
  expect(textOf(messages)).toMatch(TRACES)
  expect(new Set(statuses)).toEqual(new Set([...statuses, 200, 400, 403, 404, 422]))
  expect(lines.join()).toMatch(/request failed.*23514|23514.*request failed/)
  expect(allJobs.filter(({ output }) => output !== null).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['laboratory', 'counseling', 'eligibility']),
  )
  expect(mails.map(({ body }) => body).join()).toContain('BEGIN PGP MESSAGE')
})
