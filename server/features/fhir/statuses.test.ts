import { describe, expect, test } from 'vitest'
import { type Followed, type FollowedTest, requestStatus, taskStatus } from './statuses.ts'

const followed = (stage: Followed['stage'], more: Partial<Followed> = {}): Followed => ({
  ...{ stage, hasPendingTest: false, isOnHold: false },
  ...more,
})
const none: FollowedTest = { isReported: false, isCancelled: false }
const [reported, cancelled] = [
  { ...none, isReported: true },
  { ...none, isCancelled: true },
]
const [pending, held] = [{ hasPendingTest: true }, { isOnHold: true }]

describe('a test', () => {
  test.each<[Followed, FollowedTest, string]>([
    [followed('en-route'), none, 'active'],
    [followed('in-process'), none, 'active'],
    [followed('in-process', held), none, 'on-hold'],
    [followed('in-process'), cancelled, 'revoked'],
    [followed('in-process', held), cancelled, 'revoked'],
    [followed('reported'), none, 'completed'],
    [followed('reported'), cancelled, 'revoked'],
    [followed('reported', pending), none, 'active'],
    [followed('reported', pending), reported, 'completed'],
    [followed('reported', pending), { isReported: true, isCancelled: true }, 'completed'],
    [followed('reported', pending), cancelled, 'revoked'],
    [followed('reported', { ...pending, ...held }), none, 'on-hold'],
    [followed('reported', { ...pending, ...held }), reported, 'completed'],
    [followed('cancelled'), none, 'revoked'],
  ])('of %o with %o is %s', (order, one, status) => {
    expect(requestStatus(order, one)).toBe(status)
  })
})

describe('a Task', () => {
  test.each<[Followed, string]>([
    [followed('en-route'), 'requested'],
    [followed('accessioned'), 'accepted'],
    [followed('accessioned', held), 'on-hold'],
    [followed('in-process'), 'in-progress'],
    [followed('reported'), 'completed'],
    [followed('reported', pending), 'in-progress'],
    [followed('reported', held), 'on-hold'],
    [followed('reported', { ...pending, ...held }), 'on-hold'],
    [followed('cancelled'), 'cancelled'],
  ])('of %o is %s', (order, status) => {
    expect(taskStatus(order)).toBe(status)
  })
})
