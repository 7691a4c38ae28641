import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TEST_SECRET } from '#server/testing/database.ts'
import { databaseBefore } from '#server/testing/migrations.ts'
import { dumpDatabase } from '#server/testing/whole-database.ts'
import { withDump } from './dump.ts'
import { inTransactions, migrate, migrationFiles, prepareJobs } from './migrate.ts'
import { RELEASES } from './releases.ts'

const FOLDER = path.join(import.meta.dirname, '../migrations')
/** The last migration written for portals that are stopped meanwhile. */
const LAST_WITH_A_STOP = '0010'

/** The last migration that defines functions itself; since then they are files. */
const LAST_WITH_FUNCTIONS = '0050'

/** Why a statement cannot run while the previous version serves requests; matched against the text without comments. */
const UNSAFE: [pattern: RegExp, why: string][] = [
  [/\bdrop\s+(table|column|view|type|function|schema|default)\b/i, 'the previous version may use it'],
  [/\brename\b/i, 'the previous version uses the old name'],
  [/\balter\s+column\s+\S+\s+(set\s+data\s+)?type\b/i, 'it rewrites the table under a lock'],
  [/\bset\s+not\s+null\b/i, 'the previous version may write null'],
  [
    /\badd\s+column\b(?=[^,;]*\bnot\s+null\b)(?![^,;]*\bdefault\b)/i,
    'the previous version does not write it',
  ],
  [
    /\balter\s+table\b[^;]*\badd\s+(constraint|check|foreign|unique)\b(?![^;]*\bnot\s+valid\b)/i,
    'it looks at all rows',
  ],
  [/\brevoke\b(?![^;]*\bfrom\s+public\b)/i, 'the previous version may need it'],
  [/\bindex\s+concurrently\b|^(begin|commit|vacuum)\b/i, 'a migration runs within a transaction'],
  [/^(truncate|lock)\b/i, 'requests would wait'],
]

/** Marks a statement that removes what the release before last left behind. */
const ALLOWED = /-- no version that may still run uses it/

function unsafe(sql: string): string[] {
  const outside = sql.replaceAll(/\$\$[\s\S]*?\$\$/g, '')
  return outside.split(/;\s*\n/).flatMap((statement) => {
    if (ALLOWED.test(statement)) return []
    const text = statement.replaceAll(/--.*$/gm, '').trim()
    return UNSAFE.filter(([pattern]) => pattern.test(text)).map(([, why]) => `${text.slice(0, 60)}: ${why}`)
  })
}

/** Tables with rows of every order or message: to read one whole takes long. */
const LARGE =
  /^(orders|order_\w+|sample|shipment|document|reported_\w+|report\w*|result_\w+|treatment\w*|laboratory_fact|message_\w+|ehr_message_\w+|eligibility_\w+|cost_estimate|kit_order|mail_out|audit_\w+|follow_up\w*|availability_request|appointment_\w+)$/
/** Nothing is read by these, whatever words they have. */
const READS_NOTHING = /^(grant|revoke|create\s+(or\s+replace\s+)?(trigger|policy|table)|comment)\b/i

const statementsOf = (sql: string) =>
  sql
    .replaceAll(/(\bdo\s+)?\$\$([\s\S]*?)\$\$/gi, (_, isRun, body) => (isRun ? body : ''))
    .replaceAll(/--.*$/gm, '')
    .split(/;\s*\n/)
    .map((one) => one.trim())

/** What requests wait for to read: the table that a statement locks so, or a whole `drop index`; undefined if none. */
function lockedBy(statement: string): string | undefined {
  if (/\bvalidate\s+constraint\b/i.test(statement)) return undefined
  const altered = /^alter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?([\w.]+)/i.exec(statement)?.[1]
  return altered ?? /^(drop|truncate|lock|alter\s+index)\b.*/i.exec(statement)?.[0]
}

function readBy(statement: string): string[] {
  if (READS_NOTHING.test(statement)) return []
  const places = [
    /\bcreate\s+(?:unique\s+)?index\s+(?:if\s+not\s+exists\s+)?(?:\w+\s+)?on\s+(?:only\s+)?(\w+)/gi,
    /\b(?:update|from|join)\s+(?:only\s+)?(\w+)/gi,
    /\balter\s+table\s+(\w+)\s+validate\b/gi,
  ]
  return places.flatMap((place) => [...statement.matchAll(place)].flatMap(([, table]) => table ?? []))
}

/** What of one transaction reads a large table while requests wait for another statement's lock. `made`: tables that are new. */
function heldWhileReading(transaction: readonly string[], made = new Set<string>()): string[] {
  let held: string | undefined
  return transaction.flatMap(statementsOf).flatMap((statement) => {
    const [, table] = /^create\s+table\s+(?:if\s+not\s+exists\s+)?([\w.]+)/i.exec(statement) ?? []
    if (table) made.add(table)
    const read = readBy(statement).find((one) => LARGE.test(one) && !made.has(one))
    const found = held !== undefined && read ? [`reads ${read} while ${held} is locked`] : []
    const locked = lockedBy(statement)
    if (locked !== undefined && !made.has(locked)) held ??= locked
    return found
  })
}

