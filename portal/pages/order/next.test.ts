import { describe, expect, it, test } from 'vitest'
import type { Order } from '#contract/order.ts'
import { showDate } from '#ui/dates.ts'
import { type FollowedOrder, nextOf } from './next.ts'

/** A Monday. */
const TODAY = '2026-11-23'
const shipment = (dueOn: string, more = {}) => ({ dueOn, ...more }) as Order['samples'][number]['shipment']
const sample = (more: Partial<Order['samples'][number]> = {}) =>
  ({
    ...{ id: 1, isAccessioned: true, accessionedAt: '2026-11-16T15:00:00.000Z', rejected: null },
    shipment: null,
    ...more,
  }) as Order['samples'][number]
const hold = (heldAt: string, releasedAt: string | null) =>
  ({
    id: 1,
    heldAt: `${heldAt}T15:00:00.000Z`,
    releasedAt: releasedAt && `${releasedAt}T15:00:00.000Z`,
  }) as Order['holds'][number]
const order = (more: Partial<FollowedOrder> = {}): FollowedOrder => ({
  ...{ state: 'in-process', expectedOn: '2026-12-04', holds: [], samples: [sample()], reports: [] },
  ...{ onHold: false, vobStatus: null },
  ...more,
})
const words = (more: Partial<FollowedOrder>) => {
  const next = nextOf(order(more), TODAY)
  return next && `${next.title}${next.on ? ` by ${showDate(next.on)}` : ''}${next.more}`
}

describe('what is expected next', () => {
  test.each<[string, Partial<FollowedOrder>, string | null]>([
    ['the report', {}, 'Report expected by 4 Dec 2026, in 9 business days'],
    [
      'the report, moved by a hold that is over',
      { holds: [hold('2026-11-17', '2026-11-20')] },
      'Report expected by 4 Dec 2026, in 9 business days, moved 3 business days by a hold',
    ],
    [
      'the report at the earliest, while it is held',
      { onHold: true, holds: [hold('2026-11-18', null)] },
      'Report expected by 9 Dec 2026 or later: the order is on hold, 3 business days so far',
    ],
    [
      'the sample, of which no parcel is known',
      { state: 'en-route', expectedOn: null, samples: [sample({ isAccessioned: false })] },
      'Waiting for the sample to arrive: no parcel is known yet',
    ],
    [
      'a sample in the place of a rejected one',
      {
        ...{ state: 'accessioned', expectedOn: null },
        samples: [
          sample({ rejected: { at: '2026-11-17T15:00:00.000Z', code: 'QS', reason: 'Too little' } }),
          sample({ id: 2, isAccessioned: false, recollectionOf: 1, collectedAgainAt: null }),
        ],
      },
      '1 sample to recollect',
    ],
    [
      'the last of the parcels',
      {
        ...{ state: 'en-route', expectedOn: null },
        samples: ['2026-11-24', '2026-11-25'].map((dueOn) =>
          sample({ isAccessioned: false, shipment: shipment(dueOn) }),
        ),
      },
      'The samples arrive at the laboratory by 25 Nov 2026',
    ],
    [
      'the parcel, when it is late',
      {
        ...{ state: 'en-route', expectedOn: null },
        samples: [sample({ isAccessioned: false, shipment: shipment('2026-11-20') })],
      },
      'The sample should have arrived at the laboratory by 20 Nov 2026: the parcel is late',
    ],
    [
      'the sample, which was not in the parcel that arrived',
      {
        ...{ state: 'en-route', expectedOn: null },
        samples: [
          sample(),
          sample({ isAccessioned: false, shipment: shipment('2026-11-20', { arrivedWithoutIt: true }) }),
        ],
      },
      'Waiting for the sample to arrive: no parcel is known yet',
    ],
    [
      'the laboratory’s decision, once a cancellation is asked for',
      { state: 'pending-cancellation' },
      'The laboratory is deciding on the cancellation',
    ],
    ['nothing of a draft', { state: 'draft', expectedOn: null }, null],
    ['nothing, once it is reported', { state: 'reported' }, null],
    [
      'the report of another test, once one is out',
      { state: 'reported', pendingTests: [{ testCode: 'B', testName: 'Exome' }] },
      'Report of Exome expected by 4 Dec 2026, in 9 business days',
    ],
    [
      'a late report of another test, though one was early',
      { state: 'reported', expectedOn: '2026-11-20', pendingTests: [] },
      'Report of another test expected by 20 Nov 2026, 1 business day late',
    ],
    [
      'the report of another test, of which no day is known',
      { state: 'reported', expectedOn: null, pendingTests: [{ testCode: 'B', testName: 'Exome' }] },
      'Report of Exome awaited',
    ],
  ])('is %s', (_what, more, expected) => expect(words(more)).toBe(expected))

  it('is late the day after, but never while the laboratory holds the order', () => {
    const late = { expectedOn: '2026-11-20' }
    expect(nextOf(order(late), TODAY)).toMatchObject({ isLate: true, more: ', 1 business day late' })
    const heldOrder = { ...late, onHold: true, holds: [hold('2026-11-19', null)] }
    expect(nextOf(order(heldOrder), TODAY)?.isLate).toBe(false)
  })
})
