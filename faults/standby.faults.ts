import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Connection, connect } from '#server/database/connection/connect.ts'
import { addressAt } from '#server/database/connection/hosts.ts'
import { readingFrom, STANDBY_LIMITS, type Standbys } from '#server/database/connection/standby.ts'
import { freePort } from '#server/database/embedded/embedded.ts'
import { migrate } from '#server/database/migrate/migrate.ts'
import { type Actor, authorize, withScope } from '#server/database/scope.ts'
import { TEST_SECRET } from '#server/testing/database.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { FOREIGN, PARENT, readyOrder } from '#server/testing/world.ts'
import { copyServer, followServer } from './cluster/base-backup.ts'
import { type Server, startServer } from './cluster/postgres.ts'

const WAITS = { timeout: 120_000, interval: 50 }
const SUBMITTER = 'OrderSubmitter@P1'

/** A user of the parent institution only. */
const ACTOR: Actor = {
  ...{ id: 1, subject: 'one', firstName: '', lastName: '', email: '', npi: '', prefix: '', suffix: '' },
  ...{ termsAccepted: true, attestationDue: false, support: false, status: 'Active' },
  memberships: [
    { id: 1, code: PARENT, name: '', parentCode: null, createdByUser: false, roles: ['OrderSubmitter'] },
  ],
}

let dir: string
let primary: Server
let standby: Server
let follower: Connection
let standbys: Standbys
let portal: TestPortal
const pathOf = (name: string) => path.join(dir, name)

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'karyo-standby-'))
  await chmod(dir, 0o711)
  primary = await startServer(pathOf('a'), await freePort(), () => {})
  await migrate(primary.url, TEST_SECRET)
  const copy = await copyServer(primary, pathOf('b'), 'standby_b')
  await followServer(copy, primary, 'standby_b')
  standby = await startServer(pathOf('b'), await freePort(), () => {})
  const host = `127.0.0.1:${standby.port}`
  const url = addressAt(primary.url, host)
  follower = connect({ url, secret: TEST_SECRET, role: 'karyo_portal', max: 8, limits: STANDBY_LIMITS })
  portal = await startPortal({
    database: { url: primary.url, drop: async () => undefined },
    lists(own) {
      standbys = readingFrom(own, [{ host, connection: follower }])
      return standbys.connection
    },
  })
})
afterAll(async () => {
  await portal?.stop()
  await follower?.close()
  for (const one of [primary, standby]) one?.signal('SIGKILL')
  if (dir) await rm(dir, { recursive: true, force: true })
})

const figures = () => standbys.figures()[0]
const used = () => expect.poll(() => figures()?.isUsed, WAITS).toBe(true)
const unused = () => expect.poll(() => figures()?.isUsed, WAITS).toBe(false)

/** Looks for a just submitted order in each kind of list; returns how many of these the standby answered. */
async function submittedAndListed(): Promise<number> {
  const before = figures()?.answered ?? 0
  const { orders, following } = portal.as(SUBMITTER)
  const params = { hospital: PARENT }
  const counted = async () => (await orders.summary({ params: { h: PARENT } })).counts['en-route']
  const known = await counted()
  const { id } = await portal.submitted(readyOrder(anotherName()))
  const ids = (await orders.list({ params, query: {} })).ordersDTO.map((one) => one.id)
  const lean = (await orders.listLean({ params, query: {} })).orderProjectionsDTO.map((one) => one.id)
  const { total } = await orders.historyFilter({ query: { hospitalCode: PARENT } })
  const pipeline = await following.pipeline({ params })
  expect(ids[0]).toBe(id)
  expect(lean[0]).toBe(id)
  expect([await counted(), pipeline['en-route'].count]).toEqual([known + 1, known + 1])
  expect(total).toBe((await orders.list({ params, query: {} })).total)
  return (figures()?.answered ?? 0) - before
}

let named = 0
/** A new patient each time, and names have no digits. */
function anotherName(): string {
  named += 1
  return `Standby${[...String(named)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`
}

