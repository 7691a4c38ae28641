import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { api } from './api.ts'
import { ANSWERED_WITHIN_MS, createClient, pathOf, type Transport } from './client.ts'
import { toClientRoutes } from './client-routes.ts'
import { ERRORS, ProblemError, problemOf } from './errors.ts'
import { problem } from './problem.ts'

/** A transport that always returns the same answer, and records its calls. */
function answering(
  status: number,
  body: unknown,
  { routes = api, headers = {} }: { routes?: object; headers?: Record<string, string> } = {},
) {
  const requests: { path: string; init: object; isBounded: boolean }[] = []
  const transport: Transport = async (path, init) => {
    const { signal, ...rest } = init
    requests.push({ path, init: rest, isBounded: signal !== undefined })
    return {
      ok: status < 400,
      status,
      headers: { get: (name) => headers[name] ?? null },
      json: async () => (body === undefined ? Promise.reject(new SyntaxError('no JSON')) : body),
      arrayBuffer: async () => new Uint8Array([1, 2, 3]).buffer,
    }
  }
  return { client: createClient(routes as typeof api, transport), requests }
}

describe('without its schemas, as in the browser', () => {
  const input = {
    params: { h: 'P1', id: 7 },
    query: { top: 2 },
    headers: { 'if-match': '"3"' },
    body: { a: 'b' },
  }
  type Calls = Record<string, Record<string, (call: typeof input) => Promise<unknown>>>
  const bare = toClientRoutes(api)

  test.each(Object.keys(api))('every route of %s is called and read the same', async (feature) => {
    for (const [name, { reply: known }] of Object.entries(bare[feature] ?? {})) {
      const headers = { 'content-disposition': 'attachment' }
      const both = [api, bare].map((routes) => answering(known ? 200 : 204, { c: 'd' }, { routes, headers }))
      const [full, small] = both.map(async ({ client }) =>
        (client as unknown as Calls)[feature]?.[name]?.(input),
      )
      expect(await small).toEqual(await full)
      expect(both[1]?.requests).toHaveLength(1)
      expect(both[1]?.requests).toEqual(both[0]?.requests)
    }
  })

  test('returns plain text', () => {
    expect(JSON.parse(JSON.stringify(bare))).toEqual(bare)
  })
})

describe('the client derived from the contract', () => {
  test('fills in path and query, encoded, and leaves out undefined values', () => {
    const call = { params: { hospital: 'A/B' }, query: { keyword: 'a b&c', status: undefined, skip: 0 } }
    expect(pathOf(api.orders.list, call)).toBe('/api/Orders/A%2FB?keyword=a%20b%26c&skip=0')
    expect(pathOf(api.portal.configuration, {})).toBe('/api/configuration')
    expect(pathOf(api.catalogue.test, { params: { code: '../x' } })).toBe('/api/tests/code/..%2Fx')
  })

  test('[API-30] sends a body with the route’s content type, and only headers that have a value', async () => {
    const { client, requests } = answering(200, {})
    const params = { hospital: 'P1', id: 7 }
    await client.orders.patch({
      params,
      headers: { 'if-match': '"3"' },
      body: [{ op: 'remove', path: '/kits/0' }],
    })
    await client.orders.submit({ params, headers: { 'if-match': undefined }, query: {} })
    expect(requests[0]).toEqual({
      path: '/api/Orders/P1/7',
      init: {
        ...{ method: 'PATCH', body: '[{"op":"remove","path":"/kits/0"}]' },
        headers: { 'if-match': '"3"', 'content-type': 'application/json-patch+json' },
      },
      isBounded: true,
    })
    expect(requests[1]).toEqual({
      path: '/api/Orders/P1/7/approve',
      init: { method: 'POST', headers: {} },
      isBounded: true,
    })
  })

  test('returns bytes for a file and nothing for no content', async () => {
    const params = { h: 'P1', id: 7 }
    const pdf = answering(200, {}, { headers: { 'content-disposition': 'inline' } })
    expect(await pdf.client.orders.report({ params, query: {} })).toEqual(new Uint8Array([1, 2, 3]))
    const letter = answering(200, {}, { headers: { 'content-disposition': 'attachment' } })
    const document = { h: 'P1', id: 7, documentId: 3 }
    expect(await letter.client.documents.download({ params: document })).toEqual(new Uint8Array([1, 2, 3]))
    expect(await answering(204, undefined).client.orders.discard({ params })).toBeUndefined()
  })

  test('takes no page of a network that wants a sign-in first for an answer of the portal', async () => {
    const { client } = answering(200, undefined, { headers: { 'content-type': 'text/html' } })
    const params = { h: 'P1', id: 7 }
    const calls = {
      nothing: () => client.orders.discard({ params }),
      pdf: () => client.orders.report({ params, query: {} }),
      file: () => client.documents.download({ params: { ...params, documentId: 3 } }),
      json: () => client.portal.configuration(),
    }
    for (const [kind, call] of Object.entries(calls))
      await expect(call(), kind).rejects.toMatchObject({ problem: { code: 'unavailable' } })
  })

  test('throws the problem of an answer, and one of its own if the answer is not a problem', async () => {
    const codeOf = async (status: number, body: unknown) => {
      const error = await answering(status, body)
        .client.portal.configuration()
        .catch((thrown: unknown) => thrown)
      return error instanceof ProblemError ? error.problem.code : error
    }
    expect(await codeOf(409, problemOf('wrong-state'))).toBe('wrong-state')
    expect(await codeOf(502, '<html>')).toBe('unavailable')
    expect(await codeOf(503, undefined)).toBe('unavailable')
    expect(await codeOf(418, { status: 418 })).toBe('internal')
    // The connection broke in the middle of the answer.
    expect(await codeOf(200, undefined)).toBe('unavailable')
  })

  test('does not wait forever for an answer, but as long as it takes for a file', async () => {
    const late = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal)
    onTestFinished(() => timeout.mockRestore())
    const client = createClient(api, (_path, { signal }) => {
      if (!signal) return Promise.reject(new TypeError('no bound'))
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    })
    const answer = client.portal.configuration()
    expect(timeout).toHaveBeenCalledExactlyOnceWith(ANSWERED_WITHIN_MS)
    late.abort()
    await expect(answer).rejects.toMatchObject({ problem: { code: 'unavailable' } })
    const report = client.orders.report({ params: { h: 'P1', id: 7 }, query: {} })
    await expect(report).rejects.toMatchObject({ cause: { message: 'no bound' } })
  })

  test('reports that the portal can’t be reached', async () => {
    const client = createClient(api, () => Promise.reject(new TypeError('fetch failed')))
    const error = await client.portal.configuration().catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({
      message: 'The portal can’t be reached. Check your connection and try again.',
      problem: { code: 'unavailable' },
    })
  })
})

test('turns every error of the closed list into a problem document with a sentence for the user', () => {
  for (const code of Object.keys(ERRORS) as (keyof typeof ERRORS)[]) {
    const document = problemOf(code)
    expect(problem.parse(document)).toEqual(document)
    expect(document.status).toBeGreaterThanOrEqual(400)
    expect(document.title).toMatch(/^[A-Z]/)
  }
})
