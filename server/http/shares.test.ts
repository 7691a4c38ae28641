import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { api } from '#contract/api.ts'
import { COSTS, costOf, type Route } from '#contract/route.ts'
import { COST_LIMITS } from './costs.ts'
import { openShares } from './shares.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const one = (name: string, many: string | null = null) =>
  ({ cost: 'export', one: name, many, signedIn: true }) as const
const { maxConcurrentPerUser, maxConcurrentPerGroup } = COST_LIMITS.export
const times = <T>(count: number, make: () => T) => Array.from({ length: count }, make)
const outcomes = async (all: Promise<unknown>[]) =>
  (await Promise.allSettled(all)).map(({ status }) => status)

describe('concurrent requests of one user', () => {
  test('wait in turn and delay no other user', async () => {
    const shares = openShares()
    const leases = await Promise.all(times(maxConcurrentPerUser, () => shares.enter(one('a'))))
    const begun: string[] = []
    const waiting = ['first', 'second'].map((name) =>
      shares.enter(one('a')).then((leave) => {
        begun.push(name)
        return leave
      }),
    )
    await shares.enter(one('b'))
    await vi.advanceTimersByTimeAsync(1)
    expect(begun).toEqual([])
    leases[0]?.()
    await waiting[0]
    expect(begun).toEqual(['first'])
    leases[0]?.()
    await vi.advanceTimersByTimeAsync(1)
    // Leaving twice frees only one place.
    expect(begun).toEqual(['first'])
    leases[1]?.()
    await waiting[1]
  })

  test('are refused if too many are waiting already, or after a long wait', async () => {
    const shares = openShares()
    await Promise.all(times(maxConcurrentPerUser, () => shares.enter(one('a'))))
    const waiting = times(maxConcurrentPerUser * 4, () => shares.enter(one('a')))
    const results = outcomes(waiting)
    await expect(shares.enter(one('a'))).rejects.toMatchObject({ problem: { code: 'too-many-requests' } })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(new Set(await results)).toEqual(new Set(['rejected']))
  })
})

test('users of one institution share its places, and users of another do not wait for them', async () => {
  const shares = openShares()
  const users = times(maxConcurrentPerGroup + 1, () => crypto.randomUUID())
  const leases = await Promise.all(users.slice(1).map((user) => shares.enter(one(user, 'p1'))))
  let isIn = false
  const next = shares.enter(one(users[0] ?? '', 'p1')).then(() => {
    isIn = true
  })
  await shares.enter(one('elsewhere', 'p2'))
  await vi.advanceTimersByTimeAsync(1)
  expect(isIn).toBe(false)
  leases[0]?.()
  await next
})

test('three hundred concurrent requests of one user leave all other places of the institution to their colleagues', async () => {
  const shares = openShares()
  const flood = times(300, () => shares.enter(one('flood', 'p1')))
  const results = outcomes(flood)
  // As many requests as the institution has further places: none waits for any of the three hundred.
  await Promise.all(
    times(maxConcurrentPerGroup - maxConcurrentPerUser, () => shares.enter(one(crypto.randomUUID(), 'p1'))),
  )
  await vi.advanceTimersByTimeAsync(10_000)
  const count = (status: string) => results.then((all) => all.filter((one) => one === status).length)
  expect([await count('fulfilled'), await count('rejected')]).toEqual([
    maxConcurrentPerUser,
    300 - maxConcurrentPerUser,
  ])
})

test('a user who waits in vain for the institution’s place gives up their own', async () => {
  const shares = openShares()
  const users = times(maxConcurrentPerGroup, () => crypto.randomUUID())
  await Promise.all(users.map((user) => shares.enter(one(user, 'p1'))))
  const refused = outcomes(times(maxConcurrentPerUser, () => shares.enter(one('late', 'p1'))))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(new Set(await refused)).toEqual(new Set(['rejected']))
  await Promise.all(times(maxConcurrentPerUser, () => shares.enter(one('late'))))
})

test('a share without occupied places is not kept in memory', async () => {
  const shares = openShares()
  const leases = await Promise.all(times(2, () => shares.enter(one('a', 'p1'))))
  expect(shares.size()).toBe(2)
  for (const leave of leases) leave()
  expect(shares.size()).toBe(0)
})

describe('every route has a cost', () => {
  const routes = Object.values(api).flatMap((feature) => Object.values(feature) as Route[])

  test('from the list, and each cost of the list is used', () => {
    expect(new Set(routes.map(costOf))).toEqual(new Set(COSTS))
  })

  test('and routes that read or create a file are never light', () => {
    const files = routes.filter(
      ({ bodyType, reply }) => bodyType?.startsWith('multipart') || (reply && 'file' in reply),
    )
    expect(files.map(costOf)).not.toContain('light')
  })
})
