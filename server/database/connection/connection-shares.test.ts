import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ConnectionShares, NoShare } from './connection-shares.ts'
import type { Claimant } from './work.ts'

const LIMITS = { connections: 16, waiting: 64, withinMs: 600_000 }
const at = (user: string, institution = 'A', address = '10.0.0.1'): Claimant => ({
  user,
  institution,
  address,
})
/** Settled or not, by now. */
const isFinished = (promise: Promise<unknown>) =>
  Promise.race([
    promise.then(
      () => true,
      () => true,
    ),
    new Promise<boolean>((resolve) => setImmediate(() => resolve(false))),
  ])
const startedOf = async (taken: Promise<unknown>[]) =>
  (await Promise.all(taken.map(isFinished))).filter(Boolean).length

describe('[SEC-02] connections are shared: of sixteen', () => {
  test.each<[who: string, claimant: (n: number) => Claimant, started: number]>([
    ['one user has four', () => at('one'), 4],
    ['one institution, whoever asks, eight', (n) => at(`user ${n}`, 'A', `10.0.0.${n}`), 8],
    ['one address, whoever asks there, twelve', (n) => at(`user ${n}`, `institution ${n}`), 12],
    ['one address where nobody is signed in, twelve', () => ({ address: '10.0.0.1' }), 12],
    ['all together all', (n) => at(`user ${n}`, `institution ${n}`, `10.0.0.${n}`), 16],
  ])('%s', async (_, claimant, started) => {
    const shares = new ConnectionShares(LIMITS)
    const taken = Array.from({ length: 20 }, (_, n) => shares.take(claimant(n)))
    expect(await startedOf(taken)).toBe(started)
    expect(shares).toMatchObject({ inUse: started, waiting: 20 - started })
  })

  test('somebody else gets one at once, whatever one user, institution and address ask for', async () => {
    const shares = new ConnectionShares(LIMITS)
    const taken = Array.from({ length: 16 }, (_, n) => shares.take(at(`user ${n % 3}`)))
    expect(await startedOf(taken)).toBe(8)
    expect(await isFinished(shares.take(at('bystander', 'B', '10.0.0.2')))).toBe(true)
  })

  test('who waits is served before those who have more, and otherwise in turn', async () => {
    const shares = new ConnectionShares({ ...LIMITS, connections: 4 })
    const served: string[] = []
    const take = (user: string, institution: string) =>
      shares.take({ user, institution }).then((give) => {
        served.push(user)
        return give
      })
    const first = [take('greedy', 'A'), take('other', 'A'), take('third', 'B'), take('fourth', 'B')]
    const waiting = [take('greedy', 'A'), take('greedy', 'A'), take('fifth', 'C'), take('sixth', 'D')]
    expect(await startedOf(first)).toBe(4)
    for (const one of first) (await one)()
    expect(await startedOf(waiting)).toBe(3)
    expect(served.slice(4)).toEqual(['fifth', 'greedy', 'sixth'])
  })

  test('more than may wait are refused: of one caller for their own sake, of all for everybody’s', async () => {
    const shares = new ConnectionShares({ connections: 4, waiting: 8, withinMs: 600_000 })
    const reasons = async (taken: Promise<unknown>[]) =>
      (
        await Promise.allSettled(
          taken.map((one) => Promise.race([one, new Promise((resolve) => setImmediate(resolve))])),
        )
      ).flatMap((one) =>
        one.status === 'rejected' && one.reason instanceof NoShare ? [one.reason.because] : [],
      )
    expect(await reasons(Array.from({ length: 5 }, () => shares.take({ user: 'one' })))).toEqual([
      'own',
      'own',
    ])
    const many = Array.from({ length: 20 }, (_, n) => shares.take({ user: `user ${n}` }))
    expect(new Set(await reasons(many))).toEqual(new Set(['all']))
  })

  test('who has waited too long, or is gone, waits no longer and leaves nothing behind', async () => {
    const shares = new ConnectionShares({ connections: 1, waiting: 8, withinMs: 1 })
    const give = await shares.take(at('one'))
    await expect(shares.take(at('two'))).rejects.toMatchObject({ because: 'late' })
    const gone = new AbortController()
    const waits = shares.take(at('three'), gone.signal)
    gone.abort(new Error('gone'))
    await expect(waits).rejects.toThrow('gone')
    await expect(shares.take(at('three'), gone.signal)).rejects.toThrow('gone')
    give()
    give()
    expect(shares).toMatchObject({ inUse: 0, waiting: 0, remembered: 0 })
  })

  test('whoever takes and gives back in whatever order: never more than a share, and never an idle one that somebody may have', async () => {
    const step = fc.record({ user: fc.integer({ min: 0, max: 3 }), gives: fc.boolean(), which: fc.nat(20) })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const shares = new ConnectionShares({ connections: 8, waiting: 1000, withinMs: 600_000 })
        const leases: { user: string; give: () => void }[] = []
        let requested = 0
        for (const { user, gives, which } of steps) {
          if (gives) leases.splice(which % Math.max(1, leases.length), 1)[0]?.give()
          else {
            requested += 1
            const name = `user ${user}`
            void shares
              .take({ user: name, institution: `of ${user % 2}` })
              .then((give) => leases.push({ user: name, give }))
          }
          await new Promise((resolve) => setImmediate(resolve))
          const of = (name: string) => leases.filter((one) => one.user === name).length
          for (const name of ['user 0', 'user 1', 'user 2', 'user 3']) expect(of(name)).toBeLessThanOrEqual(2)
          expect(of('user 0') + of('user 2')).toBeLessThanOrEqual(4)
          expect(shares.inUse).toBe(leases.length)
        }
        while (leases.length > 0) {
          leases.pop()?.give()
          await new Promise((resolve) => setImmediate(resolve))
        }
        expect(shares).toMatchObject({ inUse: 0, waiting: 0, remembered: 0 })
        expect(requested).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: 50 },
    )
  })
})
