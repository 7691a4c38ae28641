import { describe, expect, it, test } from 'vitest'
import { type FollowedOrder, isLate, type Obstacle, obstaclesOf } from './obstacles.ts'
import { ORDER_STATES } from './status.ts'

/** A Friday; the order was submitted on the Monday before. */
const TODAY = '2026-11-20'
const MONDAY = '2026-11-16T15:00:00.000Z'
const WEDNESDAY = '2026-11-18T15:00:00.000Z'

const sample = (more: Partial<FollowedOrder['samples'][number]> = {}): FollowedOrder['samples'][number] => ({
  ...{ id: 1, patientName: 'Linh Nguyễn', specimenType: 'Blood', isAccessioned: true, rejected: null },
  ...{ recollectionOf: null, collectedAgainAt: null, isSettled: false, shipment: null },
  ...more,
})
const hold = (more: Partial<FollowedOrder['holds'][number]> = {}): FollowedOrder['holds'][number] => ({
  ...{ id: 7, key: 'H1', kind: 'missing-information', words: 'Which variant?', heldAt: WEDNESDAY },
  ...{ releasedAt: null, answer: null },
  ...more,
})
const parcel = {
  ...{ trackingNumber: 'T1', enteredAt: MONDAY, dueOn: '2026-11-19', isLate: true },
  ...{ arrivedAt: null, arrivedWithoutIt: false },
}
const arrived = { ...parcel, isLate: false, arrivedAt: MONDAY, arrivedWithoutIt: true }
const order = (more: Partial<FollowedOrder> = {}): FollowedOrder => ({
  ...{
    state: 'in-process',
    orderedAt: MONDAY,
    ...{ reportedAt: null, hasPendingTest: false },
    expectedOn: '2026-12-04',
    onHold: false,
    holds: [],
  },
  ...{ samples: [sample()], isConfirmed: true, refusal: null, cancellationRequestedAt: null },
  ...more,
})
const short = ({ kind, who, action, by, isOverdue }: Obstacle) => [kind, who, action, by, isOverdue]

