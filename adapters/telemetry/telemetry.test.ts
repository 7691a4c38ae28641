import fastify from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openTelemetry } from './open.ts'
import { type Collector, startCollector } from './testing/collector.ts'

let collector: Collector
beforeEach(async () => {
  collector = await startCollector()
})
afterEach(() => collector.close())

const about = { version: '10.5.0', environment: 'test', traceKey: 'test' }

describe('error reporting', () => {
  const open = () =>
    openTelemetry({ ...about, dsn: `http://public@${collector.host}/7`, otlpEndpoint: undefined })

  test('sends an error with its path and request but no personal data, and nothing else', async () => {
    const { reporter, close } = await open()
    reporter.report({
      message: 'no order of ada@clinic.test, born 1980-03-12',
      stack: 'Error: MRN 4455667\n    at save (file:///srv/server/orders.ts:12:34)',
      where: '/order/100001',
      requestId: '6f1cbe6e-35b2-4d9b-9d0c-6e2d6f7a1b11',
    })
    await close()
    expect(collector.posted.map(({ path }) => path)).toEqual([expect.stringContaining('/api/7/envelope/')])
    const body = collector.posted[0]?.body ?? ''
    const event = JSON.parse(body.split('\n')[2] ?? '')
    expect(event).toMatchObject({
      release: '10.5.0',
      environment: 'test',
      exception: { values: [{ value: 'no order of [email], born [date]' }] },
      tags: { where: '/order/[number]', requestId: '6f1cbe6e-35b2-4d9b-9d0c-6e2d6f7a1b11' },
    })
    expect(event.exception.values[0].stacktrace.frames).toMatchObject([
      { function: 'save', filename: '/srv/server/orders.ts', lineno: 12 },
    ])
    expect(body).not.toMatch(/\b(ada|1980|4455667|100001)\b/)
    for (const gathered of ['request', 'breadcrumbs', 'user', 'server_name', 'modules'])
      expect(event).not.toHaveProperty(gathered)
  })

  test('sends a stack in another format than Node’s as text', async () => {
    const { reporter, close } = await open()
    reporter.report({ message: 'x', stack: 'save@https://portal.test/a.js:1:2' })
    await close()
    expect(collector.posted[0]?.body).toContain('"extra":{"stack":["save@https://portal.test/a.js:1:2"]}')
  })

  test('does not disturb the portal while the service is unreachable', async () => {
    const { reporter, close } = await open()
    await collector.close()
    reporter.report({ message: 'x' })
    await close()
    collector = await startCollector()
  })

  test('rejects an invalid address at the start', async () => {
    const opened = openTelemetry({ ...about, dsn: 'https://sentry.test/', otlpEndpoint: undefined })
    await expect(opened).rejects.toThrow('SENTRY_DSN')
  })
})

describe('monitoring', () => {
  test('creates a span per API request, with route and status but without numbers or query', async () => {
    const { plugin, close } = await openTelemetry({
      ...about,
      dsn: undefined,
      otlpEndpoint: `http://${collector.host}/`,
    })
    const app = fastify()
    app.get('/api/orders/:id', () => 'an order')
    app.get('/api/broken', () => Promise.reject(new Error('no order of Quillbrook')))
    app.get('/page', () => 'a page')
    if (plugin) await app.register(plugin)
    await app.inject('/api/orders/100001?search=Quillbrook')
    await app.inject('/api/broken')
    await app.inject('/page')
    await app.inject('/api/nowhere/100001')
    await app.close()
    await close()
    expect(collector.posted.map(({ path }) => path)).toEqual(['/v1/traces'])
    const { body } = collector.posted[0] ?? { body: '' }
    const [resource] = JSON.parse(body).resourceSpans
    const { spans } = resource.scopeSpans[0]
    const attributes = (of: { attributes: { key: string; value: unknown }[] }) =>
      Object.fromEntries(of.attributes.map(({ key, value }) => [key, value]))
    expect(attributes(resource.resource)).toMatchObject({ 'service.name': { stringValue: 'karyo' } })
    expect(spans.map(({ name }: { name: string }) => name)).toEqual([
      'GET /api/orders/:id',
      'GET /api/broken',
    ])
    expect(attributes(spans[0])).toEqual({
      'http.request.method': { stringValue: 'GET' },
      'http.route': { stringValue: '/api/orders/:id' },
      'http.response.status_code': { intValue: 200 },
    })
    expect(spans[1].status).toEqual({ code: 2 })
    for (const { startTimeUnixNano, endTimeUnixNano } of spans)
      expect(BigInt(endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(startTimeUnixNano))
    expect(body).not.toMatch(/\b100001\b|Quillbrook/)
  })

  test('puts all requests and laboratory messages about an order into one trace, across processes', async () => {
    const traced = { ...about, dsn: undefined, otlpEndpoint: `http://${collector.host}` }
    const [one, other] = [await openTelemetry(traced), await openTelemetry(traced)]
    const app = fastify()
    app.post('/api/Orders/:hospital/:id/approve', () => 'submitted')
    app.get('/api/Orders/:hospital/:id', () => 'an order')
    if (one.plugin) await app.register(one.plugin)
    await app.inject({ method: 'POST', url: '/api/Orders/P1/100001/approve' })
    await app.inject('/api/Orders/P1/100002')
    await app.close()
    const step = { orderId: 100_001, from: new Date(Date.now() - 5000), failed: false }
    other.noteStep({ ...step, name: 'order to the laboratory', attributes: { tries: 1, answer: 'AA' } })
    other.noteStep({ ...step, name: 'news from the laboratory', attributes: {}, failed: true })
    await one.close()
    await other.close()
    const spans = collector.posted.flatMap(
      ({ body }) => JSON.parse(body).resourceSpans[0].scopeSpans[0].spans,
    )
    const traceIds = Object.fromEntries(spans.map(({ name, traceId }) => [name, traceId]))
    const submitted = traceIds['POST /api/Orders/:hospital/:id/approve']
    expect(submitted).toMatch(/^[0-9a-f]{32}$/)
    expect(traceIds['order to the laboratory']).toBe(submitted)
    expect(traceIds['news from the laboratory']).toBe(submitted)
    expect(traceIds['GET /api/Orders/:hospital/:id']).not.toBe(submitted)
    const [sent] = spans.filter(({ name }) => name === 'order to the laboratory')
    expect(Number(BigInt(sent.endTimeUnixNano) - BigInt(sent.startTimeUnixNano))).toBeGreaterThan(4e9)
    expect(collector.posted.map(({ body }) => body).join()).not.toMatch(/\b10000[12]\b/)
  })
})