describe('a standby that is up to date', () => {
  test('answers lists and counts, including everything acknowledged before the request', async () => {
    await used()
    let answered = 0
    for (let round = 0; round < 20; round += 1) answered += await submittedAndListed()
    process.stdout.write(
      `Standby: ${answered} of 140 lists answered by it, each with the order just submitted\n`,
    )
    expect(answered).toBeGreaterThan(0)
  })

  test('shows nothing of another institution, even without filters', async () => {
    await used()
    const outside = { as: SUBMITTER }
    expect((await portal.request(`/api/Orders/${FOREIGN}`, outside)).status).toBe(404)
    await portal.draft(readyOrder('Standbyelse'), { by: 'OrderSubmitter@F1', at: FOREIGN })
    const tables = await standby.ask<{ name: string }>(`
      select table_name as name from information_schema.columns join pg_class on oid = table_name::regclass
      where table_schema = 'public' and column_name = 'institution_code' and relrowsecurity
        and has_table_privilege('karyo_portal', oid, 'select')`)
    expect(tables.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['orders', 'order_tally', 'sample']),
    )
    const access = { kind: 'institution', permissions: ['ViewOrder'] } as const
    const authority = authorize(ACTOR, access, { path: [PARENT], header: [] }, 'a')
    const codes = sql.raw<{ code: string }>('select distinct institution_code as code from ')
    for (const { name } of tables) {
      const query = sql<{ code: string }>`${codes}${sql.table(name)}`
      const visible = await withScope(follower, authority, async ({ db }) => (await query.execute(db)).rows)
      expect([name, visible.filter(({ code }) => code !== PARENT)]).toEqual([name, []])
      expect([name, (await query.execute(follower.db)).rows]).toEqual([name, []])
    }
    const found = sql<{ code: string }>`${codes} orders where id in (select order_id
      from orders_found(array[${PARENT}, ${FOREIGN}], array['w'], array['standby'], array['standby']))`
    expect(await withScope(follower, authority, async ({ db }) => (await found.execute(db)).rows)).toEqual([
      { code: PARENT },
    ])
  })

  test('accepts no writes: an operation that writes after all is done once, at the primary', async () => {
    await used()
    const key = 'standby test'
    await standbys.connection.transaction({}, (db) =>
      sql`insert into mail_out (id, recipient, subject, body)
        values (gen_random_uuid(), 'a@b.test', ${key}, '')`.execute(db),
    )
    const mails = portal.worker.db.selectFrom('mail_out').selectAll().where('subject', '=', key)
    expect(await mails.execute()).toHaveLength(1)
  })
})

test('leaves a read to the primary that blocks replication', async () => {
  await used()
  await standby.ask('alter system set max_standby_streaming_delay = 0')
  await standby.ask('select pg_reload_conf()')
  const isReading = "select from pg_stat_activity where query ~ 'as slow' and pid <> pg_backend_pid()"
  let runs = 0
  const reading = standbys.connection.transaction({}, async (db) => {
    runs += 1
    const { rows } = await sql<{ at: string }>`
      select (select count(*) from orders) as slow, current_setting('port') as at
      from pg_sleep(${runs === 1 ? 60 : 0})`.execute(db)
    return rows[0]?.at
  })
  await expect.poll(async () => (await standby.ask(isReading)).length, WAITS).toBe(1)
  await primary.ask('update orders set updated_at = updated_at')
  await primary.ask('vacuum orders')
  expect([await reading, runs]).toEqual([String(primary.port), 2])
  await standby.ask('alter system reset max_standby_streaming_delay')
  await standby.ask('select pg_reload_conf()')
})

let primaryBefore = ''
/** Possible problems of a standby, and their remedies. */
const TROUBLES: Record<string, { begin(): Promise<unknown>; end?(): Promise<unknown> }> = {
  'that does not come along': {
    begin: () => standby.ask('select pg_wal_replay_pause()'),
    end: () => standby.ask('select pg_wal_replay_resume()'),
  },
  'that has lost its primary': {
    begin: async () => (primaryBefore = await followPrimary('')),
    end: () => followPrimary(primaryBefore),
  },
  'that is silent': {
    begin: async () => standby.signal('SIGSTOP'),
    end: async () => standby.signal('SIGCONT'),
  },
  'that is gone': {
    async begin() {
      standby.signal('SIGKILL')
      await standby.ended
    },
    async end() {
      standby = await startServer(pathOf('b'), standby.port, () => {})
    },
  },
  'that was promoted': { begin: () => standby.ask('select pg_promote(true, 60)', [], 60_000) },
}

/** Makes the standby follow the primary at this address; returns the previous one. */
async function followPrimary(at: string): Promise<string> {
  const [before] = await standby.ask<{ at: string }>("select current_setting('primary_conninfo') as at")
  await standby.ask(`alter system set primary_conninfo = '${at}'`)
  await standby.ask('select pg_reload_conf()')
  return before?.at ?? ''
}

describe('a standby', () => {
  test.each(Object.entries(TROUBLES))(
    '%s: the primary answers, and nothing is missing',
    async (name, { begin, end }) => {
      await used()
      await begin()
      const began = performance.now()
      await submittedAndListed()
      process.stdout.write(
        `Standby ${name}: ${Math.round(performance.now() - began)} ms for an order and seven lists\n`,
      )
      await unused()
      expect(await submittedAndListed()).toBe(0)
      if (!end) return
      await end()
      await used()
      expect(await submittedAndListed()).toBeGreaterThan(0)
    },
  )
})
