import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  ACTION_STATES,
  afterLaboratorySays,
  cancellationType,
  mayFrom,
  ORDER_STATE_FACTS,
  ORDER_STATES,
  type OrderAction,
  type OrderState,
  SEARCH_STATUSES,
} from './status.ts'

const facts = Object.values(ORDER_STATE_FACTS)

it('[STATE-02] an order has one of the five order statuses and one of the four sample statuses, each in use', () => {
  expect(new Set(facts.map((one) => one.orderStatus))).toEqual(
    new Set(['Draft', 'Active', 'Completed', 'PendingCancellation', 'Cancelled']),
  )
  expect(new Set(facts.map((one) => one.sampleStatus))).toEqual(
    new Set(['Awaiting', 'Received', 'Active', 'Complete']),
  )
})

it('[STATE-03] orders are searched by five statuses, and each finds some', () => {
  expect(SEARCH_STATUSES).toEqual(['en-route', 'accessioned', 'in-process', 'reported', 'pending-submission'])
  for (const status of SEARCH_STATUSES)
    expect(
      facts.some((one) => one.search === status),
      status,
    ).toBe(true)
})

test.each([
  ['draft', 'Pending Submission', 'Draft', 'Awaiting', 'pending-submission'],
  ['en-route', 'En Route', 'Active', 'Awaiting', 'en-route'],
  ['accessioned', 'Accessioned', 'Active', 'Received', 'accessioned'],
  ['in-process', 'In Process', 'Active', 'Active', 'in-process'],
  ['reported', 'Reported', 'Completed', 'Complete', 'reported'],
  ['pending-cancellation', 'Pending Cancellation', 'PendingCancellation', 'Awaiting', 'en-route'],
  ['cancelled', 'Cancelled', 'Cancelled', 'Awaiting', null],
] as const)('%s reads as %s, %s, %s, and is found under %s', (state, display, order, sample, search) => {
  expect(ORDER_STATE_FACTS[state]).toEqual({
    ...{ display, orderStatus: order, sampleStatus: sample, search },
  })
})

/** d(raft), r(oute), a(ccessioned), p(rocess), R(eported), P(ending cancellation), C(ancelled). */
const LETTERS = {
  d: 'draft',
  r: 'en-route',
  a: 'accessioned',
  p: 'in-process',
  R: 'reported',
  P: 'pending-cancellation',
  C: 'cancelled',
} as const
const FROM: Record<OrderAction, string> = {
  edit: 'd',
  submit: 'd',
  askToSubmit: 'd',
  sendBack: 'd',
  handOver: 'd',
  discard: 'd',
  cancel: 'rap',
  copy: 'rapRPC',
  addTest: 'apR',
  ship: 'r',
  addDocument: 'drapR',
  removeDocument: 'd',
  extendRequisition: 'drap',
  printRequisition: 'rapRP',
  readReport: 'R',
  giveFeedback: 'RC',
}

test.each(Object.entries(FROM) as [OrderAction, string][])('%s starts from %s only', (action, states) => {
  const wanted = (Object.keys(LETTERS) as (keyof typeof LETTERS)[]).filter((letter) =>
    states.includes(letter),
  )
  expect(ORDER_STATES.filter((one) => mayFrom(action, one))).toEqual(wanted.map((letter) => LETTERS[letter]))
})

it('has a row above for every action', () => {
  expect(Object.keys(ACTION_STATES)).toEqual(Object.keys(FROM))
})

it('[STATE-04] cancels the order while its display status is En Route, and the sample otherwise', () => {
  for (const state of ORDER_STATES)
    expect(cancellationType(state), state).toBe(
      ORDER_STATE_FACTS[state].display === 'En Route' ? 'Order' : 'Sample',
    )
  expect(cancellationType('en-route')).toBe('Order')
  expect(cancellationType('accessioned')).toBe('Sample')
})

describe('what the laboratory says', () => {
  test.each<[string, OrderState, OrderState, OrderState]>([
    ['moves an order on', 'en-route', 'accessioned', 'accessioned'],
    ['may skip a step', 'en-route', 'reported', 'reported'],
    ['is the same twice', 'in-process', 'in-process', 'in-process'],
    ['moves nothing back when it comes late', 'reported', 'accessioned', 'reported'],
    ['cancels what is under way', 'in-process', 'cancelled', 'cancelled'],
    ['cancels what was asked to be cancelled', 'pending-cancellation', 'cancelled', 'cancelled'],
    [
      'does not undo a wish to cancel by a late message',
      'pending-cancellation',
      'en-route',
      'pending-cancellation',
    ],
    ['does not cancel what is reported', 'reported', 'cancelled', 'reported'],
    ['does not take up again what is cancelled', 'cancelled', 'accessioned', 'cancelled'],
    ['brings a report even for what was cancelled', 'cancelled', 'reported', 'reported'],
    ['does not move what was never submitted', 'draft', 'reported', 'draft'],
    ['does not cancel what was never submitted', 'draft', 'cancelled', 'draft'],
  ])('%s', (_what, current, said, after) => {
    expect(afterLaboratorySays(current, said)).toBe(after)
  })

  const said = fc.constantFrom<OrderState>('en-route', 'accessioned', 'in-process', 'reported', 'cancelled')
  const after = (start: OrderState, messages: readonly OrderState[]) =>
    messages.reduce(afterLaboratorySays, start)

  it('ends in the same state in whatever order and however often its messages come', () => {
    const sequence = fc
      .array(said, { minLength: 1, maxLength: 8 })
      .chain((messages) =>
        fc.tuple(
          fc.constant(messages),
          fc.shuffledSubarray(messages, { minLength: messages.length }),
          fc.array(fc.constantFrom(...messages)),
        ),
      )
    fc.assert(
      fc.property(fc.constantFrom(...ORDER_STATES), sequence, (start, [messages, shuffled, again]) => {
        const end = after(start, messages)
        expect(after(start, shuffled)).toBe(end)
        expect(after(start, [...again, ...shuffled, ...again])).toBe(end)
      }),
    )
  })

  it('never makes a draft of an order, nor an order of a draft', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ORDER_STATES), fc.array(said), (start, messages) => {
        expect(after(start, messages) === 'draft').toBe(start === 'draft')
      }),
    )
  })
})
