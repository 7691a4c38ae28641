import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TEST_SECRET } from '#server/testing/database.ts'
import { databaseBefore } from '#server/testing/migrations.ts'
import { dumpDatabase } from '#server/testing/whole-database.ts'
import { withDump } from './dump.ts'
import { migrate, migrationFiles, prepareJobs } from './migrate.ts'

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
  [/\bindex\s+concurrently\b|^(begin|commit|vacuum)\b/i, 'all migrations are one transaction'],
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
