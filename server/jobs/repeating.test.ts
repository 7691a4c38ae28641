import type { PgBoss } from 'pg-boss'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { roleUrl } from '../database/roles.ts'
import { TEST_SECRET, type TestDatabase, testDatabase } from '../testing/database.ts'
import { startBoss } from './boss.ts'
import { REPEATING_QUEUE } from './queues.ts'
import { type RepeatingWork, startRepeating } from './repeating.ts'

let database: TestDatabase
let bosses: PgBoss[]
beforeEach(async () => {
  database = await testDatabase()
  const url = roleUrl(database.url, TEST_SECRET, 'karyo_worker')
  bosses = await Promise.all([startBoss(url, () => {}), startBoss(url, () => {})])
})
afterEach(async () => {
  await Promise.all((bosses ?? []).map((boss) => boss.stop({ graceful: false })))
  await database?.drop()
})

const ignore = () => undefined

/**
 * Ten days: what is done twice within a test is done twice a period. pg-boss counts periods from 1970, and the tests run
 * in the middle of one.
 */
const PERIOD_SECONDS = Math.floor(Date.now() / 1000 / 2000.5)

test('repeating work is done at the start and once a period, however many portals there are and start', async () => {
  const done: string[] = []
  const works = ['one', 'other'].map((name): RepeatingWork => {
    return { name, everySeconds: PERIOD_SECONDS, run: async () => done.push(name) }
  })
  const started = []
  for (const boss of bosses) started.push(await startRepeating(boss, works, ignore))
  started.push(await startRepeating(bosses[0] as PgBoss, works, ignore))
  await expect.poll(() => done.toSorted()).toEqual(['one', 'other'])
  await Promise.all(started.map((one) => one.close()))
  const jobs = await bosses[0]?.getQueueStats('repeating')
  expect(jobs).toMatchObject([{ totalCount: 2, queuedCount: 0 }])
  expect(done).toHaveLength(2)
})

test('what fails is said', async () => {
  const errors: string[] = []
  const work: RepeatingWork = {
    ...{ name: 'failing', everySeconds: PERIOD_SECONDS },
    run: () => Promise.reject(new Error('not this time')),
  }
  const one = await startRepeating(bosses[0] as PgBoss, [work], ({ message }) => errors.push(message))
  await expect.poll(() => errors).toEqual(['not this time'])
  await one.close()
})

test('what piled up is done without a pause, though nothing is announced any more', async () => {
  const done: string[] = []
  const names = Array.from({ length: 20 }, (_, index) => `work ${index}`)
  const works = names.map((name): RepeatingWork => {
    return { name, everySeconds: PERIOD_SECONDS, run: async () => done.push(name) }
  })
  // Put while no portal runs that would do it: the one that starts is told of none, and looks only every 10 s.
  for (const name of names)
    await bosses[0]?.send(
      REPEATING_QUEUE.name,
      { name },
      { singletonKey: name, singletonSeconds: PERIOD_SECONDS },
    )
  const one = await startRepeating(bosses[1] as PgBoss, works, ignore)
  await expect.poll(() => done.toSorted()).toEqual(names.toSorted())
  await one.close()
})

test('a portal that stops does not wait for long work', async () => {
  const long = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const run = () => {
    begun.resolve()
    return long.promise
  }
  const work = { name: 'long', everySeconds: PERIOD_SECONDS, run }
  const one = await startRepeating(bosses[0] as PgBoss, [work], ignore)
  await begun.promise
  await one.close()
  long.resolve()
})
