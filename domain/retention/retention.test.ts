import { describe, expect, test } from 'vitest'
import { KEPT_BECAUSE, keptBecause, keptInWords, type OrderAtRest } from './kept.ts'
import { policyFaults, RETENTION_KINDS, type RetentionPolicy } from './policies.ts'

const FREE: OrderAtRest = {
  ...{ state: 'reported', isOver: true, openFollowUps: 0, isInFamily: false },
  ...{ openQuestions: 0, waitingMessages: 0, addedToSamples: 0, ordersMadeFrom: 0, people: 1 },
}

describe('why an order is kept', () => {
  test.each<[string, Partial<OrderAtRest>, string[]]>([
    ['nothing holds it', {}, []],
    ['a draft', { state: 'draft' }, []],
    ['cancelled', { state: 'cancelled' }, []],
    ['at the laboratory', { state: 'in-process' }, ['not-finished']],
    ['about to be cancelled', { state: 'pending-cancellation' }, ['not-finished']],
    ['recent', { isOver: false }, ['too-new']],
    ['an open follow-up', { openFollowUps: 1 }, ['follow-up']],
    ['in a family', { isInFamily: true }, ['family']],
    ['a result to check', { openQuestions: 1 }, ['question']],
    ['a message that waits', { waitingMessages: 2 }, ['message']],
    ['an add-on', { addedToSamples: 1 }, ['specimen']],
    ['a verification that was ordered', { state: 'draft', ordersMadeFrom: 1 }, ['order']],
    ['a trio, by time', { people: 3 }, []],
    ['several', { isInFamily: true, openFollowUps: 1 }, ['follow-up', 'family']],
  ])('%s', (_what, change, because) => {
    expect(keptBecause({ ...FREE, ...change }, { onRequest: false })).toEqual(because)
  })

  test('a person cannot have an order erased that is about others too', () => {
    expect(keptBecause({ ...FREE, people: 2 }, { onRequest: true })).toEqual(['other-people'])
  })

  test('each reason has words of its own', () => {
    expect(new Set(KEPT_BECAUSE.map(keptInWords)).size).toBe(KEPT_BECAUSE.length)
  })
})

describe('a policy', () => {
  test.each<[RetentionPolicy, string[]]>([
    [{ kind: 'order', days: 3650, daysOnRequest: 730 }, []],
    [{ kind: 'order', days: null, daysOnRequest: null }, []],
    [{ kind: 'order', days: 729, daysOnRequest: null }, ['days is less than 730, the least for order']],
    [
      { kind: 'order', days: 3650, daysOnRequest: 0 },
      ['daysOnRequest is less than 730, the least for order'],
    ],
    [{ kind: 'draft', days: 90, daysOnRequest: 0 }, []],
    [
      { kind: 'draft', days: 90, daysOnRequest: 91 },
      ['daysOnRequest is more than the 90 days after which draft is erased anyway'],
    ],
    [{ kind: 'mail', days: 7, daysOnRequest: null }, ['days is less than 30, the least for mail']],
    [
      { kind: 'family', days: null, daysOnRequest: 800 },
      ['daysOnRequest has to be empty: family is not erased on request'],
    ],
  ])('%j', (policy, faults) => {
    expect(policyFaults(policy).map(({ at, rule }) => `${at} ${rule}`)).toEqual(faults)
  })

  test('every kind may be kept for ever', () => {
    for (const kind of RETENTION_KINDS)
      expect(policyFaults({ kind, days: null, daysOnRequest: null })).toEqual([])
  })
})
