import type { z } from 'zod'
import { isEventStream, type Route } from '#contract/route.ts'
import type { Example, ExampleIds } from '../examples/example.ts'
import { CHILD, FOREIGN, PARENT, TEST_USERS } from '../world.ts'
import { formOf, hostileFile } from './files.ts'
import { hostileJson, hostileText, hostileValue, mutateValue } from './hostile.ts'
import type { RandomSource } from './random-source.ts'
import { shapeOf, valueOfShape } from './shapes.ts'

export interface Target {
  name: string
  route: Route
  example: Example
}

/** One request as it is sent. */
export interface FuzzRequest {
  method: Route['method']
  url: string
  as: string | null
  headers: Record<string, string>
  payload: string | Buffer | null
}

const ALL_USERS = Object.keys(TEST_USERS)

/** Mostly an admitted user: the code behind the access check is what is tested. */
function userOf(random: RandomSource, { needs, beforeGates }: Example): string | null {
  if (random.chance(0.1)) return random.chance(0.3) ? null : random.one([...ALL_USERS, 'never-registered'])
  if (needs === 'nobody') return null
  if (needs === 'support') return 'Support'
  return beforeGates ? random.one(['no-terms', 'not-attested', 'SuperUser@P1']) : 'SuperUser@P1'
}

/** A header's value that HTTP can carry. */
const headerText = (random: RandomSource) =>
  hostileText(random)
    .replaceAll(/[^\t\x20-\x7e\xa0-\xff]/g, '?')
    .slice(0, 4000)

/** The schema's fields with values of its shape, or in some fields something else. */
function fieldsOf(random: RandomSource, schema: z.ZodObject | undefined): [string, string][] {
  if (!schema) return []
  const found = valueOfShape(shapeOf(schema), random)
  if (typeof found !== 'object' || found === null) return []
  return Object.entries(found).map(([key, value]) => [
    key,
    random.chance(0.12) ? hostileText(random) : typeof value === 'string' ? value : JSON.stringify(value),
  ])
}

const encoded = (text: string) => encodeURIComponent(text.toWellFormed())

function urlOf(random: RandomSource, { route, example }: Target, idsAt: ExampleIds): string {
  const [path = '', given = ''] = example.path(idsAt).split('?')
  const template = route.path.split('/')
  const changed = path.split('/').map((segment, index) => {
    if (!template[index]?.startsWith('{') || !random.chance(0.08)) return segment
    return random.chance(0.5)
      ? encoded(hostileText(random))
      : random.one(['0', '-1', '1e3', '999999999999999999', '1.0', '%2e%2e', '%00'])
  })
  const query = new URLSearchParams(given)
  if (route.query && random.chance(0.6))
    for (const [key, value] of fieldsOf(random, route.query)) query.set(key, value.toWellFormed())
  if (random.chance(0.04)) query.append([...query.keys()][0] ?? 'a', hostileText(random).toWellFormed())
  if (random.chance(0.02)) query.append(hostileText(random).toWellFormed(), 'x')
  const text = query.toString()
  return text ? `${changed.join('/')}?${text}` : changed.join('/')
}

function headersOf(random: RandomSource, { route, example }: Target): Record<string, string> {
  const headers = { ...example.headers }
  if (route.headers && random.chance(0.5))
    for (const [key, value] of fieldsOf(random, route.headers))
      headers[key] = value.replaceAll(/[^\x20-\x7e]/g, '?')
  if (random.chance(0.05))
    headers['institution-codes'] = random.chance(0.5)
      ? headerText(random)
      : random.one([CHILD, FOREIGN, PARENT])
  if (random.chance(0.03))
    headers[random.one(['accept', 'accept-encoding', 'x-forwarded-for', 'range', 'if-match'])] =
      headerText(random)
  return headers
}

/** The fields of an example's FormData. */
const formFields = (body: unknown): Record<string, unknown> =>
  body instanceof FormData
    ? Object.fromEntries([...body].filter(([, value]) => typeof value === 'string'))
    : {}

function bodyOf(
  random: RandomSource,
  { route, example }: Target,
): { type: string | null; payload: string | Buffer | null } {
  if (!route.body)
    return random.chance(0.03)
      ? { type: 'application/json', payload: '{"a":1}' }
      : { type: null, payload: null }
  if (route.bodyType === 'multipart/form-data') {
    const meant = random.chance(0.7)
      ? formFields(example.body)
      : (valueOfShape(shapeOf(route.body), random) as Record<string, unknown>)
    const { file: _, ...fields } = Object(random.chance(0.4) ? mutateValue(random, meant) : meant)
    return formOf(random, fields, random.chance(0.93) ? hostileFile(random) : null)
  }
  const usual = route.bodyType ?? 'application/json'
  const type = random.chance(0.03)
    ? random.one([
        'text/plain',
        'application/xml',
        'multipart/form-data',
        'application/x-www-form-urlencoded',
        'application/json; charset=utf-16',
        'a',
      ])
    : usual
  const roll = random.next()
  if (roll < 0.1) return { type, payload: JSON.stringify(example.body) }
  if (roll < 0.55) {
    const changed = mutateValue(random, example.body)
    return { type, payload: JSON.stringify(random.chance(0.3) ? mutateValue(random, changed) : changed) }
  }
  if (roll < 0.85)
    return { type, payload: JSON.stringify(valueOfShape(shapeOf(route.body), random)) ?? 'null' }
  if (roll < 0.9) return { type, payload: JSON.stringify(hostileValue(random)) }
  return { type, payload: hostileJson(random, JSON.stringify(example.body) ?? '{}') }
}

/** The next request to a target: valid, nearly valid, or hostile. */
export function fuzzRequestAt(
  random: RandomSource,
  target: Target,
  idsAt: (hospital: string, as?: string) => ExampleIds,
): FuzzRequest {
  const { route, example } = target
  // An open stream does not end; a client that may not open it gets a reply.
  const as = isEventStream(route.reply) ? null : userOf(random, example)
  const at = random.chance(0.85) ? PARENT : random.one([CHILD, FOREIGN, 'NONE'])
  const { type, payload } = bodyOf(random, target)
  const headers = headersOf(random, target)
  if (type !== null) headers['content-type'] = type
  return { method: route.method, url: urlOf(random, target, idsAt(at, as ?? '')), as, headers, payload }
}