describe('the obstacles of an order', () => {
  test.each<[string, Partial<FollowedOrder>, ReturnType<typeof short>[]]>([
    ['none, if all goes well', {}, []],
    [
      'a question, due within three working days',
      { holds: [hold()] },
      [['hold', 'clinic', 'answer', '2026-11-23', false]],
    ],
    [
      'a payer’s authorization, due within five',
      { holds: [hold({ kind: 'authorization' })] },
      [['hold', 'clinic', 'answer', '2026-11-25', false]],
    ],
    [
      'a relative’s consent, overdue after three',
      { holds: [hold({ kind: 'consent', heldAt: MONDAY })] },
      [['hold', 'clinic', 'answer', '2026-11-19', true]],
    ],
    [
      'the laboratory, once the question is answered',
      { holds: [hold({ answer: { at: WEDNESDAY } })] },
      [['hold-answered', 'laboratory', null, null, false]],
    ],
    [
      'questions after one of several reports, but not those before it',
      {
        state: 'reported',
        reportedAt: '2026-11-17T15:00:00.000Z',
        holds: [hold({ heldAt: MONDAY }), hold()],
      },
      [['hold', 'clinic', 'answer', '2026-11-23', false]],
    ],
    [
      'a specimen that was rejected after the report of another test, and its parcel',
      {
        ...{ state: 'reported', reportedAt: MONDAY, expectedOn: '2026-11-19', isConfirmed: false },
        samples: [
          sample({ rejected: { at: WEDNESDAY, reason: 'Clotted' } }),
          sample({ id: 2, isAccessioned: false, recollectionOf: 1 }),
          sample({
            id: 3,
            isAccessioned: false,
            recollectionOf: 8,
            collectedAgainAt: MONDAY,
            shipment: parcel,
          }),
          sample({ id: 4, isAccessioned: false, recollectionOf: 9, isSettled: true }),
        ],
      },
      [
        ['parcel-late', 'carrier', 'track', '2026-11-19', true],
        ['sample-rejected', 'clinic', 'recollect', '2026-11-25', false],
      ],
    ],
    ['none, once the hold is released', { holds: [hold({ releasedAt: WEDNESDAY })] }, []],
    [
      'a sample without a tracking number',
      { state: 'en-route', expectedOn: null, samples: [sample({ isAccessioned: false })] },
      [['sample-not-sent', 'clinic', 'ship', '2026-11-19', true]],
    ],
    [
      'a late parcel',
      { state: 'en-route', samples: [sample({ isAccessioned: false, shipment: parcel })] },
      [['parcel-late', 'carrier', 'track', '2026-11-19', true]],
    ],
    [
      'none, while the parcel is on time',
      {
        state: 'en-route',
        samples: [sample({ isAccessioned: false, shipment: { ...parcel, isLate: false } })],
      },
      [],
    ],
    [
      'a sample that was not in the parcel that arrived, due from the day on which that is certain',
      { samples: [sample(), sample({ id: 2, isAccessioned: false, shipment: arrived })] },
      [['sample-not-sent', 'clinic', 'ship', '2026-11-23', false]],
    ],
    [
      'none, while the laboratory may still accession the parcel’s other samples',
      {
        samples: [
          sample(),
          sample({ id: 2, isAccessioned: false, shipment: { ...arrived, arrivedWithoutIt: false } }),
        ],
      },
      [],
    ],
    [
      'a requested cancellation, but no sample that was not in its parcel',
      {
        ...{ state: 'pending-cancellation', expectedOn: null, cancellationRequestedAt: WEDNESDAY },
        samples: [sample(), sample({ id: 2, isAccessioned: false, shipment: arrived })],
      },
      [['cancellation-asked', 'laboratory', null, null, false]],
    ],
    [
      'a relative’s sample, although the patient’s has arrived',
      { samples: [sample(), sample({ id: 2, patientName: 'Mai Nguyễn', isAccessioned: false })] },
      [['sample-not-sent', 'clinic', 'ship', '2026-11-19', true]],
    ],
    [
      'a refusal of the laboratory’s system',
      { state: 'en-route', isConfirmed: false, refusal: { words: 'AE: no', at: MONDAY } },
      [['not-taken', 'laboratory', 'contact', null, false]],
    ],
    [
      'no answer from the laboratory’s system for more than a working day',
      { state: 'en-route', isConfirmed: false },
      [['not-taken', 'laboratory', 'contact', '2026-11-17', true]],
    ],
    [
      'a requested cancellation, without samples to send',
      {
        ...{ state: 'pending-cancellation', expectedOn: null, cancellationRequestedAt: WEDNESDAY },
        samples: [sample({ isAccessioned: false })],
      },
      [['cancellation-asked', 'laboratory', null, null, false]],
    ],
    [
      'a requested cancellation, without a sample to recollect',
      {
        ...{ state: 'pending-cancellation', expectedOn: null, cancellationRequestedAt: WEDNESDAY },
        samples: [
          sample({ isAccessioned: false, rejected: { at: MONDAY, reason: 'Hemolyzed' } }),
          sample({ id: 2, isAccessioned: false, recollectionOf: 1 }),
        ],
      },
      [['cancellation-asked', 'laboratory', null, null, false]],
    ],
    [
      'a report past its due day',
      { expectedOn: '2026-11-19' },
      [['report-late', 'laboratory', 'contact', '2026-11-19', true]],
    ],
    ['none, on the due day itself', { expectedOn: TODAY }, []],
    [
      'only the hold, while the order is on hold',
      { expectedOn: '2026-11-19', onHold: true, holds: [hold()] },
      [['hold', 'clinic', 'answer', '2026-11-23', false]],
    ],
    [
      'none, for an add-on on an available specimen',
      { state: 'en-route', expectedOn: null, samples: [] },
      [],
    ],
  ])('%s', (_what, more, expected) => expect(obstaclesOf(order(more), TODAY).map(short)).toEqual(expected))

  test('name the parcel in which a sample was missing, and since when', () => {
    const lost = sample({ id: 2, patientName: 'Mai Nguyễn', isAccessioned: false, shipment: arrived })
    expect(obstaclesOf(order({ samples: [sample(), lost] }), TODAY)).toMatchObject([
      {
        ...{ since: MONDAY, sampleId: 2 },
        words: 'Blood, Mai Nguyễn: not in parcel T1, which arrived on 16 Nov 2026.',
      },
    ])
  })

  const rejected = sample({ rejected: { at: WEDNESDAY, reason: 'The specimen has clotted' } })
  test('include a rejected sample until the clinic has recollected it', () => {
    const again = sample({ id: 2, isAccessioned: false, recollectionOf: 1 })
    expect(obstaclesOf(order({ samples: [rejected, again] }), TODAY)).toEqual([
      {
        ...{ kind: 'sample-rejected', who: 'clinic', action: 'recollect', since: WEDNESDAY },
        ...{ by: '2026-11-25', isOverdue: false, holdId: null, sampleId: 2 },
        words: 'Recollection needed: Blood, Linh Nguyễn. Reason: “The specimen has clotted”.',
      },
    ])
  })
  test('continue with shipping the recollected sample, and with another rejection', () => {
    const taken = sample({ id: 2, isAccessioned: false, recollectionOf: 1, collectedAgainAt: WEDNESDAY })
    const kinds = (...samples: FollowedOrder['samples']) =>
      obstaclesOf(order({ samples: [rejected, ...samples] }), TODAY).map(({ kind, by, sampleId }) => [
        ...[kind, by, sampleId],
      ])
    expect(kinds(taken)).toEqual([['sample-not-sent', '2026-11-23', 2]])
    expect(kinds({ ...taken, shipment: { ...parcel, isLate: false } })).toEqual([])
    expect(kinds({ ...taken, isAccessioned: true })).toEqual([])
    const third = sample({ id: 3, isAccessioned: false, recollectionOf: 2 })
    const twice = { ...taken, rejected: { at: '2026-11-19T15:00:00.000Z', reason: 'Too little' } }
    expect(kinds(twice, third)).toEqual([['sample-rejected', '2026-11-26', 3]])
  })

  it('list the late parcel of several samples once', () => {
    const inIt = { isAccessioned: false, shipment: parcel }
    const samples = [sample(inIt), sample({ id: 2, ...inIt })]
    const other = sample({ id: 3, isAccessioned: false, shipment: { ...parcel, trackingNumber: 'T2' } })
    const found = obstaclesOf(order({ state: 'en-route', samples: [...samples, other] }), TODAY)
    expect(found.map(({ sampleId, words }) => [sampleId, words])).toEqual([
      [1, 'Parcel T1 has not arrived.'],
      [3, 'Parcel T2 has not arrived.'],
    ])
  })

  it("count days in the laboratory's time zone, not the server's or the reader's", () => {
    // Thursday evening in Chicago, Friday in Greenwich.
    const heldAt = '2026-11-13T03:00:00.000Z'
    expect(obstaclesOf(order({ holds: [hold({ heldAt })] }), '2026-11-17')[0]).toMatchObject({
      ...{ by: '2026-11-17', isOverdue: false },
    })
    const late = obstaclesOf(order({ expectedOn: '2026-11-19' }), TODAY)[0]
    expect(late?.since).toBe('2026-11-20T06:00:00.000Z')
  })

  it('leave out weekends: a question from Friday is due on Wednesday', () => {
    const heldAt = '2026-11-13T20:00:00.000Z'
    expect(obstaclesOf(order({ holds: [hold({ heldAt })] }), TODAY)[0]?.by).toBe('2026-11-18')
  })

  it('list overdue ones first, then by due day, then those without one', () => {
    const found = obstaclesOf(
      order({
        ...{ expectedOn: '2026-11-18', cancellationRequestedAt: WEDNESDAY, state: 'pending-cancellation' },
        holds: [hold({ kind: 'authorization' }), hold({ id: 8 }), hold({ id: 9, heldAt: MONDAY })],
      }),
      TODAY,
    )
    expect(found.map(({ kind, holdId }) => holdId ?? kind)).toEqual([
      ...['report-late', 9, 8, 7, 'cancellation-asked'],
    ])
  })

  it('are none for a draft or a finished order', () => {
    const request = {
      ...{
        holds: [hold()],
        samples: [sample({ isAccessioned: false, isSettled: true })],
        expectedOn: '2026-01-02',
      },
      reportedAt: '2026-11-19T15:00:00.000Z',
    }
    for (const state of ['draft', 'reported', 'cancelled'] as const)
      expect(obstaclesOf(order({ ...request, state }), TODAY)).toEqual([])
    expect(obstaclesOf(order({ ...request, orderedAt: null }), TODAY)).toEqual([])
  })
})

