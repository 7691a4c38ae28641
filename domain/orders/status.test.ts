import { expect, it, test } from 'vitest'
import {
  ACTION_STATES,
  cancellationType,
  canStartFrom,
  ORDER_STATE_META,
  ORDER_STATES,
  type OrderAction,
  SEARCH_STATUSES,
} from './status.ts'

const metas = Object.values(ORDER_STATE_META)

it('[STATE-02] an order has one of the five order statuses and one of the four sample statuses, all of them used', () => {
  expect(new Set(metas.map((one) => one.orderStatus))).toEqual(
    new Set(['Draft', 'Active', 'Completed', 'PendingCancellation', 'Cancelled']),
  )
  expect(new Set(metas.map((one) => one.sampleStatus))).toEqual(
    new Set(['Awaiting', 'Received', 'Active', 'Complete']),
  )
})

it('[STATE-03] orders are searched by five statuses, each of which finds some', () => {
  expect(SEARCH_STATUSES).toEqual(['en-route', 'accessioned', 'in-process', 'reported', 'pending-submission'])
  for (const status of SEARCH_STATUSES)
    expect(
      metas.some((one) => one.search === status),
      status,
    ).toBe(true)
})

test.each([
  ['draft', 'Pending Submission', 'Draft', 'Awaiting', 'pending-submission'],
  ['en-route', 'En Route', 'Active', 'Awaiting', 'en-route'],
  ['accessioned', 'Accessioned', 'Active', 'Received', 'accessioned'],
  ['in-process', 'In Process', 'Active', 'Active', 'in-process'],
  ['reported', 'Reported', 'Completed', 'Complete', 'reported'],
  ['pending-cancellation', 'Cancellation requested', 'PendingCancellation', 'Awaiting', null],
  ['cancelled', 'Cancelled', 'Cancelled', 'Awaiting', null],
] as const)('%s reads as %s, %s, %s, and is found under %s', (state, display, order, sample, search) => {
  expect(ORDER_STATE_META[state]).toEqual({
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
  withdrawConsent: 'rapRPC',
  copy: 'rapRPC',
  addTest: 'apR',
  ship: 'rapR',
  answerHold: 'rapRP',
  addDocument: 'drapR',
  removeDocument: 'd',
  extendRequisition: 'drap',
  printRequisition: 'rapRP',
  readReport: 'apRPC',
  recordFindings: 'R',
  giveFeedback: 'RC',
}

test.each(Object.entries(FROM) as [OrderAction, string][])('%s starts from %s only', (action, states) => {
  const actions = (Object.keys(LETTERS) as (keyof typeof LETTERS)[]).filter((letter) =>
    states.includes(letter),
  )
  expect(ORDER_STATES.filter((one) => canStartFrom(action, one))).toEqual(
    actions.map((letter) => LETTERS[letter]),
  )
})

it('every action has a row in the table above', () => {
  expect(Object.keys(ACTION_STATES)).toEqual(Object.keys(FROM))
})

it('[STATE-04] cancels the order while its display status is En Route, and the sample otherwise', () => {
  for (const state of ORDER_STATES)
    expect(cancellationType(state), state).toBe(
      ORDER_STATE_META[state].display === 'En Route' ? 'Order' : 'Sample',
    )
  expect(cancellationType('en-route')).toBe('Order')
  expect(cancellationType('accessioned')).toBe('Sample')
})
