import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { api } from '#contract/api.ts'
import { ERRORS } from '#contract/errors.ts'
import { commonErrors, type Route } from '#contract/route.ts'
import { problemIn, startPortal, type TestPortal } from '../testing/portal.ts'

interface Operation {
  operationId: string
  summary: string
  security?: unknown[]
  parameters?: { name: string; in: string; required?: boolean }[]
  requestBody?: { content: Record<string, unknown> }
  responses: Record<string, unknown>
}

const ROUTES = Object.entries(api).flatMap(([feature, routes]) =>
  Object.entries(routes).map(([name, route]) => ({ name: `${feature}.${name}`, route: route as Route })),
)

let portal: TestPortal
let paths: Record<string, Record<string, Operation>>
beforeAll(async () => {
  portal = await startPortal()
  const document = (await (await portal.request('/api/openapi.json')).json()) as { paths: typeof paths }
  paths = document.paths
})
afterAll(() => portal?.stop())

describe('the OpenAPI document', () => {
  test('has every route of the contract and no other', () => {
    const inDocument = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(inDocument.sort()).toEqual(ROUTES.map(({ route }) => `${route.method} ${route.path}`).sort())
  })

  test.each(ROUTES)('describes the request, replies and access of $name', ({ name, route }) => {
    const operation = paths[route.path]?.[route.method.toLowerCase()]
    expect(operation).toMatchObject({ operationId: name, summary: route.summary })
    const parametersIn = (kind: string) =>
      (operation?.parameters ?? []).filter((one) => one.in === kind).map((one) => one.name)
    expect(parametersIn('path').sort()).toEqual(Object.keys(route.params?.shape ?? {}).sort())
    expect(parametersIn('query').sort()).toEqual(Object.keys(route.query?.shape ?? {}).sort())
    expect(parametersIn('header').sort()).toEqual(Object.keys(route.headers?.shape ?? {}).sort())
    expect(Object.keys(operation?.requestBody?.content ?? {})).toEqual(
      route.body ? [route.bodyType ?? 'application/json'] : [],
    )
    expect(Boolean(operation?.security)).toBe(route.access.kind !== 'public')
    const statuses = [...commonErrors(route), ...route.errors].map((code) => String(ERRORS[code][0]))
    expect(Object.keys(operation?.responses ?? {})).toEqual(expect.arrayContaining(statuses))
  })

  test('[OPS-18] is shown by pages of our own: all routes on one, each feature’s on another, no script', async () => {
    const textOf = async (path: string) => {
      const reply = await portal.request(path)
      expect([path, reply.status]).toEqual([path, 200])
      return reply.text()
    }
    const index = await textOf('/api/docs')
    expect(index).toContain('<title>API · Larkfield Genetics</title>')
    for (const { name, route } of ROUTES) {
      const [feature = '', own = ''] = name.split('.')
      expect(index).toContain(`<a href="/api/docs/${feature}#${own}"><code>${route.path}</code></a>`)
    }
    const pages = await Promise.all(
      Object.keys(api).map(async (feature) => [feature, await textOf(`/api/docs/${feature}`)] as const),
    )
    for (const [feature, text] of pages)
      for (const [name, route] of Object.entries(api[feature as keyof typeof api]) as [string, Route][]) {
        expect(text).toContain(`<section id="${name}">`)
        expect(text).toContain(`<code>${route.method} ${route.path}</code>`)
        for (const parameter of Object.keys({ ...route.params?.shape, ...route.query?.shape }))
          expect(text, name).toContain(`<td><code>${parameter}</code></td>`)
      }
    // A page and its style are all that is loaded, and no other product is named.
    for (const text of [index, ...pages.map(([, one]) => one)]) {
      expect(text).not.toMatch(/<script|swagger|\bon\w+=/i)
      expect(text.match(/(?:src|href)="[^"#]+"/g)?.filter((one) => !/href="\/api\//.test(one))).toEqual([])
    }
    expect(index.length).toBeLessThan(150_000)
    expect(await textOf('/api/docs/style.css')).toContain('color-scheme')
    expect(await problemIn(await portal.request('/api/docs/nothing'))).toMatchObject({ code: 'not-found' })
  })
})

test('is serialized and compressed once, however often it is requested, and has one address', async () => {
  const from = async (path: string, encoding: string) => {
    const reply = await portal.request(path, { headers: { 'accept-encoding': encoding } })
    const { headers } = reply
    return { encoding: headers.get('content-encoding'), text: await reply.text() }
  }
  const calls = vi.spyOn(JSON, 'stringify')
  onTestFinished(() => calls.mockRestore())
  const [packed, plain] = await Promise.all([
    from('/api/openapi.json', 'gzip'),
    from('/api/openapi.json', 'identity'),
  ])
  const completeCalls = calls.mock.calls.filter(
    ([value]) => typeof value === 'object' && value !== null && 'openapi' in value,
  )
  expect(completeCalls).toEqual([])
  expect([packed.encoding, plain.encoding]).toEqual(['gzip', null])
  expect(packed.text === plain.text).toBe(true)
})

describe('an error before a handler is a problem document too', () => {
  const as = 'SuperUser@P1'
  const create = '/api/Orders/P1'
  const json = { 'content-type': 'application/json' }
  test.each([
    ['an unknown path', '/api/nothing', {}, 404, 'not-found'],
    ['a method that the path does not support', '/api/configuration', { method: 'DELETE' }, 404, 'not-found'],
    ['JSON that is none', create, { method: 'POST', headers: json, body: '{"a":' }, 400, 'invalid-request'],
    [
      'no body where there must be one',
      create,
      { method: 'POST', headers: json, body: '' },
      400,
      'invalid-request',
    ],
    [
      'a prototype in JSON',
      create,
      { method: 'POST', headers: json, body: '{"__proto__":{}}' },
      400,
      'invalid-request',
    ],
    [
      'another content type',
      create,
      { method: 'POST', headers: { 'content-type': 'application/xml' }, body: '<order/>' },
      415,
      'unsupported-media-type',
    ],
    [
      'a body that is too large',
      create,
      { method: 'POST', headers: json, body: JSON.stringify('x'.repeat(1024 * 1024)) },
      413,
      'too-large',
    ],
    ['an invalid number', '/api/Orders/P1/abc', {}, 422, 'invalid-fields'],
    ['a number that is too large', '/api/Orders/P1/99999999999999999999', {}, 422, 'invalid-fields'],
    ['a NUL in a query', '/api/Orders/P1?keyword=%00', {}, 400, 'invalid-request'],
    ['a path that cannot be decoded', '/api/Orders/%E0%A4%A', {}, 400, 'invalid-request'],
    ['an unknown lookup', '/api/lookups/planets', {}, 404, 'type-not-supported'],
  ])('%s', async (_, path, request, status, code) => {
    const response = await portal.request(path, { as, ...request })
    expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/)
    const found = await problemIn(response)
    expect(found).toMatchObject({ status, code, title: ERRORS[code as keyof typeof ERRORS][1] })
    expect(found.type).toBe(`/problems/${code}`)
    expect([response.status, found.instance]).toEqual([status, expect.any(String)])
  })

  test('no reply contains a token, a stack or the database’s messages', async () => {
    const response = await portal.request('/api/Orders/P1', {
      as,
      method: 'POST',
      body: { draftKey: "'; drop" },
    })
    const text = await response.text()
    expect(text).not.toMatch(/\bat \/|node_modules|select |postgres|Bearer/i)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('content-security-policy')).toContain("script-src 'self'")
  })
})