test('include a late report only if one is awaited', () => {
  const late = (hasPendingTest: boolean) =>
    ORDER_STATES.filter((state) =>
      isLate({ state, expectedOn: '2026-11-19', onHold: false, hasPendingTest }, TODAY),
    )
  expect(late(false)).toEqual(['accessioned', 'in-process', 'pending-cancellation'])
  expect(late(true)).toEqual(['accessioned', 'in-process', 'reported', 'pending-cancellation'])
})

test('include the late report of a test that is pending after the first report', () => {
  const reported = { state: 'reported', reportedAt: WEDNESDAY, expectedOn: '2026-11-19' } as const
  expect(obstaclesOf(order(reported), TODAY)).toEqual([])
  const pending = { ...reported, hasPendingTest: true }
  expect(obstaclesOf(order(pending), TODAY)).toMatchObject([
    {
      kind: 'report-late',
      who: 'laboratory',
      words: 'The report of another test is late.',
      by: '2026-11-19',
    },
  ])
  expect(obstaclesOf(order({ ...pending, onHold: true }), TODAY)).toEqual([])
  expect(obstaclesOf(order({ ...pending, expectedOn: TODAY }), TODAY)).toEqual([])
})

test('include what was asked before the first report while a test is pending, and a withdrawn consent no longer than that', () => {
  const kinds = (of: Partial<FollowedOrder>) => obstaclesOf(order(of), TODAY).map(({ kind }) => kind)
  const reported = { state: 'reported', reportedAt: WEDNESDAY } as const
  const before = { ...reported, holds: [hold({ heldAt: MONDAY })] }
  expect(kinds({ ...before, hasPendingTest: true })).toEqual(['hold'])
  expect(kinds(before)).toEqual([])
  const withdrawn = hold({ key: 'WITHDRAWN-1', kind: 'consent', heldAt: '2026-11-19T15:00:00.000Z' })
  expect(kinds({ ...reported, holds: [withdrawn], hasPendingTest: true })).toEqual(['hold'])
  expect(kinds({ ...reported, holds: [withdrawn] })).toEqual([])
  expect(kinds({ ...reported, holds: [{ ...withdrawn, key: 'H1' }] })).toEqual(['hold'])
})
