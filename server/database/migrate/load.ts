import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import pg from 'pg'
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams'
import { JOB_SCHEMA } from '#server/jobs/queues.ts'
import { clientConfig } from '../connection/hosts.ts'
import { provisionRoles } from '../roles.ts'
import { SCHEMAS, type StoredTable, storedTables, tableName } from '../schema/stored-tables.ts'
import { SetupError } from '../setup-error.ts'
import type { Dump, Sequence } from './dump.ts'
import { applyMigration, createMigrationTable, migrationFiles, prepareJobs } from './migrate.ts'
import { moveNumbersAhead } from './numbers-ahead.ts'

export interface Load {
  /** Writes the next rows of a table, in COPY's text format; finish one table before the next. */
  write(table: StoredTable, rows: Buffer): Promise<void>
  /** Finishes the table written last; resolves to its number of rows, 0 if none was written. */
  end(): Promise<number>
  /** Ends the load: sets every sequence ahead of what the dump gives (`moveNumbersAhead`). */
  setSequences(sequences: Sequence[]): Promise<number>
}

interface Target {
  /** An administrative address. */
  url: string
  secret: string
}

/**
 * Fills an empty database from a dump: creates the tables as they were then, loads all rows and checks the
 * constraints between them again, all in one transaction. Throws SetupError if the database is not empty or
 * this program cannot read the dump.
 */
export async function loading(
  { url, secret }: Target,
  dump: Pick<Dump, 'migrations' | 'jobsVersion' | 'tables'>,
  work: (load: Load) => Promise<void>,
): Promise<void> {
  const client = new pg.Client(clientConfig(url))
  await client.connect()
  try {
    await client.query("select pg_advisory_lock(hashtext('karyo migrations'))")
    await refuseFilled(client)
    await refuseUnknown(dump.migrations)
    await provisionRoles(client, secret)
    await prepareJobs(url, client)
    await client.query('begin')
    await createMigrationTable(client)
    for (const name of dump.migrations) await applyMigration(client, name)
    await refuseOtherTables(client, dump)
    const restoreRules = await liftRules(client)
    const tables = (await storedTables(client)).map(tableName).join(', ')
    await client.query(`truncate ${tables}`)
    await work(openLoad(client))
    await restoreRules()
    await client.query('commit')
    // Otherwise the first requests would be planned for empty tables.
    await client.query(`analyze ${tables}`)
  } finally {
    // Rolls back what was not committed, and releases the lock.
    await client.end()
  }
}

async function refuseFilled(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ filled: boolean }>(
    "select to_regclass('public.migration') is not null as filled",
  )
  if (rows[0]?.filled)
    throw new SetupError(
      'The database already contains Karyo: restore into an empty database, or into another DATA_DIR',
    )
}

async function refuseUnknown(migrations: readonly string[]): Promise<void> {
  const known = await migrationFiles()
  const unknown = migrations.find((name) => !known.includes(name))
  if (unknown)
    throw new SetupError(
      `The backup was made by a newer version of Karyo (it has ${unknown}): restore it with that version`,
    )
}

/** Every table and column of the backup must exist here. */
async function refuseOtherTables(
  client: pg.ClientBase,
  { jobsVersion, tables }: Pick<Dump, 'jobsVersion' | 'tables'>,
): Promise<void> {
  const jobs = await client.query<{ version: number }>('select version from jobs.version')
  const here = await storedTables(client)
  const other = tables.find((table) => !here.some((one) => canHold(one, table)))
  if (jobs.rows[0]?.version === jobsVersion && !other) return
  const what = other ? `the table ${other.schema}.${other.name}` : 'the queue'
  throw new SetupError(
    `The backup was made by another version of Karyo (${what} is different here): restore it with that version, then upgrade`,
  )
}

/** Older dumps name partitions of the queue's tables, including ones for days that have none here: those are empty. */
function canHold(here: StoredTable, { schema, name, columns }: StoredTable): boolean {
  return (
    here.schema === schema &&
    (here.name === name || (schema === JOB_SCHEMA && name.startsWith(`${here.name}_`))) &&
    here.columns.toSorted().join() === columns.toSorted().join()
  )
}

/**
 * Drops what would act on single rows during loading: foreign keys, which would require an order of the
 * tables, and triggers, which would fire a second time. The returned function restores them, which checks all
 * rows.
 */
async function liftRules(client: pg.ClientBase): Promise<() => Promise<void>> {
  const keys = await client.query<{ table: string; name: string; definition: string }>(
    `select format('%I.%I', n.nspname, c.relname) as table, quote_ident(k.conname) as name,
       pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
     where k.contype = 'f' and k.conparentid = 0 and n.nspname = any($1)`,
    [SCHEMAS],
  )
  const triggers = await client.query<{ table: string; name: string; enable: string }>(
    `select format('%I.%I', n.nspname, c.relname) as table, quote_ident(t.tgname) as name,
       case t.tgenabled when 'A' then 'enable always' when 'R' then 'enable replica' else 'enable' end as enable
     from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
     where not t.tgisinternal and t.tgenabled <> 'D' and n.nspname = any($1)`,
    [SCHEMAS],
  )
  for (const { table, name } of keys.rows) await client.query(`alter table ${table} drop constraint ${name}`)
  for (const { table, name } of triggers.rows)
    await client.query(`alter table ${table} disable trigger ${name}`)
  return async () => {
    for (const { table, name, definition } of keys.rows)
      await client.query(`alter table ${table} add constraint ${name} ${definition}`)
    for (const { table, name, enable } of triggers.rows)
      await client.query(`alter table ${table} ${enable} trigger ${name}`)
  }
}

function openLoad(client: pg.ClientBase): Load {
  let copy: { name: string; stream: CopyStreamQuery; done: Promise<void> } | undefined
  function start(table: StoredTable) {
    const columns = table.columns.map(pg.escapeIdentifier).join(', ')
    const stream = client.query(copyFrom(`copy ${tableName(table)} (${columns}) from stdin`))
    const done = finished(stream)
    // `write` and `end` report this error; until then it must not count as unhandled.
    done.catch(() => undefined)
    return { name: tableName(table), stream, done }
  }
  return {
    async write(table, rows) {
      copy ??= start(table)
      if (copy.name !== tableName(table)) throw new Error(`${copy.name} has not been ended`)
      if (!copy.stream.write(rows)) await Promise.race([once(copy.stream, 'drain'), copy.done])
    },
    async end() {
      if (!copy) return 0
      const { stream, done } = copy
      copy = undefined
      stream.end()
      await done
      return stream.rowCount
    },
    async setSequences(sequences) {
      for (const { schema, name, last, called } of sequences)
        await client.query("select setval(format('%I.%I', $1::text, $2::text)::regclass, $3, $4)", [
          ...[schema, name, last, called],
        ])
      return moveNumbersAhead(client)
    },
  }
}
