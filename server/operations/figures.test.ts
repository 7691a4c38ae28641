import { afterAll, beforeAll, expect, test } from 'vitest'
import { sealTrail } from '../features/audit/seal.ts'
import { unsealedSeconds } from '../features/audit/witness.ts'
import { laboratoryTroubles } from '../features/laboratory/operator/troubles.ts'
import { deliver, waitingMessages } from '../features/laboratory/outbox/delivery.ts'
import { TEST_SECRET } from '../testing/database.ts'
import { laboratoryMessage } from '../testing/laboratory.ts'
import { startPortal, type TestPortal } from '../testing/portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

async function messageOf(orderId: number): Promise<number> {
  const rows = portal.worker.db.selectFrom('message_out').select('id').where('order_id', '=', orderId)
  return (await rows.executeTakeFirstOrThrow()).id
}

test('counts messages waiting for the laboratory, and those stuck, refused or unread', async () => {
  const { worker, laboratory } = portal
  const troubles = () => laboratoryTroubles(worker)
  expect(await troubles()).toEqual({ stuck: 0, refused: 0, refusedHere: 0, unread: 0 })
  const [waits, refused] = [await portal.submitted(), await portal.submitted()]
  const stuck = await messageOf(waits.id)
  await worker.sql`update message_out set created_at = now() - interval '90 seconds' where id = ${stuck}`
  const { count, oldestSeconds } = await waitingMessages(worker)
  expect([count, Math.floor((oldestSeconds ?? 0) / 30)]).toEqual([2, 3])

  laboratory.answers = 'down'
  for (const stuckNow of [0, 0, 0, 0, 1]) {
    await expect(deliver(worker, laboratory, stuck)).rejects.toThrow('down')
    expect(await troubles()).toMatchObject({ stuck: stuckNow })
  }
  laboratory.answers = { refusedWith: 'Unknown test' }
  await deliver(worker, laboratory, await messageOf(refused.id))
  await portal.receive(laboratoryMessage('F1', { order: 999_999_999, status: 'F' }))
  await worker.sql`insert into message_in (raw, received_at) values ('MSH', now() - interval '2 minutes'), ('MSH', now())`
  expect(await troubles()).toEqual({ stuck: 1, refused: 1, refusedHere: 1, unread: 1 })

  // The message came again and was processed.
  await portal.receive('MSH')
  expect(await troubles()).toMatchObject({ unread: 0 })

  laboratory.answers = 'taken'
  await deliver(worker, laboratory, stuck)
  expect(await troubles()).toMatchObject({ stuck: 0 })
  expect(await waitingMessages(worker)).toEqual({ count: 0, oldestSeconds: null })
})

test('the age of unsealed lines counts from the oldest, until they are sealed', async () => {
  await portal.draft()
  expect(await unsealedSeconds(portal.worker)).toBeGreaterThan(0)
  await sealTrail(portal.worker, TEST_SECRET)
  expect(await unsealedSeconds(portal.worker)).toBe(0)
})

test('requests that wait for a connection are counted', async () => {
  const { pool } = portal.portal
  const all = await Promise.all(Array.from({ length: 16 }, () => pool.connect()))
  const late = pool.connect()
  expect([pool.totalCount, pool.idleCount, pool.waitingCount]).toEqual([16, 0, 1])
  for (const one of all) one.release()
  ;(await late).release()
  expect(pool.waitingCount).toBe(0)
})
