import { describe, expect, it, test } from 'vitest'
import { isBlocking, ORDER_SECTIONS } from '../points.ts'
import { openPoints } from '../readiness.ts'
import { badOrders } from './bad-orders.ts'
import { goodOrder, testContext } from './good-order.ts'
import { INVALID_CASES } from './invalid-cases.ts'
import { INVALID_JSON_CASES } from './invalid-json-cases.ts'

const pointsOf = (document: ReturnType<typeof goodOrder>) => openPoints(document, testContext(document))

it('the good order has no open points', () => {
  expect(pointsOf(goodOrder())).toEqual([])
})

describe('each invalid case', () => {
  test.each([...INVALID_CASES, ...INVALID_JSON_CASES])('%s: %s', (_name, rule, corrupt) => {
    const document = goodOrder()
    corrupt(document)
    expect(pointsOf(document).map((point) => point.rule)).toContain(rule)
  })

  it('covers every section of the form', () => {
    const all = badOrders(INVALID_CASES.length + INVALID_JSON_CASES.length, 4, [
      ...INVALID_CASES,
      ...INVALID_JSON_CASES,
    ])
    const sections = all.flatMap(({ document }) => pointsOf(document).map((point) => point.section))
    expect(new Set(sections)).toEqual(new Set(ORDER_SECTIONS))
  })

  it('leaves an order that fits into a row of a manifest', () => {
    for (const { document } of badOrders(200, 4)) {
      expect(document.tests).toEqual(goodOrder().tests)
      expect(document.patients.map((one) => one.key)).toEqual(
        ['proband', 'relative-1', 'relative-2'].slice(0, document.patients.length),
      )
      expect(document.samples.map((sample) => sample.patient)).toEqual(
        document.patients.map((patient) => patient.key),
      )
      expect(document.indicationsForTesting.length).toBeLessThanOrEqual(3)
    }
  })
})

describe('200 bad orders', () => {
  const orders = badOrders(200, 4)

  it('are 200 different ones, reproducible by their seed', () => {
    expect(new Set(orders.map((order) => JSON.stringify(order.document))).size).toBe(200)
    expect(badOrders(200, 4)).toEqual(orders)
    expect(badOrders(200, 5)).not.toEqual(orders)
  })

  it('all have errors, together in every section but the tests', () => {
    const sections = new Set<string>()
    for (const { name, document } of orders) {
      const points = pointsOf(document)
      expect(points.some(isBlocking), name).toBe(true)
      for (const point of points) sections.add(point.section)
    }
    expect(sections).toEqual(new Set(ORDER_SECTIONS.filter((section) => section !== 'tests')))
  })
})
