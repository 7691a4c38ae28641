import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PATIENT_ACTIONS, type PatientAction } from './actions.ts'
import { actsOf, type TrailLine } from './acts.ts'

const line = (action: PatientAction, minute: number, more: Partial<TrailLine> = {}): TrailLine => ({
  ...{ action, kind: PATIENT_ACTIONS[action].kind, by: 'Ada Okafor', to: '', orderIds: [7] },
  at: new Date(Date.UTC(2026, 10, 22, 12, minute)).toISOString(),
  ...more,
})
const summaries = (lines: TrailLine[]) =>
  actsOf(lines).map(([first, ...more]) => [first.action, more.length + 1])

describe('acts from an audit trail', () => {
  test('joins the opening of an order with everything its page reads, once or repeatedly', () => {
    const page = ['authorization.view', 'coverage.view', 'report.list', 'order.view'] as const
    const lines = [4, 3, 2, 1].flatMap((minute) => page.map((action) => line(action, minute)))
    expect(summaries(lines)).toEqual([['order.view', 16]])
  })

  test('lists separately what the reader opened themself', () => {
    const lines = [line('report.read', 3), line('coverage.view', 2), line('order.view', 1)]
    expect(summaries(lines)).toEqual([
      ['report.read', 1],
      ['order.view', 2],
    ])
  })

  test('separates acts by person, by order, and by a long pause', () => {
    const lines = [
      line('order.view', 50),
      line('order.view', 3, { orderIds: [8] }),
      line('order.view', 2, { by: 'Bo Lim' }),
      line('order.view', 1),
    ]
    expect(summaries(lines)).toEqual(Array(4).fill(['order.view', 1]))
  })

  test('[OPS-11] a page that reads its order again by itself, hours after it was opened, opens nothing', () => {
    const again = { isRefresh: true }
    const lines = [
      ...[line('coverage.view', 600), line('order.view', 600, again)],
      ...[line('order.view', 400, again), line('report.list', 400)],
      ...[line('coverage.view', 2), line('order.view', 1)],
      line('order.view', -300),
    ]
    expect(summaries(lines)).toEqual([
      ['order.view', 6],
      ['order.view', 1],
    ])
    expect(
      actsOf(lines)[0]
        ?.map(({ at }) => at)
        .toSorted()[0],
    ).toBe(line('order.view', 1).at)
    // Of another person, of another order, and without an opening before it, it stands alone.
    expect(
      summaries([
        line('order.view', 600, again),
        line('order.view', 1, { by: 'Bo Lim' }),
        line('order.view', 0, { orderIds: [8] }),
      ]),
    ).toHaveLength(3)
    // Opened again while another tab stayed open: two acts.
    expect(
      summaries([line('order.view', 600), line('order.view', 590, again), line('order.view', 1)]),
    ).toEqual([
      ['order.view', 2],
      ['order.view', 1],
    ])
  })

  test('no page stays open longer than a day: what is marked as read again later is an act of its own', () => {
    const again = { isRefresh: true }
    const day = 24 * 60
    expect(summaries([line('order.view', day, again), line('order.view', 0)])).toEqual([['order.view', 2]])
    expect(summaries([line('order.view', day + 1, again), line('order.view', 0)])).toEqual([
      ['order.view', 1],
      ['order.view', 1],
    ])
    // Nor by reading it again every few hours.
    const weeks = Array.from({ length: 60 }, (_, at) => line('order.view', 20 * day - at * 480, again))
    expect(summaries([...weeks, line('order.view', 0)]).length).toBeGreaterThan(10)
    // Nor by reading it again without a pause.
    const step = 25
    const often = Array.from({ length: (20 * day) / step }, (_, at) =>
      line('order.view', 20 * day - at * step, again),
    )
    const acts = actsOf([...often, line('order.view', 0)])
    expect(acts.length).toBeGreaterThanOrEqual(20)
    for (const act of acts)
      expect(Date.parse(act[0].at) - Date.parse(act.at(-1)?.at ?? '')).toBeLessThanOrEqual(day * 60_000)
  })

  test('[OPS-11] whatever an open page reads again by itself is no act of its own, whether its order is read with it or not', () => {
    const again = { isRefresh: true }
    for (const action of ['family.of-order', 'follow-up.view', 'findings.view', 'ehr.chart-read'] as const)
      expect(
        summaries([
          line(action, 600, again),
          line(action, 300, again),
          line(action, 1),
          line('order.view', 0),
        ]),
      ).toEqual([['order.view', 4]])
    // A page that opens no order, such as a family's.
    expect(summaries([line('family.view', 600, again), line('family.view', 1)])).toEqual([['family.view', 2]])
    // Read after a long pause by somebody who was there.
    expect(summaries([line('family.of-order', 600), line('order.view', 0)])).toHaveLength(2)
  })

  test('lists each export and disclosure', () => {
    const lines = ['requisition.print', 'requisition.print', 'payer.asked', 'payer.asked'] as const
    expect(summaries(lines.map((action) => line(action, 1)))).toHaveLength(4)
  })

  test("lists a page's reads on their own if nothing was opened", () => {
    expect(summaries([line('authorization.view', 2), line('authorization.view', 1)])).toEqual([
      ['authorization.view', 2],
    ])
  })

  test('puts every line into exactly one act', () => {
    const any = fc.record({
      action: fc.constantFrom(...(Object.keys(PATIENT_ACTIONS) as PatientAction[])),
      minute: fc.integer({ min: 0, max: 200 }),
      by: fc.constantFrom('A', 'B'),
      orderIds: fc.constantFrom([7], [8], []),
    })
    fc.assert(
      fc.property(fc.array(any, { maxLength: 60 }), (drawn) => {
        const lines = drawn
          .toSorted((a, b) => b.minute - a.minute)
          .map(({ action, minute, ...more }) => line(action, minute, more))
        const acts = actsOf(lines)
        expect(new Set(acts.flat())).toEqual(new Set(lines))
        expect(acts.flat()).toHaveLength(lines.length)
        for (const act of acts)
          expect(new Set(act.map(({ by, orderIds }) => `${by} ${orderIds}`)).size).toBe(1)
      }),
    )
  })
})
