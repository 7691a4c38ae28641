import { describe, expect, it } from 'vitest'
import type { OrderEvent } from '#contract/order.ts'
import { blankTest, newOrder } from '#domain/orders/document.ts'
import type { ORDER_STATES } from '#domain/orders/status.ts'
import { currentCancellationRefusal, currentRefusal, expectedSteps, newestFirst } from './timeline.ts'

/** Events a minute apart, in the order given. */
const events = (...kinds: OrderEvent['kind'][]): OrderEvent[] =>
  kinds.map((kind, index) => ({
    id: index + 1,
    kind,
    at: new Date(Date.UTC(2026, 10, 12, 16, index)).toISOString(),
    actor: 'Laboratory',
    detail: kind === 'refused-by-laboratory' ? 'No such test' : '',
  }))

describe('newest first', () => {
  it('keeps the written order, backwards, for one instant', () => {
    const at = '2026-11-12T16:00:00Z'
    const same = events('draft-begun', 'submitted', 'acknowledged').map((event) => ({ ...event, at }))
    expect(newestFirst(same).map((event) => event.id)).toEqual([3, 2, 1])
  })

  it('goes by time and not by number, because a message may come late', () => {
    const [first, second] = events('accessioned', 'in-process')
    if (!first || !second) throw new Error('two events were made')
    expect(newestFirst([second, first]).map((event) => event.kind)).toEqual(['in-process', 'accessioned'])
  })
})

describe('a refusal of the laboratory', () => {
  const refusal = (tests: number, ...kinds: OrderEvent['kind'][]) => {
    const document = { ...newOrder(), tests: Array.from({ length: tests }, () => blankTest('WES1')) }
    return currentRefusal({ events: events(...kinds), document })
  }

  it('stands, with its reason, until the order is taken', () => {
    expect(refusal(1, 'submitted', 'refused-by-laboratory')?.detail).toBe('No such test')
    for (const tests of [1, 2]) {
      expect(refusal(tests, 'refused-by-laboratory', 'acknowledged')).toBeNull()
      expect(refusal(tests, 'refused-by-laboratory', 'accessioned')).toBeNull()
    }
  })

  it('is none where one of two tests was refused, and the order goes on', () => {
    expect(refusal(2, 'acknowledged', 'refused-by-laboratory')).toBeNull()
  })

  it('stands where the only test was refused after the order was acknowledged', () => {
    expect(refusal(1, 'acknowledged', 'refused-by-laboratory')).not.toBeNull()
  })

  it('is none where nothing was refused', () => {
    expect(refusal(1, 'draft-begun')).toBeNull()
  })
})

describe('a refusal to cancel', () => {
  it('stands, with the laboratory’s words, until it is asked again or the order has ended', () => {
    const refused = events('cancellation-asked', 'cancellation-refused')
    expect(currentCancellationRefusal(refused)?.kind).toBe('cancellation-refused')
    expect(currentCancellationRefusal(events('cancellation-refused', 'in-process'))).not.toBeNull()
    for (const after of ['cancellation-asked', 'cancelled', 'reported'] as const)
      expect(currentCancellationRefusal(events('cancellation-refused', after))).toBeNull()
  })
})

describe('what comes next', () => {
  const order = {
    state: 'in-process',
    expectedOn: null,
    vobStatus: null,
    awaitsSpecimen: true,
    relatives: 0,
  } as const
  const titles = (state: (typeof ORDER_STATES)[number]) =>
    expectedSteps({ ...order, state }).map((step) => step.key)

  it('[ORDER-08] gets shorter with every step of the laboratory', () => {
    expect(titles('en-route')).toEqual(['arrival', 'testing', 'report'])
    expect(titles('accessioned')).toEqual(['testing', 'report'])
    expect(titles('in-process')).toEqual(['report'])
    expect(titles('reported')).toEqual([])
    expect(titles('cancelled')).toEqual([])
  })

  it('is the report of each test that is still awaited', () => {
    const pendingTests = [{ testCode: 'B', testName: 'Exome' }]
    const steps = expectedSteps({ ...order, state: 'reported', expectedOn: '2026-12-03', pendingTests })
    expect(steps).toEqual([{ key: 'report', title: 'Report of Exome', detail: '3 Dec 2026' }])
  })

  it('is no arrival where the laboratory has the specimen already', () => {
    const addOn = { ...order, state: 'en-route', awaitsSpecimen: false } as const
    expect(expectedSteps(addOn).map((step) => step.key)).toEqual(['testing', 'report'])
  })

  it('is the payer’s answer for a benefits verification, and never a report', () => {
    const steps = (vobStatus: 'draft' | 'submitted' | 'answered') =>
      expectedSteps({ ...order, state: 'draft', vobStatus }).map((step) => step.title)
    expect(steps('draft')).toEqual(['Payer asked', 'Payer answers'])
    expect(steps('submitted')).toEqual(['Payer answers'])
    expect(steps('answered')).toEqual([])
  })

  it('gives the expected day when it is known, and else the turnaround', () => {
    const report = (expectedOn: string | null, relatives = 0) =>
      expectedSteps({ ...order, expectedOn, turnaround, relatives })[0]?.detail
    const turnaround = { amount: 28, unit: 'calendar-days', start: 'received', family: 'wait' } as const
    expect(report('2026-12-03')).toBe('3 Dec 2026')
    expect(report(null)).toBe('28 calendar days from receipt of the patient’s specimen')
    expect(report(null, 2)).toBe('28 calendar days from receipt of all specimens')
    expect(expectedSteps(order)[0]?.detail).toBeUndefined()
  })
})
