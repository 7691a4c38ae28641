import { access, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { directoryFiles } from '#adapters/files/directory.ts'
import { administer } from '../database/connection/connect.ts'
import { withDump } from '../database/migrate/dump.ts'
import { loading } from '../database/migrate/load.ts'
import { migrationFiles, prepareJobs } from '../database/migrate/migrate.ts'
import { emptyDatabase, TEST_SECRET, type TestDatabase, testDatabase } from '../testing/database.ts'
import { databaseBefore } from '../testing/migrations.ts'
import { dumpDatabase, keysOf } from '../testing/whole-database.ts'
import { makeWorld } from '../testing/world.ts'
import { FILES_MISSING, runBackup } from './backup.ts'
import { runRestore } from './restore.ts'

let root: string
let source: TestDatabase
/** Tables that change when the queue is opened at the end of a restore. */
const EXCEPT = ['jobs.queue', 'jobs.version']

const dirOf = (name: string) => path.join(root, name)

async function run(
  command: typeof runBackup,
  { url }: TestDatabase,
  dataDir: string,
  args: string[],
  secret = TEST_SECRET,
) {
  const output: string[] = []
  const environment = { DATABASE_URL: url, KARYO_SECRET: secret, DATA_DIR: dirOf(dataDir) }
  const code = await command(args, environment, (line) => output.push(line))
  return { code, output: output.join('\n') }
}

/** Backs up the source to a file of its own and returns its path. */
async function backedUp(name: string): Promise<string> {
  const file = dirOf(`${name}.tar.gz`)
  const made = await run(runBackup, source, 'source', [file])
  expect(made).toEqual({ code: 0, output: expect.stringMatching(/rows of \d+ tables, 2 files\.$/) })
  return file
}

async function intoEmpty<T>(work: (target: TestDatabase) => Promise<T>): Promise<T> {
  const target = await emptyDatabase()
  try {
    return await work(target)
  } finally {
    await target.drop()
  }
}

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'karyo-backup-'))
  source = await testDatabase()
  const files = directoryFiles(dirOf('source/files'))
  const key = await files.put(Buffer.from('%PDF-1.7 a report'))
  await files.put(Buffer.from('what no row names'))
  await administer(source.url, async (db) => {
    await makeWorld(db)
    // Text that COPY must escape, an order, a report, and a sequence number that was drawn but not used.
    const awkward = 'tab\t newline\n back\\slash \\. \\N "quote" Nguyễn 🧬'
    await sql`insert into orders (institution_code, draft_key, document, patient_first_name, patient_last_name,
        patient_date_of_birth, patient_sex, test_code, test_name, provider_name, is_vob, open_points, search_text,
        created_by, created_by_name, updated_by_name, responsible_id, responsible_name)
      select 'P1', gen_random_uuid(), jsonb_build_object('notes', ${awkward}::text), ${awkward}, '', '', '', '', '', '',
        false, 0, '', id, 'A', 'A', id, 'A' from physician order by id limit 3`.execute(db)
    await sql`insert into report (order_id, institution_code, version, corrected, file_key, bytes, test_code)
      select min(id), 'P1', 1, false, ${key}, 17, '' from orders`.execute(db)
    // Spread over several partitions.
    await sql`insert into order_event (order_id, institution_code, kind, actor, at)
      select id, 'P1', 'submitted', 'A', now() + years * interval '1 year' from orders, generate_series(-1, 1) years`.execute(
      db,
    )
    // As if the queue had been opened on another day.
    await sql`create table jobs.queue_stats_20990101 partition of jobs.queue_stats
      for values from ('2099-01-01') to ('2099-01-02')`.execute(db)
    await sql`select nextval(pg_get_serial_sequence('orders', 'id'))`.execute(db)
  })
})
afterAll(async () => {
  await source?.drop()
  await rm(root, { recursive: true, force: true })
})

