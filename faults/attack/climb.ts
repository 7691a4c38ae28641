import type { z } from 'zod'
import type { Route } from '#contract/route.ts'
import { hostileText } from '../../server/testing/fuzz/hostile.ts'
import type { RandomSource } from '../../server/testing/fuzz/random-source.ts'
import { shapeOf, valueOfShape } from '../../server/testing/fuzz/shapes.ts'

/** A query's parameters, each once or several times. */
export type Query = readonly (readonly [name: string, value: string])[]

/**
 * The most expensive values, if any: many words, rare and common ones, long ones, deep pages, whole ranges.
 */
const COSTLY = [
  ...[
    'a',
    'e',
    'a e i o n r s t',
    'b k z x q j v w',
    'q x',
    'a a a a a a a a',
    'a b c d e f g h i j k l m n o p',
  ],
  ...['Å'.repeat(100), 'a'.repeat(100), '%'.repeat(100), '_ _ _ _', '\\', "' or 1=1 --", '9'.repeat(15)],
  ...['2000-01-01', '2999-12-31', 'lt2000-01-01', 'gt2999-01-01', 'ge1900-01-01', 'none', 'active,none'],
  ...['0', '1', '200', '100000', '1000000000', '9007199254740991', '-1', '1e3'],
  ...['__proto__', 'constructor', 'hasOwnProperty', 'toString', '\0', 'a\0b', '\ud800', '../../..'],
  ...['true', 'false', '1001,1002,1003', Array.from({ length: 500 }, (_, n) => n).join(',')],
]

const anyValue = (dice: RandomSource) =>
  dice.chance(0.75) ? dice.one(COSTLY) : hostileText(dice).slice(0, 4000)

/** A valid query by the route's own schema. */
function right(dice: RandomSource, schema: z.ZodObject): Query {
  const made = valueOfShape(shapeOf(schema), dice)
  if (typeof made !== 'object' || made === null) return []
  return Object.entries(made).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
}

/**
 * `query` with one mutation: a value changed, a parameter added, removed or duplicated; or a new valid query.
 */
function mutatedQuery(dice: RandomSource, names: readonly string[], query: Query, route?: Route): Query {
  const roll = dice.next()
  if (route?.query && roll < 0.2) return right(dice, route.query)
  if (names.length === 0) return [[dice.one(['a', '__proto__', 'constructor']), anyValue(dice)]]
  const at = query.length === 0 ? -1 : dice.int(0, query.length - 1)
  if (roll < 0.6 || at < 0) {
    const name = dice.one(names)
    return [...query.filter(([other]) => other !== name), [name, anyValue(dice)]]
  }
  if (roll < 0.75) return query.filter((_, index) => index !== at)
  const [name] = query[at] ?? ['a']
  if (roll < 0.9) return [...query, [name, anyValue(dice)]]
  return query.map((one, index) => (index === at ? [one[0], anyValue(dice)] : one))
}

const written = (query: Query) =>
  query
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value.toWellFormed())}`)
    .join('&')

export interface SlowestRequest {
  path: string
  ms: number
}

/**
 * Searches for a route's slowest query by hill climbing: each mutation that takes longer becomes the next
 * starting point. `ask` returns the duration.
 */
export async function climb(
  dice: RandomSource,
  { path, names, route, tries }: { path: string; names: readonly string[]; route?: Route; tries: number },
  ask: (path: string) => Promise<number>,
): Promise<SlowestRequest> {
  const [plain = path, given = ''] = path.split('?')
  let query: Query = [...new URLSearchParams(given)]
  let best: SlowestRequest = { path, ms: await ask(path) }
  for (let tried = 0; tried < tries; tried += 1) {
    const next = mutatedQuery(dice, names, query, route)
    const candidate = `${plain}?${written(next)}`
    const ms = await ask(candidate)
    if (ms > best.ms) [best, query] = [{ path: candidate, ms }, next]
  }
  return best
}
