import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { TEST_SECRET, type TestDatabase, testDatabase } from '#server/testing/database.ts'
import { administer, type Connection, connect, isDatabaseAway } from '../connection/connect.ts'

let database: TestDatabase
let portal: Connection
let worker: Connection
beforeAll(async () => {
  database = await testDatabase()
  const open = (role: 'karyo_portal' | 'karyo_worker', max: number) =>
    connect({ url: database.url, secret: TEST_SECRET, role, max })
  portal = open('karyo_portal', 1)
  worker = open('karyo_worker', 2)
})
afterAll(async () => {
  await Promise.all([portal?.close(), worker?.close()])
  await database?.drop()
})

afterEach(() =>
  administer(database.url, async (db) => {
    for (const table of ['rate_count', 'message_in']) await sql`delete from ${sql.table(table)}`.execute(db)
  }),
)

const count = (key: string) => sql`insert into rate_count values (${key}, 1, now())`
const counted = async () =>
  (await sql<{ key: string }>`select key from rate_count order by key`.execute(worker.db)).rows

test('settings hold in the transaction, and not after it', async () => {
  const setting = sql<{ value: string }>`select current_setting('karyo.institutions', true) as value`
  const within = await portal.transaction({ 'karyo.institutions': 'P1,C1' }, (db) => setting.execute(db))
  expect(within.rows).toEqual([{ value: 'P1,C1' }])
  expect((await setting.execute(portal.db)).rows).toEqual([{ value: '' }])
})

test('statements that go together are taken in the order in which they are asked', async () => {
  const letters = ['a', 'b', 'c', 'd', 'e', 'f']
  await worker.transaction({ 'karyo.subject': '' }, async (db) => {
    const written = (raw: string) => sql`insert into message_in (raw) values (${raw})`.execute(db)
    const built = (raw: string) => db.insertInto('message_in').values({ raw }).execute()
    await Promise.all(letters.map((raw, index) => (index % 3 === 0 ? written(raw) : built(raw))))
  })
  const rows = await worker.db.selectFrom('message_in').select('raw').orderBy('id').execute()
  expect(rows.map(({ raw }) => raw)).toEqual(letters)
})

test('one that fails takes all with it, those that were sent behind it too', async () => {
  const failing = worker.transaction({ 'karyo.subject': '' }, (db) =>
    Promise.all([
      count('before').execute(db),
      sql`select 1 / ${0}::int`.execute(db),
      count('behind').execute(db),
    ]),
  )
  await expect(failing).rejects.toMatchObject({ code: '22012' })
  expect(await counted()).toEqual([])
})

test('a statement that nobody waits for is not committed when it fails', async () => {
  const careless = worker.transaction({ 'karyo.subject': '' }, async (db) => {
    await count('kept').execute(db)
    sql`select 1 / ${0}::int`.execute(db).catch(() => undefined)
  })
  await expect(careless).rejects.toMatchObject({ code: '22012' })
  expect(await counted()).toEqual([])
})

test('nor is one whose failure was passed over', async () => {
  const careless = worker.transaction({ 'karyo.subject': '' }, async (db) => {
    await count('kept').execute(db)
    await sql`select 1 / ${0}::int`.execute(db).catch(() => undefined)
  })
  await expect(careless).rejects.toThrow('failed unnoticed')
  expect(await counted()).toEqual([])
})

test('without its proof nobody hears of anything, and nothing is committed', async () => {
  const versionCheck = (isCurrent: boolean) => ({
    text: 'select $1::text as version',
    values: ['a'],
    onRows([row]: unknown[]) {
      expect(row).toEqual({ version: 'a' })
      if (!isCurrent) throw new Error('somebody else by now')
    },
  })
  const received: string[] = []
  const tries = [
    (isCurrent: boolean) =>
      worker.transaction(
        { 'karyo.subject': '' },
        async (db) => {
          await count('first').execute(db)
          received.push('first')
        },
        versionCheck(isCurrent),
      ),
    (isCurrent: boolean) =>
      worker.transaction(
        {},
        async (db) => {
          await count('last').execute(db)
          received.push('last')
        },
        versionCheck(isCurrent),
      ),
    (isCurrent: boolean) =>
      worker.transaction({}, async () => void received.push('nothing'), versionCheck(isCurrent)),
  ]
  for (const one of tries) await expect(one(false)).rejects.toThrow('somebody else')
  expect([received, await counted()]).toEqual([['nothing'], []])
  for (const one of tries) await one(true)
  expect((await counted()).map(({ key }) => key)).toEqual(['first', 'last'])
  await sql`delete from rate_count`.execute(worker.db)
})

test('settings may hold any text', async () => {
  const odd = `O'Neill\\"; rollback; --`
  const setting = sql<{ value: string }>`select current_setting('karyo.subject', true) as value`
  const within = await portal.transaction({ 'karyo.subject': odd, 'karyo.email': '' }, (db) =>
    setting.execute(db),
  )
  expect(within.rows).toEqual([{ value: odd }])
})

test('nothing is sent once it is over: the connection may be another one’s', async () => {
  let late = async () => undefined as unknown
  await worker.transaction({ 'karyo.subject': '' }, async (db) => {
    late = () => count('late').execute(db)
  })
  await expect(late()).rejects.toThrow('over')
  expect(await counted()).toEqual([])
})

test('a connection that has lost its prepared statements is given up', async () => {
  const one = connect({ url: database.url, secret: TEST_SECRET, role: 'karyo_worker', max: 1 })
  const query = () =>
    one.transaction({ 'karyo.subject': 'one' }, async (db) => {
      const { rows } = await sql<{ n: number }>`select ${1}::int as n`.execute(db)
      return rows
    })
  for (let time = 0; time < 5; time += 1) expect(await query()).toEqual([{ n: 1 }])
  await sql`deallocate all`.execute(one.db)
  const failure: unknown = await query().catch((error: unknown) => error)
  expect(isDatabaseAway(failure as Error)).toBe(true)
  expect(await query()).toEqual([{ n: 1 }])
  await one.close()
})

test('a table that changes under a prepared statement is trouble of the moment', async () => {
  const admin = connect({ url: database.url, secret: TEST_SECRET, role: 'karyo_worker', max: 1 })
  const query = () => admin.db.selectFrom('message_in').selectAll().where('raw', '=', 'nobody').execute()
  for (let i = 0; i < 5; i++) await query()
  await administer(database.url, (db) => sql`alter table message_in add column more text`.execute(db))
  const failure: unknown = await query().catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(Error)
  expect(isDatabaseAway(failure as Error)).toBe(true)
  expect(await query()).toEqual([])
  await admin.close()
})
