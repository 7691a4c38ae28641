import { expect, it } from 'vitest'
import { isBlocking } from './points.ts'
import { openPoints } from './readiness.ts'
import { CONTEXT, completeOrder, earlier } from './testing/complete-order.ts'

const context = { ...CONTEXT, history: [earlier()] }
const only = (reason?: string, key = 'ordered-before:1600 proband 41') => {
  const overrides = reason === undefined ? [] : [{ key, reason }]
  return openPoints({ ...completeOrder(), overrides }, context).map(
    (point) => [point.severity, point.reason, isBlocking(point)] as const,
  )
}

it('a warning blocks until it has a reason, which is stored with it', () => {
  expect(only()).toEqual([['warning', '', true]])
  expect(only('New symptoms')).toEqual([['warning', 'New symptoms', false]])
})

it('a reason of spaces, or for another warning, does not count', () => {
  expect(only(' ')).toEqual([['warning', '', true]])
  expect(only('New symptoms', 'ordered-before:1700 proband 41')).toEqual([['warning', '', true]])
})

it('an error has no key, and therefore cannot be overridden', () => {
  const points = openPoints(
    { ...completeOrder(), tests: [], overrides: [{ key: '', reason: 'No' }] },
    CONTEXT,
  )
  expect(points.map((point) => [point.severity, point.key, point.reason, isBlocking(point)])).toContainEqual([
    ...['error', '', ''],
    true,
  ])
})
