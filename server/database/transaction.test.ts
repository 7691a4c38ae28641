import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TEST_SECRET, type TestDatabase, testDatabase } from '../testing/database.ts'
import { administer, type Connection, connect, isDatabaseAway } from './connect.ts'

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
  const asked = ['a', 'b', 'c', 'd', 'e', 'f']
  await worker.transaction({ 'karyo.subject': '' }, async (db) => {
    const written = (raw: string) => sql`insert into message_in (raw) values (${raw})`.execute(db)
    const built = (raw: string) => db.insertInto('message_in').values({ raw }).execute()
    await Promise.all(asked.map((raw, index) => (index % 3 === 0 ? written(raw) : built(raw))))
  })
  const rows = await worker.db.selectFrom('message_in').select('raw').orderBy('id').execute()
  expect(rows.map(({ raw }) => raw)).toEqual(asked)
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

test('the last statements are committed with what was asked before them, and nothing is asked behind them', async () => {
  const done = worker.transaction({ 'karyo.subject': '' }, async (db, lastly) => {
    await count('first').execute(db)
    const [, keys] = await lastly(() =>
      Promise.all([
        count('last').execute(db),
        sql<{ key: string }>`select key from rate_count order by key`.execute(db),
      ]),
    )
    // It is committed by now, whatever comes of the rest.
    expect(await counted()).toEqual(keys.rows)
    await expect(count('more').execute(db)).rejects.toThrow('over')
    return keys.rows.map(({ key }) => key)
  })
  expect(await done).toEqual(['first', 'last'])
  await sql`delete from rate_count`.execute(worker.db)
})

test('of the last statements one that fails takes all with it, and says so', async () => {
  const failing = worker.transaction({ 'karyo.subject': '' }, async (db, lastly) => {
    await count('before').execute(db)
    await lastly(() =>
      Promise.all([
        count('beside').execute(db),
        sql`select 1 / ${0}::int`.execute(db),
        count('behind').execute(db),
      ]),
    )
  })
  await expect(failing).rejects.toMatchObject({ code: '22012' })
  expect(await counted()).toEqual([])
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

test('a table that changes under a prepared statement is trouble of the moment', async () => {
  const admin = connect({ url: database.url, secret: TEST_SECRET, role: 'karyo_worker', max: 1 })
  const ask = () => admin.db.selectFrom('message_in').selectAll().where('raw', '=', 'nobody').execute()
  for (let i = 0; i < 5; i++) await ask()
  await administer(database.url, (db) => sql`alter table message_in add column more text`.execute(db))
  const failure: unknown = await ask().catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(Error)
  expect(isDatabaseAway(failure as Error)).toBe(true)
  expect(await ask()).toEqual([])
  await admin.close()
})
