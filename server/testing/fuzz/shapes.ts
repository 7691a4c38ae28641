import fc from 'fast-check'
import { z } from 'zod'
import { hostileText, hostileValue } from './hostile.ts'
import type { RandomSource } from './random-source.ts'

/** The part of JSON Schema that Zod writes. */
export interface Shape {
  type?: string
  properties?: Record<string, Shape>
  required?: string[]
  additionalProperties?: boolean | Shape
  items?: Shape
  prefixItems?: Shape[]
  minItems?: number
  maxItems?: number
  anyOf?: Shape[]
  oneOf?: Shape[]
  allOf?: Shape[]
  enum?: unknown[]
  const?: unknown
  pattern?: string
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  $ref?: string
  $defs?: Record<string, Shape>
}

const known = new WeakMap<z.ZodType, Shape>()
/** The values that the schema accepts, as far as JSON Schema expresses it: without rules between fields. */
export function shapeOf(schema: z.ZodType): Shape {
  const shape =
    known.get(schema) ?? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape)
  known.set(schema, shape)
  return shape
}

const FORMATS: Record<string, readonly string[]> = {
  email: ['ada@clinic.test', 'o’b@clinic.test', 'a+b@clinic.test'],
  date: ['2026-01-05', '2019-03-14', '2000-02-29', '1900-01-01', '2199-12-31'],
  'date-time': ['2026-01-05T10:00:00Z', '2026-01-05T10:00:00.123Z'],
  uri: ['https://example.test/a'],
}

const matching = new Map<string, string[]>()
function matches(pattern: string): string[] {
  const before = matching.get(pattern)
  if (before) return before
  let found: string[] = []
  try {
    found = fc.sample(fc.stringMatching(new RegExp(pattern, 'u')), { numRuns: 12, seed: 1 })
  } catch {
    // With a lookahead or another construct that fast-check does not support: a hostile text will do.
  }
  matching.set(pattern, found)
  return found
}

const uuid = (random: RandomSource) =>
  'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replaceAll('x', () => random.int(0, 15).toString(16))

function text(shape: Shape, random: RandomSource): string {
  if (shape.format === 'uuid') return uuid(random)
  const formatted = FORMATS[shape.format ?? '']
  if (formatted) return random.one(formatted)
  const fits = shape.pattern ? matches(shape.pattern) : []
  if (fits.length > 0) return random.one(fits)
  const most = Math.min(shape.maxLength ?? 40, 400)
  const written = random.chance(0.4)
    ? hostileText(random)
    : random.one(['Ada', 'WES1', 'EPI2', 'P1', '1', 'F84.0'])
  return [...written]
    .slice(0, most)
    .join('')
    .padEnd(shape.minLength ?? 0, 'x')
}

function number(shape: Shape, random: RandomSource): number {
  const least = Math.max(shape.minimum ?? (shape.exclusiveMinimum ?? -2) + 1, -(2 ** 53) + 1)
  const most = Math.min(shape.maximum ?? least + 1000, 2 ** 53 - 1)
  if (random.chance(0.15)) return random.one([least, most])
  return shape.type === 'integer'
    ? random.int(least, Math.min(most, least + 1000))
    : least + random.next() * 5
}

/** A value of the shape; now and then, deep inside, one that does not match. */
export function valueOfShape(shape: Shape, random: RandomSource, root: Shape = shape, depth = 0): unknown {
  if (depth > 0 && random.chance(0.004)) return hostileValue(random)
  const { $ref, anyOf, oneOf, allOf } = shape
  const again = (one: Shape) => valueOfShape(one, random, root, depth + 1)
  if ($ref) return again(root.$defs?.[$ref.split('/').at(-1) ?? ''] ?? root)
  if ('const' in shape) return shape.const
  if (shape.enum) return random.one(shape.enum)
  const choices = anyOf ?? oneOf
  if (choices) return again(random.one(choices))
  if (allOf) return Object.assign({}, ...allOf.map(again))
  switch (shape.type) {
    case 'string':
      return text(shape, random)
    case 'integer':
    case 'number':
      return number(shape, random)
    case 'boolean':
      return random.chance(0.5)
    case 'null':
      return null
    case 'array': {
      if (shape.prefixItems) return shape.prefixItems.map(again)
      const most = Math.min(shape.maxItems ?? 3, (shape.minItems ?? 0) + 3)
      return Array.from({ length: random.int(shape.minItems ?? 0, most) }, () => again(shape.items ?? {}))
    }
    case 'object':
      return Object.fromEntries(
        Object.entries(shape.properties ?? {}).flatMap(([key, one]) =>
          shape.required?.includes(key) || random.chance(0.6) ? [[key, again(one)]] : [],
        ),
      )
    default:
      return hostileValue(random)
  }
}
