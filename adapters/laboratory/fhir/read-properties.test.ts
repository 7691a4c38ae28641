import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { cases } from '#domain/testing/cases.ts'
import { sampleOrder } from '../testing/order.ts'
import { statusOf } from './answer.ts'
import { fhirCodec } from './codec.ts'
import { loadDefinitions } from './definitions.ts'
import { SYSTEMS } from './systems.ts'
import { bundle, decision, held, numbered, pdf, report, specimen, task } from './testing/messages.ts'

// Reading FHIR's definitions from disk takes a while, once.
beforeAll(loadDefinitions)

const GOOD = [
  bundle('B1', task(4711, 'accepted', { identifier: [numbered('26-1')] }), specimen(4711, 's1')),
  bundle('B2', held(4711, 'MISSING-INFO', 'Which?', 'H-1'), decision(4711, 'rejected')),
  bundle('B3', report(4711, 'final', { presentedForm: [pdf()], issued: '2026-04-01T09:00:00Z' })),
  JSON.parse(fhirCodec.writeOrder(sampleOrder())) as object,
]

const odd: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(
    null,
    '',
    0,
    -1,
    true,
    [],
    {},
    [[]],
    'Bundle',
    'Task',
    '__proto__',
    '\u0000',
    SYSTEMS.order,
  ),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.jsonValue({ maxDepth: 2 }),
)

/** Every path in a value, as a list of keys. */
function paths(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([key, content]) => paths(content, [...path, key]))]
}

type Mutation = { at: number; how: 'replace' | 'remove' | 'rename' | 'double'; by: unknown }
const mutation: fc.Arbitrary<Mutation> = fc.record({
  at: fc.nat(),
  how: fc.constantFrom<Mutation['how']>('replace', 'remove', 'rename', 'double'),
  by: odd,
})

function mutated(good: object, mutations: Mutation[]): unknown {
  const copy: unknown = structuredClone(good)
  for (const { at, how, by } of mutations) {
    const all = paths(copy).slice(1)
    const path = all[at % Math.max(all.length, 1)] ?? []
    const last = path.at(-1)
    const holder = path
      .slice(0, -1)
      .reduce<unknown>((inside, key) => (inside as Record<string, unknown>)[key], copy) as Record<
      string,
      unknown
    >
    if (last === undefined) continue
    // A copy: the inserted value may be changed by the next mutation.
    if (how === 'replace') holder[last] = structuredClone(by)
    else if (how === 'double') holder[last] = [holder[last], holder[last]]
    else {
      const content = holder[last]
      delete holder[last]
      if (how === 'rename') holder[typeof by === 'string' ? by : JSON.stringify(by)] = content
    }
  }
  return copy
}

/** Expects that it is read or refused, with an answer and a status in either case. */
function expectAnswered(raw: string) {
  const message = fhirCodec.read(raw)
  const code = message.kind === 'refused' ? message.code : 'AA'
  const reason = message.kind === 'refused' ? message.reason : ''
  const answer = JSON.parse(fhirCodec.writeAcknowledgement(message, code, reason))
  expect(statusOf(answer) === 200).toBe(message.kind !== 'refused')
  if (message.kind === 'refused') expect(answer.issue.length).toBeGreaterThan(0)
  if (message.kind === 'news')
    for (const { orderId, laboratoryNumber } of message.updates)
      expect(orderId ?? laboratoryNumber).not.toBeNull()
}

test('reads or refuses 3,000 mutated Bundles, each with an answer', () => {
  const list = fc.array(mutation, { minLength: 1, maxLength: 3 })
  fc.assert(
    fc.property(fc.constantFrom(...GOOD), list, (good, mutations) =>
      expectAnswered(JSON.stringify(mutated(good, mutations)) ?? ''),
    ),
    { numRuns: cases(3000) },
  )
})

test('reads or refuses texts that are truncated or altered anywhere', () => {
  const raws = GOOD.map((good) => JSON.stringify(good))
  fc.assert(
    fc.property(
      fc.constantFrom(...raws),
      fc.nat(),
      fc.string({ unit: 'binary', maxLength: 3 }),
      (raw, at, by) => {
        const position = at % raw.length
        expectAnswered(raw.slice(0, position))
        expectAnswered(`${raw.slice(0, position)}${by}${raw.slice(position + by.length)}`)
      },
    ),
    { numRuns: cases(2000) },
  )
})

test('refuses one that is nested 200,000 deep', () => {
  expectAnswered(`${'['.repeat(200_000)}${']'.repeat(200_000)}`)
  const deep = `${'{"extension":['.repeat(50_000)}${']}'.repeat(50_000)}`
  expectAnswered(`{"resourceType":"Bundle","type":"batch","id":"x","entry":[{"resource":${deep}}]}`)
})
