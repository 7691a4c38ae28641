import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { sealTrail } from '#server/features/audit/seal.ts'
import { verifyTrail } from '#server/features/audit/verify.ts'
import { linesWithoutPartition, makingPartitions } from '#server/operations/partitions.ts'
import { TEST_SECRET, type TestDatabase, testDatabase } from '#server/testing/database.ts'
import { databaseBefore } from '#server/testing/migrations.ts'
import { administer, type Connection, connect } from '../connection/connect.ts'
import { beforePartitions } from './before-partitions.ts'

const PARTED = ['order_event', 'audit_event']
const REFUSED = { code: '42501' }

const ORDERS = `
  insert into institution (code, name) values ('P1', 'One');
  insert into physician (subject, email, first_name, last_name) values ('a', '', 'Ada', 'Okafor');
  insert into orders (institution_code, draft_key, document, patient_first_name, patient_last_name, patient_date_of_birth,
    patient_sex, test_code, test_name, provider_name, is_vob, open_points, search_text, created_by, created_by_name,
    updated_by_name, responsible_id, responsible_name)
  select 'P1', gen_random_uuid(), '{}', '', '', '', '', '', '', '', false, 0, '', 1, 'Ada', 'Ada', 1, 'Ada'
  from generate_series(1, 3)`
const EVENTS = `insert into order_event (order_id, institution_code, kind, actor, at)
  select id, 'P1', 'submitted', 'Ada', now() - interval '3 years' from orders`
const LINES = `insert into audit_event (actor_subject, actor_name, action, institution_code, entity, entity_id, request_id)
  select 'a', 'Ada', 'order.view', 'P1', 'order', id::text, '' from orders`

describe('partitioning a database with data', () => {
  let before: Awaited<ReturnType<typeof databaseBefore>>
  const rowsOf = async <T extends pg.QueryResultRow>(text: string) =>
    (await before.database.query<T>(text)).rows
  /** The files of tables and indexes on disk: another file means that the content was rewritten. */
  const files = () =>
    rowsOf<{ file: string }>(`
      select pg_relation_filenode(oid)::text as file from pg_class
      where relkind in ('r', 'i') and relname ~ '^(order_event|audit_event)(_first)?(_[a-z_]*(pkey|idx))?$' order by 1`)
  beforeEach(async () => {
    before = await databaseBefore('0020-partitions.sql')
    for (const statement of [ORDERS, EVENTS, LINES]) await before.database.query(statement)
  })
  afterEach(() => before?.end())

  test('checks it beforehand while others write, and makes it the first partition without reading or rewriting it', async () => {
    const were = await files()
    expect(were.length).toBeGreaterThan(6)
    const writer = new pg.Client({ connectionString: before.url })
    await writer.connect()
    const statements: string[] = []
    const locking = async (statement: string) => {
      if (statements.length > 0) await writer.query('commit')
      statements.push(statement)
      await before.database.query(statement)
      await writer.query('begin')
      for (const rows of [EVENTS, LINES]) await writer.query(rows)
    }
    // It would wait for the writer, which ends only after it.
    await before.database.query('set lock_timeout = 1000')
    await beforePartitions(before.database, locking)
    await writer.query('commit')
    await writer.end()
    expect(statements).toEqual(PARTED.map((name) => expect.stringContaining(`alter table ${name} add`)))
    // A second call has nothing to do.
    await beforePartitions(before.database, () => Promise.reject(new Error('a lock was asked for')))

    const output: string[] = []
    before.database.on('notice', ({ message }) => output.push(message ?? ''))
    await before.database.query('set client_min_messages = debug1')
    await before.migrate()
    await before.database.query('set client_min_messages = warning')
    for (const name of PARTED)
      expect(output).toContain(
        `partition constraint for table "${name}_first" is implied by existing constraints`,
      )
    const are = (await files()).map(({ file }) => file)
    expect(are).toEqual(expect.arrayContaining(were.map(({ file }) => file)))
    const counts =
      await rowsOf(`select tableoid::regclass::text as name, count(*)::int from order_event group by 1
      union all select tableoid::regclass::text, count(*)::int from audit_event group by 1 order by 1`)
    expect(counts).toEqual([
      { name: 'audit_event_first', count: 9 },
      { name: 'order_event_first', count: 9 },
    ])
  })

  test('continues with the next sequence numbers', async () => {
    await before.migrate()
    for (const name of PARTED) {
      const [last] = await rowsOf<{ id: string }>(`select max(id) as id from ${name}`)
      await before.database.query(name === 'order_event' ? `${EVENTS} limit 1` : `${LINES} limit 1`)
      expect(await rowsOf(`select max(id) as id from ${name}`)).toEqual([
        { id: String(Number(last?.id) + 1) },
      ])
    }
  })

  test('deletes an order’s events of any date with the order', async () => {
    await before.migrate()
    await before.database.query(`insert into order_event (order_id, institution_code, kind, actor, at)
      select id, 'P1', 'submitted', 'Ada', now() + months * interval '1 month' from orders, generate_series(0, 18, 3) months`)
    const partitionNames = () =>
      rowsOf<{ name: string }>('select distinct tableoid::regclass::text as name from order_event')
    expect((await partitionNames()).length).toBeGreaterThan(2)
    await before.database.query('delete from orders')
    expect(await partitionNames()).toEqual([])
  })
})

