import { expect, it } from 'vitest'
import { blocks } from './points.ts'
import { openPoints } from './readiness.ts'
import { completeOrder, earlier, FACTS } from './testing/complete-order.ts'

const facts = { ...FACTS, history: [earlier()] }
const only = (reason?: string, key = 'ordered-before:1600 proband 41') => {
  const overrides = reason === undefined ? [] : [{ key, reason }]
  return openPoints({ ...completeOrder(), overrides }, facts).map(
    (point) => [point.severity, point.reason, blocks(point)] as const,
  )
}

it('a warning blocks until it has a reason, which is kept with it', () => {
  expect(only()).toEqual([['warning', '', true]])
  expect(only('New symptoms')).toEqual([['warning', 'New symptoms', false]])
})

it('a reason of spaces, or of another warning, is none', () => {
  expect(only(' ')).toEqual([['warning', '', true]])
  expect(only('New symptoms', 'ordered-before:1700 proband 41')).toEqual([['warning', '', true]])
})

it('an error has no key, and so no reason', () => {
  const points = openPoints({ ...completeOrder(), tests: [], overrides: [{ key: '', reason: 'No' }] }, FACTS)
  expect(points.map((point) => [point.severity, point.key, point.reason, blocks(point)])).toContainEqual([
    ...['error', '', ''],
    true,
  ])
})
