import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { isReservedCode } from '#domain/institutions/reserved-codes.ts'
import { api } from './api.ts'
import type { Access, Route } from './route.ts'

const ROUTES = Object.entries(api).flatMap(([feature, routes]) =>
  Object.entries(routes).map(([name, route]) => ({ name: `${feature}.${name}`, route: route as Route })),
)
const GOLDEN = join(import.meta.dirname, 'routes.golden')

function accessInWords(access: Access): string {
  if (access.kind === 'own') return `own ${access.at}`
  if (access.kind !== 'institution') return access.kind
  const permissions = access.permissions.join('|')
  return access.at ? `${permissions} at ${access.at.join(', ')}` : permissions
}

test('the routes match routes.golden, so that a changed path or access shows in the diff', () => {
  const lines = ROUTES.map(({ route }) => `${route.method} ${route.path} ${accessInWords(route.access)}`)
  const now = `${lines.toSorted().join('\n')}\n`
  if (process.env.UPDATE_GOLDEN) writeFileSync(GOLDEN, now)
  expect(
    now,
    'The routes changed. Is that meant? Then: UPDATE_GOLDEN=1 node_modules/.bin/vitest run contract',
  ).toBe(readFileSync(GOLDEN, 'utf8'))
})

describe.each(ROUTES)('$name', ({ route }) => {
  const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')

  test('has a schema for each parameter of its path, named once, and for no other', () => {
    expect(new Set(inPath).size).toBe(inPath.length)
    expect(Object.keys(route.params?.shape ?? {}).sort()).toEqual(inPath.toSorted())
  })

  test('checks the institution of every parameter that may name one', () => {
    if (route.access.kind !== 'institution') return
    const at = route.access.at ?? []
    expect(route.access.permissions.length).toBeGreaterThan(0)
    for (const name of at) expect(inPath).toContain(name)
    const ofHospitals = inPath.filter((name) => /^(h|\w*hospital\w*|institution\w*)$/i.test(name))
    expect([...at].sort()).toEqual(ofHospitals.sort())
  })

  test('gives a reason if it is public, has a body only if it is read, and has a summary', () => {
    if (route.access.kind === 'public') expect(route.access.because.length).toBeGreaterThan(10)
    if (route.method === 'GET' || route.method === 'DELETE') expect(route.body).toBeUndefined()
    expect(route.summary.length).toBeGreaterThan(5)
  })
})

describe('a field that a route’s schema does not name', () => {
  /** Foreign systems, including later versions of them, may send these: unnamed fields are left out. */
  const LEFT_OUT = ['counseling.request', 'counseling.partnerStatus', 'log.policyViolation']

  /** The places where an object may have additional fields. */
  function open(shape: unknown, at: string): string[] {
    if (typeof shape !== 'object' || shape === null) return []
    const { type, additionalProperties: more = true } = shape as {
      type?: unknown
      additionalProperties?: unknown
    }
    // A record, as in a patch's value, defines what its fields hold.
    const takesMore = type === 'object' && more !== false && !('propertyNames' in shape)
    return [
      ...(takesMore ? [at] : []),
      ...Object.entries(shape).flatMap(([key, inner]) => open(inner, `${at}/${key}`)),
    ]
  }

  test('is in no reply, at any depth', () => {
    const replies = ROUTES.filter(({ route: { reply } }) => reply instanceof z.ZodType)
    expect(replies.length).toBeGreaterThan(80)
    const found = replies.flatMap(({ name, route: { reply } }) =>
      reply instanceof z.ZodType
        ? open(z.toJSONSchema(reply, { io: 'output', unrepresentable: 'any' }), '').map(
            (at) => `${name} ${at}`,
          )
        : [],
    )
    expect(found).toEqual([])
  })

  test('is refused in a body, at any depth', () => {
    const found = ROUTES.filter(
      ({ route: { body } }) =>
        body && open(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }), '').length > 0,
    )
    expect(found.map(({ name }) => name).sort()).toEqual(LEFT_OUT.toSorted())
  })
})

test('no two routes collide in a router that ignores case and parameter names', () => {
  const keys = ROUTES.map(
    ({ route }) => `${route.method} ${route.path.replace(/\{\w+\}/g, '{}').toLowerCase()}`,
  )
  expect(new Set(keys).size).toBe(keys.length)
})

test('no institution code can be mistaken for a literal segment of another route', () => {
  const paths = ROUTES.map(({ route }) => ({
    method: route.method,
    segments: route.path.toLowerCase().split('/'),
  }))
  const isName = (part: string) => part.startsWith('{')
  const words = paths.flatMap(({ method, segments }) =>
    paths.flatMap((other) => {
      if (other.method !== method || other.segments.length !== segments.length) return []
      // Routers prefer the literal to the parameter at the first segment where two paths differ.
      const at = segments.findIndex((part, index) => isName(part) !== isName(other.segments[index] ?? ''))
      const fits = (part: string, index: number) =>
        part === other.segments[index] || isName(part) || isName(other.segments[index] ?? '')
      const ofHospital = /^\{(h|\w*hospital\w*|institution\w*)\}$/.test(segments[at] ?? '')
      return ofHospital && segments.every(fits) ? [other.segments[at] ?? ''] : []
    }),
  )
  expect(words.length).toBeGreaterThan(0)
  expect(words.filter((word) => !isReservedCode(word))).toEqual([])
})