describe('a partitioned database', () => {
  let database: TestDatabase
  let worker: Connection
  let partitions: string[]
  const asOwner = <T>(statement: RawBuilder<T>) =>
    administer(database.url, async (db) => (await statement.execute(db)).rows)
  const audited = (id: number) =>
    worker.auditLine(worker.db, {
      actor: { subject: 'a', name: 'Ada Okafor' },
      action: 'order.view',
      entity: { kind: 'order', id, institution: 'P1' },
    })
  const verified = () => verifyTrail(worker, [TEST_SECRET], [])
  beforeEach(async () => {
    database = await testDatabase()
    worker = connect({ url: database.url, secret: TEST_SECRET, role: 'karyo_worker', max: 2 })
    await asOwner(sql.raw(ORDERS))
    const found = await asOwner(sql<{ name: string }>`
      select inhrelid::regclass::text as name from pg_inherits
      where inhparent = any (${PARTED}::regclass[]) order by 1`)
    partitions = found.map(({ name }) => name)
  })
  afterEach(async () => {
    vi.useRealTimers()
    await worker?.close()
    await database?.drop()
  })

  test('does not let its policies be bypassed by naming a partition', async () => {
    expect(partitions.length).toBeGreaterThanOrEqual(6)
    const open = sql`
      select oid::regclass from pg_class where oid = any (${partitions}::regclass[]) and (not relrowsecurity
        or exists (select from unnest(array['karyo_portal', 'karyo_worker', 'karyo_identity']) role,
          unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'trigger', 'references']) privilege
          where has_table_privilege(role, oid, privilege)))`
    expect(await asOwner(open)).toEqual([])
    for (const name of partitions)
      await expect(sql`select from ${sql.table(name)}`.execute(worker.db)).rejects.toMatchObject(REFUSED)
  })

  test('does not let the audit trail be changed by naming a partition', async () => {
    const ofTrail = partitions.filter((one) => one.startsWith('audit_event'))
    for (const name of ofTrail.map((one) => sql.table(one)))
      for (const change of [
        sql`update ${name} set action = 'x'`,
        sql`delete from ${name}`,
        sql`truncate ${name}`,
      ])
        await expect(asOwner(change)).rejects.toMatchObject(REFUSED)
  })

  test('creates the partitions that will be needed, each once', async () => {
    const partitionNames = () =>
      asOwner(sql`select inhrelid::regclass::text as name, pg_get_expr(relpartbound, oid) as bounds
        from pg_inherits join pg_class on oid = inhrelid where inhparent = any (${PARTED}::regclass[]) order by 1`)
    const { run } = makingPartitions(worker)
    // A quarter may have begun since the database was made.
    await run()
    const were = await partitionNames()
    await run()
    expect(await partitionNames()).toEqual(were)
    const last = partitions.findLast((one) => /_\d{4}q\d$/.test(one)) ?? ''
    await asOwner(sql`drop table ${sql.table(last)}`)
    await Promise.all([run(), run()])
    expect(await partitionNames()).toEqual(were)
  })

  test('accepts lines without a partition, reports them, and goes on', async () => {
    const last = partitions.findLast((one) => /^order_event_\d{4}q\d$/.test(one)) ?? ''
    expect(await linesWithoutPartition(worker)).toBe(0)
    await asOwner(sql`drop table ${sql.table(last)}`)
    await asOwner(sql`insert into order_event (order_id, institution_code, kind, actor, at)
      select id, 'P1', 'submitted', 'Ada', at from orders,
        unnest(array[now(), now() + interval '40 years', partitions_until('order_event') + interval '1 day']) at`)
    expect(await linesWithoutPartition(worker)).toBe(6)
    await makingPartitions(worker).run()
    expect(await linesWithoutPartition(worker)).toBe(6)
    expect(await worker.db.selectFrom('order_event').select('id').execute()).toHaveLength(9)
  })

  test('has one audit trail across two partitions, and detects tampering with it', async () => {
    const [border] = await asOwner(sql<{ at: Date }>`
      select partitions_until('audit_event') - interval '3 months' as at`)
    for (const [index, ms] of [-2, -1, 1, 2].entries()) {
      vi.useFakeTimers({ toFake: ['Date'], now: (border?.at.getTime() ?? 0) + ms * 1000 })
      await audited(index + 1)
    }
    vi.useRealTimers()
    await sealTrail(worker, TEST_SECRET)
    const partitionNames = sql`select tableoid::regclass::text as name, count(*)::int from audit_event group by 1`
    expect(await asOwner(partitionNames)).toHaveLength(2)
    expect(await verified()).toMatchObject({ seals: 1, lines: 4, unsealed: 0, findings: [] })

    const tampering = async (change: RawBuilder<unknown>) => {
      await asOwner(sql`alter table audit_event disable trigger user`)
      await asOwner(change)
      return (await verified()).findings.map(({ line, what }) => `${line} ${what}`)
    }
    const columns = sql`actor_subject, actor_name, action, institution_code, entity, entity_id, request_id, detail, people`
    const twice = sql`insert into audit_event (id, at, ${columns})
      select id, at + interval '1 day', ${columns} from audit_event where id = 2`
    expect(await tampering(twice)).toEqual(['2 added'])
    const moved = sql`update audit_event set at = at - interval '1 day' where id = 3`
    expect(await tampering(moved)).toEqual(['2 added', '3 altered'])
  })
})