test('[OPS-11] a backup restores every row, file, sequence and constraint in another database; one with data in it is refused and stays as it was', async () => {
  const backup = await backedUp('karyo')
  expect((await stat(backup)).mode & 0o777).toBe(0o600)
  await intoEmpty(async (target) => {
    const restored = await run(runRestore, target, 'target', [backup])
    // A million ahead, and one more for each second since the trail's last line, if another test has written one.
    expect(restored).toEqual({
      code: 0,
      output: expect.stringMatching(
        /rows, 2 files\.\nNo number that was given since comes back: orders go on after 110\d{4}\.$/,
      ),
    })
    const [was, is] = [await dumpDatabase(source.url, EXCEPT), await dumpDatabase(target.url, EXCEPT)]
    expect({ tables: is.tables, rules: is.rules }).toEqual({ tables: was.tables, rules: was.rules })
    expect(is.rules.filter((rule) => rule.startsWith('policy ')).length).toBeGreaterThan(10)
    expect(await keysOf(dirOf('target/files'))).toEqual(await keysOf(dirOf('source/files')))
    const again = await run(runRestore, target, 'target', [backup])
    expect(again).toEqual({
      code: 1,
      output: expect.stringMatching(
        /^The database already contains Karyo: restore into an empty database, .*\nThe database was not changed\.$/,
      ),
    })
    expect(await dumpDatabase(target.url, EXCEPT)).toEqual(is)
  })
})

test('[OPS-11] no number that was given after the backup comes back, nor after the same backup is restored again, nor a recovery by other means', async () => {
  await administer(source.url, async (db) => {
    await sql`select setval('interchange_number', 999999000)`.execute(db)
    await sql`insert into audit_event (actor_subject, actor_name, action, entity, entity_id, request_id)
      values ('', 'A', 'order.submit', 'order', '1', '')`.execute(db)
  })
  const backup = await backedUp('numbers')
  /** The last numbers given, by what they are of: higher than those of the backup by how much. */
  async function ahead({ url }: TestDatabase) {
    const { rows } = await administer(url, (db) =>
      sql<{ orders: number; results: number; interchange: number }>`
        select (select last_value from orders_id_seq) - 100004 as orders,
          (select last_value from ehr_message_out_id_seq) as results,
          nextval('interchange_number') as interchange`.execute(db),
    )
    return rows[0]
  }
  await intoEmpty(async (first) => {
    expect((await run(runRestore, first, 'first', [backup])).code).toBe(0)
    const once = await ahead(first)
    expect(once?.orders).toBeGreaterThanOrEqual(1_000_000)
    expect(once?.results).toBeGreaterThanOrEqual(1_000_000)
    // It has nine digits, and began anew.
    expect(once?.interchange).toBeGreaterThanOrEqual(1_000_000)
    expect(once?.interchange).toBeLessThan(2_000_000)
    const recovered = await run(runRestore, first, 'first', ['--recovered'])
    expect(recovered).toEqual({ code: 0, output: expect.stringContaining('orders go on after 21') })
    expect((await ahead(first))?.orders).toBeGreaterThanOrEqual(2_000_000)
    await delay(1_100)
    await intoEmpty(async (second) => {
      expect((await run(runRestore, second, 'second', [backup])).code).toBe(0)
      expect((await ahead(second))?.orders).toBeGreaterThan(once?.orders ?? 0)
    })
  })
})

test('a backup of an older version is loaded with its own schema and then upgraded', async () => {
  const old = await databaseBefore('0009-coverage.sql')
  try {
    await prepareJobs(old.url, old.database)
    await old.database.query(`insert into institution (code, name) values ('P1', 'Of then')`)
    const made = await run(runBackup, { ...source, url: old.url }, 'old', [dirOf('old.tar.gz')])
    expect(made.code).toBe(0)
    await intoEmpty(async (target) => {
      expect((await run(runRestore, target, 'old', [dirOf('old.tar.gz')])).code).toBe(0)
      const { tables, rules } = await dumpDatabase(target.url)
      expect(tables['public.institution']?.rows).toBe(1)
      expect(tables['public.migration']?.rows).toBe((await migrationFiles()).length)
      expect(rules).toEqual((await dumpDatabase(source.url)).rules)
    })
  } finally {
    await old.end()
  }
})

