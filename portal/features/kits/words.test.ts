import { expect, test } from 'vitest'
import type { Kit } from '#contract/kits.ts'
import { nextStep, orderWarning, timelineOf } from './words.ts'

const ORDERED: Kit = {
  ...{ id: 700001, hospitalCode: '1001', institutionName: 'Clinic', kitType: 'Saliva', quantity: 2 },
  kitRecipient: {
    ...{ firstName: 'Ada', lastName: 'Okafor', address1: '1 Lane', address2: '' },
    ...{ city: 'Columbus', zipCode: '43215', state: 'OH', phone: '+16145550101' },
    ...{ country: 'USA', otherCountry: '' },
  },
  ...{
    note: '',
    orderId: null,
    orderState: null,
    status: 'ordered',
    orderedAt: '2026-03-12T15:00:00Z',
    orderedBy: 'Ada Okafor',
  },
  ...{ sent: null, isLate: false, received: null, cancelled: null, abilities: [] },
}
const parcel = { at: '2026-03-13T15:00:00Z', carrier: 'Fedex', trackingNumber: '123456789012' } as const
const SENT: Kit = { ...ORDERED, status: 'sent', sent: { ...parcel, link: 'x', dueOn: '2026-03-18' } }
const RECEIVED: Kit = {
  ...SENT,
  status: 'received',
  received: { at: '2026-03-16T15:00:00Z', by: 'Tom Vale' },
}
const CANCELLED: Kit = {
  ...ORDERED,
  status: 'cancelled',
  cancelled: { at: '2026-03-12T16:00:00Z', by: 'Tom Vale' },
}

test.each([
  [ORDERED, ['done Ordered', 'expected The laboratory sends the kits', 'expected You receive them']],
  [SENT, ['done Ordered', 'done Sent', 'expected You receive them']],
  [RECEIVED, ['done Ordered', 'done Sent', 'done Received']],
  [CANCELLED, ['done Ordered', 'done Cancelled']],
])('the life of kits, from the order on: $status', (kit, life) => {
  expect(timelineOf(kit).map(({ state, title }) => `${state} ${title}`)).toEqual(life)
})

test('says who did what, and by when the parcel should be there', () => {
  expect(timelineOf(SENT)).toMatchObject([
    { actor: 'Ada Okafor', at: ORDERED.orderedAt },
    { actor: 'Laboratory', at: parcel.at, detail: 'Fedex 123456789012' },
    { at: 'by 18 Mar 2026' },
  ])
  expect(timelineOf(RECEIVED).at(-1)).toMatchObject({ actor: 'Tom Vale' })
})

test('what comes next is said while something does', () => {
  expect(nextStep(ORDERED)).toContain('packs the kits next')
  expect(nextStep(SENT)).toContain('should arrive by 18 Mar 2026')
  expect(nextStep({ ...SENT, isLate: true })).toContain(
    'The parcel should have arrived by 18 Mar 2026. Track it with Fedex or ask the laboratory.',
  )
  expect([RECEIVED, CANCELLED].map(nextStep)).toEqual(['', ''])
})

test('whoever is to send kits reads that their order was cancelled, or shall be', () => {
  const warnings = ([null, 'en-route', 'pending-cancellation', 'cancelled'] as const).map((orderState) =>
    orderWarning({ ...ORDERED, orderState }),
  )
  expect(warnings).toEqual([
    ...['', ''],
    'Cancellation of its order was requested: ask the institution',
    'Its order was cancelled: ask the institution',
  ])
  for (const kit of [SENT, RECEIVED, CANCELLED])
    expect(orderWarning({ ...kit, orderState: 'cancelled' })).toBe('')
})
