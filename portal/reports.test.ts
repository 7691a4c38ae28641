import { expect, test } from 'vitest'
import { ProblemError, problemOf } from '#contract/errors.ts'
import { createReporter, entryOf, withoutValues } from './reports.ts'

function setUp(send: () => Promise<unknown> = async () => undefined) {
  const world = { time: 0, where: '/orders', sent: [] as unknown[] }
  const reporter = createReporter<'error' | 'warn'>({
    now: () => world.time,
    where: () => world.where,
    send: (level, entry) => {
      world.sent.push([level, entry.message])
      return send()
    },
  })
  return { world, report: (what: string) => reporter.report('error', what, new Error('x')) }
}

test('the same error is reported once a minute, and five in all', () => {
  const { world, report } = setUp()
  for (let turn = 0; turn < 100; turn++) report('Broken')
  expect(world.sent).toEqual([['error', 'Broken: Error: x']])
  for (const what of ['B', 'C', 'D', 'E', 'F', 'G']) report(what)
  expect(world.sent).toHaveLength(5)
  world.time += 60_000
  report('Broken')
  expect(world.sent).toHaveLength(6)
})

test('a report that fails is not reported', async () => {
  const { world, report } = setUp(() => Promise.reject(new Error('offline')))
  report('Broken')
  await new Promise((done) => setImmediate(done))
  expect(world.sent).toHaveLength(1)
})

test('a problem is reported by its code and its request, not by its words', () => {
  const problem = problemOf('internal', { detail: 'The order of Jane Roe', instance: 'r-7' })
  expect(entryOf('The profile could not be fetched', new ProblemError(problem), '/dashboard')).toEqual({
    message: 'The profile could not be fetched: internal',
    where: '/dashboard',
    requestId: 'r-7',
  })
})

test('the places of a stack are kept without queries, its message is not', () => {
  const error = new TypeError('x is undefined')
  error.stack =
    'TypeError: x is undefined\n    at show (https://portal.example/assets/a.js?patient=Roe:1:20)\n    at native'
  expect(entryOf('Uncaught', error, '')).toEqual({
    message: 'Uncaught: TypeError: x is undefined',
    stack: 'at show (https://portal.example/assets/a.js:1:20)',
  })
})

test.each([
  [`Unexpected token 'D', "Doe, Jane" is not valid JSON`, 'Unexpected token …, … is not valid JSON'],
  ['No order 4711 of 1990-05-17', 'No order # of #'],
  ['Failed to fetch https://portal.example/api/orders/1001/7', 'Failed to fetch …'],
  ['jane@clinic.example is taken', '… is taken'],
  [`Cannot read properties of undefined (reading 'map')`, 'Cannot read properties of undefined (reading …)'],
  [`can't access property of null`, `can't access property of null`],
])('values are taken out of %s', (message, expected) => {
  expect(withoutValues(message)).toBe(expected)
})

test('what was thrown need not be an error', () => {
  expect(entryOf('Uncaught', 'gone', '')).toEqual({ message: 'Uncaught: gone' })
  expect(entryOf('Uncaught', undefined, '').message).toBe('Uncaught: undefined')
})
