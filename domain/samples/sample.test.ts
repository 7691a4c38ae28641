import { describe, expect, test } from 'vitest'
import { ORDER_STATES, type OrderState } from '../orders/status.ts'
import {
  isSettled,
  needsRecollection,
  type SampleProgress,
  sampleStatus,
  specimenKey,
  whyNotRecollected,
  whyNotShipped,
} from './sample.ts'

const IN_TRANSIT: SampleProgress = {
  ...{ isAccessioned: false, rejected: null, recollectionOf: null, collectedAgainAt: null, isSettled: false },
}
const ARRIVED = { ...IN_TRANSIT, isAccessioned: true }
const REJECTED = { ...IN_TRANSIT, rejected: { reason: 'Broken' } }
const TO_RECOLLECT = { ...IN_TRANSIT, recollectionOf: 7 }
const TAKEN = { ...TO_RECOLLECT, collectedAgainAt: '2026-03-02T10:00:00.000Z' }

describe('a sample', () => {
  test('is awaited until it arrives, then follows its order; a rejected one stays rejected', () => {
    for (const state of ORDER_STATES) {
      const order = { state, hasPendingTest: false }
      expect(sampleStatus(IN_TRANSIT, order)).toBe('Awaiting')
      expect(sampleStatus({ ...ARRIVED, rejected: {} }, order)).toBe('Rejected')
    }
    const statusIn = (state: OrderState) => sampleStatus(ARRIVED, { state, hasPendingTest: false })
    expect(ORDER_STATES.map(statusIn)).toEqual([
      ...['Received', 'Received', 'Received', 'Active', 'Complete', 'Received', 'Received'],
    ])
  })

  test('is still tested after the report of one of two tests', () => {
    const order = { state: 'reported', hasPendingTest: true } as const
    expect([ARRIVED, IN_TRANSIT, REJECTED].map((sample) => sampleStatus(sample, order))).toEqual([
      ...['Active', 'Awaiting', 'Rejected'],
    ])
  })

  test.each([
    ['on its way', IN_TRANSIT, true, false],
    ['arrived', ARRIVED, false, false],
    ['rejected', REJECTED, false, false],
    ['to be taken again', TO_RECOLLECT, false, true],
    ['taken again', TAKEN, true, false],
    ['arrived though nobody said that it was taken', { ...TO_RECOLLECT, isAccessioned: true }, false, false],
    ['to be taken again until the report', { ...TO_RECOLLECT, isSettled: true }, false, false],
    ['taken again before the report', { ...TAKEN, isSettled: true }, false, false],
    ['rejected once more', { ...TAKEN, ...REJECTED, recollectionOf: 7 }, false, false],
  ])('%s: allows these changes', (_, sample, ships, again) => {
    expect(whyNotShipped(sample) === null).toBe(ships)
    expect(whyNotRecollected(sample) === null).toBe(again)
    expect(needsRecollection(sample)).toBe(again)
  })

  test.each([
    ['before a report', { state: 'in-process', reportedAt: null } as const, true, false],
    ['rejected after the report of one of two tests', {}, true, false],
    ['rejected after the reports of all tests', {}, false, true],
    ['rejected before the report', { reportedAt: '2026-03-06T10:00:00.000Z' }, true, true],
    ['rejected in an order of which only the state is known', { reportedAt: null }, true, true],
  ])('that replaces one %s, is settled or not', (_, more, hasPendingTest, settled) => {
    const order = { state: 'reported', reportedAt: '2026-03-04T10:00:00.000Z', hasPendingTest } as const
    expect(isSettled({ replacedRejectedAt: '2026-03-05T10:00:00.000Z' }, { ...order, ...more })).toBe(settled)
  })

  test('that replaces none is settled by a report', () => {
    const order = { state: 'reported', reportedAt: '2026-03-04T10:00:00.000Z', hasPendingTest: true } as const
    expect(isSettled({ replacedRejectedAt: null }, order)).toBe(true)
  })

  test('keeps the key of the document’s specimen, however often it is recollected', () => {
    expect(['s1', 's1-r1', 's12-r10', 's1-r'].map(specimenKey)).toEqual(['s1', 's1', 's12', 's1-r'])
  })
})
