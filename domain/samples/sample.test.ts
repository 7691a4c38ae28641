import { describe, expect, test } from 'vitest'
import { ORDER_STATES } from '../orders/status.ts'
import {
  isToBeTakenAgain,
  type SampleFactsSeen,
  sampleStatus,
  specimenKey,
  whyNotShipped,
  whyNotTakenAgain,
} from './sample.ts'

const ON_ITS_WAY: SampleFactsSeen = {
  ...{ isAccessioned: false, rejected: null, recollectionOf: null, collectedAgainAt: null },
}
const ARRIVED = { ...ON_ITS_WAY, isAccessioned: true }
const REJECTED = { ...ON_ITS_WAY, rejected: { reason: 'Broken' } }
const WANTED = { ...ON_ITS_WAY, recollectionOf: 7 }
const TAKEN = { ...WANTED, collectedAgainAt: '2026-03-02T10:00:00.000Z' }

describe('a sample', () => {
  test('is awaited until it is there, then what its order is; a rejected one is nothing else', () => {
    for (const state of ORDER_STATES) {
      expect(sampleStatus(ON_ITS_WAY, state)).toBe('Awaiting')
      expect(sampleStatus({ ...ARRIVED, rejected: {} }, state)).toBe('Rejected')
    }
    expect(ORDER_STATES.map((state) => sampleStatus(ARRIVED, state))).toEqual([
      ...['Received', 'Received', 'Received', 'Active', 'Complete', 'Received', 'Received'],
    ])
  })

  test.each([
    ['on its way', ON_ITS_WAY, true, false],
    ['arrived', ARRIVED, false, false],
    ['rejected', REJECTED, false, false],
    ['to be taken again', WANTED, false, true],
    ['taken again', TAKEN, true, false],
    ['arrived though nobody said that it was taken', { ...WANTED, isAccessioned: true }, false, false],
    ['rejected once more', { ...TAKEN, ...REJECTED, recollectionOf: 7 }, false, false],
  ])('%s: what can be said of it', (_, sample, ships, again) => {
    expect(whyNotShipped(sample) === null).toBe(ships)
    expect(whyNotTakenAgain(sample) === null).toBe(again)
    expect(isToBeTakenAgain(sample)).toBe(again)
  })

  test('is of the document’s specimen, however often it was taken again', () => {
    expect(['s1', 's1-r1', 's12-r10', 's1-r'].map(specimenKey)).toEqual(['s1', 's1', 's12', 's1-r'])
  })
})
