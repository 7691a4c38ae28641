import { randomUUID } from 'node:crypto'
import fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTelemetry } from '#adapters/telemetry/open.ts'
import { type Collector, startCollector } from '#adapters/telemetry/testing/collector.ts'
import { createLogger } from '#server/operations/log.ts'

let errors: Collector
let traces: Collector
beforeAll(async () => {
  ;[errors, traces] = await Promise.all([startCollector(), startCollector()])
})
afterAll(() => Promise.all([errors?.close(), traces?.close()]))

test('[IDP-02] with both services configured, a thrown error reaches the one scrubbed, and its request trace the other', async () => {
  const telemetry = await openTelemetry({
    dsn: `http://public@${errors.host}/1`,
    otlpEndpoint: `http://${traces.host}`,
    version: '10.5.0',
    environment: 'test',
    traceKey: 'test',
  })
  const logger = createLogger('warn', telemetry.reporter.report, { write: () => {} })
  const requestId = randomUUID()
  const app = fastify({ loggerInstance: logger, genReqId: () => requestId })
  if (telemetry.plugin) await app.register(telemetry.plugin)
  app.get('/api/orders/:id', () => {
    throw new Error('no such patient: ada@clinic.test, born 1980-03-12')
  })
  const answer = await app.inject('/api/orders/100001?lastName=Quillbrook')
  await app.close()
  await telemetry.close()

  expect(answer.statusCode).toBe(500)
  expect(errors.posted).toHaveLength(1)
  const [reported] = errors.posted
  expect(reported?.body).toContain('Error no such patient: [email], born [date]')
  expect(reported?.body).toContain(requestId)
  expect(traces.posted).toMatchObject([{ path: '/v1/traces' }])
  expect(traces.posted[0]?.body).toContain('GET /api/orders/:id')
  for (const { body } of [...errors.posted, ...traces.posted])
    expect(body).not.toMatch(/\bada@|1980-03|\b100001\b|Quillbrook/)
})
