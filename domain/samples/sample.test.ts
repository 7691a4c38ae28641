import { describe, expect, test } from 'vitest'
import { ORDER_STATES } from '../orders/status.ts'
import {
  needsRecollection,
  type SampleProgress,
  sampleStatus,
  specimenKey,
  whyNotRecollected,
  whyNotShipped,
} from './sample.ts'

const IN_TRANSIT: SampleProgress = {
  ...{ isAccessioned: false, rejected: null, recollectionOf: null, collectedAgainAt: null },
}
const ARRIVED = { ...IN_TRANSIT, isAccessioned: true }
const REJECTED = { ...IN_TRANSIT, rejected: { reason: 'Broken' } }
const TO_RECOLLECT = { ...IN_TRANSIT, recollectionOf: 7 }
const TAKEN = { ...TO_RECOLLECT, collectedAgainAt: '2026-03-02T10:00:00.000Z' }

describe('a sample', () => {
  test('is awaited until it arrives, then follows its order; a rejected one stays rejected', () => {
    for (const state of ORDER_STATES) {
      expect(sampleStatus(IN_TRANSIT, state)).toBe('Awaiting')
      expect(sampleStatus({ ...ARRIVED, rejected: {} }, state)).toBe('Rejected')
    }
    expect(ORDER_STATES.map((state) => sampleStatus(ARRIVED, state))).toEqual([
      ...['Received', 'Received', 'Received', 'Active', 'Complete', 'Received', 'Received'],
    ])
  })

  test.each([
    ['on its way', IN_TRANSIT, true, false],
    ['arrived', ARRIVED, false, false],
    ['rejected', REJECTED, false, false],
    ['to be taken again', TO_RECOLLECT, false, true],
    ['taken again', TAKEN, true, false],
    ['arrived though nobody said that it was taken', { ...TO_RECOLLECT, isAccessioned: true }, false, false],
    ['rejected once more', { ...TAKEN, ...REJECTED, recollectionOf: 7 }, false, false],
  ])('%s: allows these changes', (_, sample, ships, again) => {
    expect(whyNotShipped(sample) === null).toBe(ships)
    expect(whyNotRecollected(sample) === null).toBe(again)
    expect(needsRecollection(sample)).toBe(again)
  })

  test('keeps the key of the document’s specimen, however often it is recollected', () => {
    expect(['s1', 's1-r1', 's12-r10', 's1-r'].map(specimenKey)).toEqual(['s1', 's1', 's12', 's1-r'])
  })
})
