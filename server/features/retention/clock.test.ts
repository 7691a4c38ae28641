import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { directoryFiles } from '#adapters/files/directory.ts'
import { administer } from '#server/database/connection/connect.ts'
import { retentionEnding } from '#server/features/retention/ending.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())
afterEach(() => {
  vi.useRealTimers()
})

test('[OPS-16] a portal whose clock is years ahead erases nothing before its time', async () => {
  const files = directoryFiles(portal.dir)
  const key = await files.put(Buffer.from('of an order that was just erased'))
  await administer(portal.database.url, async (db) => {
    await sql`insert into retention_policy (kind, days) values ('message', 30)`.execute(db)
    await sql`insert into erased_file (key) values (${key})`.execute(db)
    await sql`insert into message_in (raw, received_at) values ('MSH|new', now() - interval '29 days'),
      ('MSH|old', now() - interval '31 days')`.execute(db)
  })
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2099-01-01') })
  await retentionEnding({ connection: portal.worker, files }).run()
  const left = await portal.worker.db.selectFrom('message_in').select('raw').execute()
  expect(left).toEqual([{ raw: 'MSH|new' }])
  expect((await files.get(key)).length).toBeGreaterThan(0)
})
