import { expect, test } from 'vitest'
import { ProblemError } from '#contract/errors.ts'
import { pagesInTurn } from './in-turn.ts'

const immediately = () => new Promise((resolve) => setImmediate(resolve))

test('during a flood, other work runs between two pages, and another network’s page is next', async () => {
  const inTurn = pagesInTurn()
  const made: string[] = []
  const page = (name: string) => inTurn(name, () => made.push(name))
  const flood = Array.from({ length: 20 }, () => page('flood'))
  const other = page('other')
  const before = made.length
  await immediately()
  expect(before).toBe(1)
  await other
  expect(made.indexOf('other')).toBeLessThanOrEqual(2)
  await Promise.all(flood)
  expect(made).toHaveLength(21)
})

test('a network that has too many pages waiting is refused, and others are not', async () => {
  const inTurn = pagesInTurn()
  const all = Array.from({ length: 60 }, (_, index) => inTurn('flood', () => index))
  const other = inTurn('other', () => 'page')
  const results = await Promise.allSettled(all)
  const refused = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(refused.length).toBeGreaterThanOrEqual(19)
  expect(refused.every((error) => error instanceof ProblemError && error.problem.status === 503)).toBe(true)
  expect(await other).toBe('page')
})

test('a page that fails affects only its own request', async () => {
  const inTurn = pagesInTurn()
  const failing = inTurn('one', () => {
    throw new Error('no such template')
  })
  const next = inTurn('one', () => 'page')
  await expect(failing).rejects.toThrow('no such template')
  expect(await next).toBe('page')
})
