import type { z } from 'zod'
import { isEventStream, type Route } from '#contract/route.ts'
import type { Asked, Example } from '../examples/example.ts'
import { CHILD, FOREIGN, PARENT, PEOPLE } from '../world.ts'
import type { Dice } from './dice.ts'
import { formOf, hostileFile } from './files.ts'
import { hostileJson, hostileText, hostileValue, mutated } from './hostile.ts'
import { shaped, shapeOf } from './shapes.ts'

export interface Target {
  name: string
  route: Route
  example: Example
}

/** One request, as it goes out. */
export interface Shot {
  method: Route['method']
  url: string
  as: string | null
  headers: Record<string, string>
  payload: string | Buffer | null
}

const EVERYBODY = Object.keys(PEOPLE)

/** Mostly somebody who gets in: what is behind the door is what is asked. */
function callerOf(dice: Dice, { needs, beforeGates }: Example): string | null {
  if (dice.chance(0.1)) return dice.chance(0.3) ? null : dice.one([...EVERYBODY, 'never-registered'])
  if (needs === 'nobody') return null
  if (needs === 'support') return 'Support'
  return beforeGates ? dice.one(['no-terms', 'not-attested', 'SuperUser@P1']) : 'SuperUser@P1'
}

/** A header's value that HTTP can carry. */
const headerText = (dice: Dice) =>
  hostileText(dice)
    .replaceAll(/[^\t\x20-\x7e\xa0-\xff]/g, '?')
    .slice(0, 4000)

/** The fields that a schema has, by its own shape, or something else in some. */
function fieldsOf(dice: Dice, schema: z.ZodObject | undefined): [string, string][] {
  if (!schema) return []
  const found = shaped(shapeOf(schema), dice)
  if (typeof found !== 'object' || found === null) return []
  return Object.entries(found).map(([key, value]) => [
    key,
    dice.chance(0.12) ? hostileText(dice) : typeof value === 'string' ? value : JSON.stringify(value),
  ])
}

const encoded = (text: string) => encodeURIComponent(text.toWellFormed())

function urlOf(dice: Dice, { route, example }: Target, asked: Asked): string {
  const [path = '', given = ''] = example.path(asked).split('?')
  const template = route.path.split('/')
  const changed = path.split('/').map((part, index) => {
    if (!template[index]?.startsWith('{') || !dice.chance(0.08)) return part
    return dice.chance(0.5)
      ? encoded(hostileText(dice))
      : dice.one(['0', '-1', '1e3', '999999999999999999', '1.0', '%2e%2e', '%00'])
  })
  const query = new URLSearchParams(given)
  if (route.query && dice.chance(0.6))
    for (const [key, value] of fieldsOf(dice, route.query)) query.set(key, value.toWellFormed())
  if (dice.chance(0.04)) query.append([...query.keys()][0] ?? 'a', hostileText(dice).toWellFormed())
  if (dice.chance(0.02)) query.append(hostileText(dice).toWellFormed(), 'x')
  const text = query.toString()
  return text ? `${changed.join('/')}?${text}` : changed.join('/')
}

function headersOf(dice: Dice, { route, example }: Target): Record<string, string> {
  const headers = { ...example.headers }
  if (route.headers && dice.chance(0.5))
    for (const [key, value] of fieldsOf(dice, route.headers))
      headers[key] = value.replaceAll(/[^\x20-\x7e]/g, '?')
  if (dice.chance(0.05))
    headers['institution-codes'] = dice.chance(0.5) ? headerText(dice) : dice.one([CHILD, FOREIGN, PARENT])
  if (dice.chance(0.03))
    headers[dice.one(['accept', 'accept-encoding', 'x-forwarded-for', 'range', 'if-match'])] =
      headerText(dice)
  return headers
}

/** Fields of an example's form; FormData keeps them. */
const formFields = (body: unknown): Record<string, unknown> =>
  body instanceof FormData
    ? Object.fromEntries([...body].filter(([, value]) => typeof value === 'string'))
    : {}

function bodyOf(
  dice: Dice,
  { route, example }: Target,
): { type: string | null; payload: string | Buffer | null } {
  if (!route.body)
    return dice.chance(0.03)
      ? { type: 'application/json', payload: '{"a":1}' }
      : { type: null, payload: null }
  if (route.bodyType === 'multipart/form-data') {
    const meant = dice.chance(0.7)
      ? formFields(example.body)
      : (shaped(shapeOf(route.body), dice) as Record<string, unknown>)
    const { file: _, ...fields } = Object(dice.chance(0.4) ? mutated(dice, meant) : meant)
    return formOf(dice, fields, dice.chance(0.93) ? hostileFile(dice) : null)
  }
  const usual = route.bodyType ?? 'application/json'
  const type = dice.chance(0.03)
    ? dice.one([
        'text/plain',
        'application/xml',
        'multipart/form-data',
        'application/x-www-form-urlencoded',
        'application/json; charset=utf-16',
        'a',
      ])
    : usual
  const roll = dice.next()
  if (roll < 0.1) return { type, payload: JSON.stringify(example.body) }
  if (roll < 0.55) {
    const changed = mutated(dice, example.body)
    return { type, payload: JSON.stringify(dice.chance(0.3) ? mutated(dice, changed) : changed) }
  }
  if (roll < 0.85) return { type, payload: JSON.stringify(shaped(shapeOf(route.body), dice)) ?? 'null' }
  if (roll < 0.9) return { type, payload: JSON.stringify(hostileValue(dice)) }
  return { type, payload: hostileJson(dice, JSON.stringify(example.body) ?? '{}') }
}

/** The next request of a target: right, nearly right, or hostile. */
export function shotAt(dice: Dice, target: Target, asked: (hospital: string, as?: string) => Asked): Shot {
  const { route, example } = target
  // A stream that is open does not end; who may not open it is answered.
  const as = isEventStream(route.reply) ? null : callerOf(dice, example)
  const at = dice.chance(0.85) ? PARENT : dice.one([CHILD, FOREIGN, 'NONE'])
  const { type, payload } = bodyOf(dice, target)
  const headers = headersOf(dice, target)
  if (type !== null) headers['content-type'] = type
  return { method: route.method, url: urlOf(dice, target, asked(at, as ?? '')), as, headers, payload }
}