describe('[OPS-09] while a large table is read, no lock is held for which requests wait to read', () => {
  test('by the migrations since the last release', async () => {
    const last = RELEASES.at(-1)?.[1] ?? ''
    const { together, alone } = await inTransactions((await migrationFiles()).filter((name) => name > last))
    const read = (name: string) => readFile(path.join(FOLDER, name), 'utf8')
    const made = new Set<string>()
    const found: Record<string, string[]> = {
      together: heldWhileReading(await Promise.all(together.map(read)), made),
    }
    for (const name of alone) found[name] = heldWhileReading([await read(name)], made)
    expect(Object.entries(found).filter(([, problems]) => problems.length > 0)).toEqual([])
  })

  test.each([
    ['alter table orders add column a int', 'create index on orders (a)'],
    ['alter table physician add column a int', "update orders set state = 'draft' where is_blank"],
    ['drop index orders_blank', 'insert into other select id from sample'],
    ['alter table report add column a int', 'do $$ begin perform 1 from message_in; end $$'],
  ])('%s, then %s is refused', (...transaction) => {
    expect(heldWhileReading(transaction.map((one) => `${one};\n`))).toHaveLength(1)
    expect(heldWhileReading(transaction.map((one) => `${one};\n`).toReversed())).toEqual([])
  })

  test.each([
    [
      'create table more (id bigint)',
      'alter table more enable row level security',
      'create index on orders (a)',
    ],
    ['alter table orders add column a int', 'create table more (id bigint)', 'create index on more (id)'],
    ['alter table orders add column a int', 'grant update on orders to karyo_worker'],
  ])('%s, then %s is taken', (...transaction) => {
    expect(heldWhileReading(transaction.map((one) => `${one};\n`))).toEqual([])
  })
})

describe('migrations', () => {
  test('are numbered without gaps', async () => {
    const numbers = (await migrationFiles()).map((name) => Number(/^(\d{4})-[a-z-]+\.sql$/.exec(name)?.[1]))
    expect(numbers).toEqual(numbers.map((_, index) => index + 1))
  })

  test('define no functions: those are in functions/, in their current form', async () => {
    const later = (await migrationFiles()).filter((name) => name.slice(0, 4) > LAST_WITH_FUNCTIONS)
    const texts = await Promise.all(later.map((name) => readFile(path.join(FOLDER, name), 'utf8')))
    expect(texts.filter((text) => /create (or replace )?function (?!pg_temp)/i.test(text))).toEqual([])
  })

  test('[OPS-09] can run while the previous version serves requests, and be lived with by it afterwards', async () => {
    const found: Record<string, string[]> = {}
    for (const name of (await migrationFiles()).filter((one) => one.slice(0, 4) > LAST_WITH_A_STOP)) {
      const problems = unsafe(await readFile(path.join(FOLDER, name), 'utf8'))
      if (problems.length > 0) found[name] = problems
    }
    expect(found).toEqual({})
  })

  test.each([
    'alter table orders drop column state',
    'alter table orders rename column state to status',
    'alter table orders alter column version type bigint',
    'alter table orders add column kind text not null',
    'alter table orders add constraint one check (version > 0)',
    'revoke select on orders from karyo_portal',
    'create index concurrently on orders (state)',
    'truncate sample',
  ])('rejects %s', (statement) => {
    expect(unsafe(`-- what for\n${statement};\n`)).toHaveLength(1)
  })

  test.each([
    "alter table orders add column kind text not null default '', add column other text",
    'alter table orders add constraint one check (version > 0) not valid',
    'create index on sample (id)',
    'create table more (id bigint not null, check (id > 0))',
    '-- no version that may still run uses it: since 0013\nalter table orders drop column kind',
  ])('allows %s', (statement) => {
    expect(unsafe(`${statement};\n`)).toEqual([])
  })
})

test('[OPS-09] what reads a large table waits for it alone: the rest is done, the previous version can start, and a later start does it', async () => {
  const before = await databaseBefore('0078-ehr-orders.sql')
  try {
    await prepareJobs(before.url, before.database)
    // Somebody writes estimates, whose table one migration reads.
    await before.database.query('begin')
    await before.database.query('lock table cost_estimate in row exclusive mode')
    await expect(migrate(before.url, TEST_SECRET, { patienceMs: 0 })).rejects.toThrow(
      'others are using its tables',
    )
    const names = async () =>
      (await before.database.query<{ name: string }>('select name from migration order by 1')).rows.map(
        ({ name }) => name,
      )
    const { together } = await inTransactions(await migrationFiles())
    expect((await names()).filter((name) => name > '0078')).toEqual(together.filter((name) => name > '0078'))
    const usable = await before.database.query('select oldest_usable() as name')
    expect(usable.rows).toEqual([{ name: '0077-listed-results.sql' }])
    await before.database.query('commit')
    await migrate(before.url, TEST_SECRET)
    expect(await names()).toEqual(await migrationFiles())
  } finally {
    await before.end()
  }
})

describe('while other connections lock the tables', () => {
  let before: Awaited<ReturnType<typeof databaseBefore>>
  beforeAll(async () => {
    before = await databaseBefore('0011-audit.sql')
    // The queue's tables, which a dump expects.
    await prepareJobs(before.url, before.database)
  })
  afterAll(() => before?.end())

  const state = async () => (await before.database.query('select name from migration order by 1')).rows

  test('a migration gives way, others continue to read and write, and it finishes once they release their locks', async () => {
    const were = await state()
    const output: string[] = []
    let upgraded: Promise<unknown> = Promise.resolve()
    await withDump(before.url, async () => {
      await expect(migrate(before.url, TEST_SECRET, { patienceMs: 0 })).rejects.toThrow(
        'others are using its tables',
      )
      expect(await state()).toEqual(were)
      upgraded = migrate(before.url, TEST_SECRET, { onLog: (line) => output.push(line) })
      await expect.poll(() => output.length).toBe(1)
      for (let i = 0; i < 20; i++) {
        await before.database.query(
          `insert into audit_event (actor_subject, actor_name, action, entity, entity_id, request_id)
           values ('a', 'Ada', 'order.read', 'order', '1', '')`,
        )
      }
    })
    await upgraded
    expect((await state()).map(({ name }) => name)).toEqual(await migrationFiles())
    expect((await dumpDatabase(before.url)).tables['public.audit_event']?.rows).toBe(20)
  })
})