test('a backup that names partitions of the queue, as older ones do, can be restored', async () => {
  const tables = await withDump(source.url, async (dump) => dump)
  const asBefore = tables.tables.flatMap((table) =>
    table.name === 'queue_stats' || table.name === 'job'
      ? [{ ...table, name: table.name === 'job' ? 'job_common' : 'queue_stats_20260102' }]
      : [table],
  )
  await intoEmpty(async (target) => {
    const where = { url: target.url, secret: TEST_SECRET }
    await expect(loading(where, { ...tables, tables: asBefore }, async () => {})).resolves.toBeUndefined()
  })
  await intoEmpty(async (target) => {
    const where = { url: target.url, secret: TEST_SECRET }
    const strange = [...asBefore, { schema: 'public', name: 'order_event_strange', columns: ['id'] }]
    await expect(loading(where, { ...tables, tables: strange }, async () => {})).rejects.toThrow(
      'public.order_event_strange is different here',
    )
  })
})

test('a damaged, truncated or foreign file is refused and leaves the database empty', async () => {
  const content = await readFile(await backedUp('whole'))
  const flipped = Buffer.from(content)
  flipped[content.length >> 1] = (flipped[content.length >> 1] ?? 0) ^ 1
  const cut = content.subarray(0, content.length - 2000)
  // A row that the database refuses, long before the end of the file.
  const torn = gzipSync(gunzipSync(content), { level: 0 })
  const at = torn.indexOf('P1\t')
  expect(at).toBeGreaterThan(0)
  torn[at + 2] = '\n'.charCodeAt(0)
  await intoEmpty(async (target) => {
    for (const [name, content] of Object.entries({
      flipped,
      cut,
      torn,
      foreign: Buffer.from('PK not a backup'),
    })) {
      await writeFile(dirOf(name), content)
      const { code, output } = await run(runRestore, target, 'refused', [dirOf(name)])
      expect({ name, code, output }).toEqual({
        name,
        code: 1,
        output: expect.stringContaining('damaged or incomplete'),
      })
    }
    const missing = await run(runRestore, target, 'refused', [dirOf('nowhere')])
    expect(missing.output).toContain('cannot be read')
    // A good backup can still be restored afterwards, and a backup made with another secret is reported as
    // such. (Actually restoring with another secret would reset the roles' passwords for every database of
    // this cluster.)
    const other = dirOf('other.tar.gz')
    await run(runBackup, source, 'source', [other], 'another-secret-of-thirty-two-characters')
    expect((await run(runRestore, target, 'refused', [other])).output).toContain(
      'KARYO_SECRET differs from the one at the time of the backup',
    )
  })
})

test('a file that a row names and that is missing or damaged is reported, and nothing is overwritten', async () => {
  const existing = await run(runBackup, source, 'source', [await backedUp('existing')])
  expect(existing).toEqual({ code: 1, output: expect.stringContaining('already exists') })
  await mkdir(dirOf('without'), { recursive: true })
  const { code, output } = await run(runBackup, source, 'without', [dirOf('lacking.tar.gz')])
  expect({ code, output }).toEqual({
    code: FILES_MISSING,
    output: expect.stringMatching(/The backup lacks the file [0-9a-f]{64}/),
  })
  expect(FILES_MISSING).not.toBe(1)
  await access(dirOf('lacking.tar.gz'))
  const foreign = await emptyDatabase()
  const nothing = await run(runBackup, foreign, 'without', [dirOf('nothing.tar.gz')])
  await foreign.drop()
  expect(nothing).toEqual({ code: 1, output: expect.stringContaining('The database does not contain Karyo') })
  const nowhere = await run(runBackup, source, 'source', [dirOf('no/such/folder.tar.gz')])
  expect(nowhere).toEqual({ code: 1, output: expect.stringContaining('cannot be written') })
})
