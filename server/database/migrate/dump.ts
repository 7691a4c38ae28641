import pg from 'pg'
import { type CopyToStreamQuery, to as copyTo } from 'pg-copy-streams'
import { clientConfig } from '../connection/hosts.ts'
import { SCHEMAS, type StoredTable, storedTables, tableName } from '../schema/stored-tables.ts'
import { SetupError } from '../setup-error.ts'

/** A sequence's current value, as `setval` takes it. */
export interface Sequence {
  schema: string
  name: string
  last: string
  called: boolean
}

export interface Dump {
  /** The migrations applied to the database, in order. */
  migrations: string[]
  /** pg-boss's own schema version. */
  jobsVersion: number
  tables: StoredTable[]
  /** A table's rows in COPY's text format. Read one table to its end before the next. */
  read(table: StoredTable): CopyToStreamQuery
  sequences(): Promise<Sequence[]>
  /** The key of every file that some row names. */
  fileKeys(): Promise<Set<string>>
}

/**
 * Reads the whole database as of one moment, while others go on writing; `url` is administrative. Migrations,
 * which change tables, have to wait until `work` is done.
 */
export async function withDump<T>(url: string, work: (dump: Dump) => Promise<T>): Promise<T> {
  const client = new pg.Client(clientConfig(url))
  await client.connect()
  try {
    // Fail rather than leave rows out.
    await client.query('set row_security to off')
    const tables = await storedTables(client)
    if (!tables.some(({ name }) => name === 'migration'))
      throw new SetupError('The database does not contain Karyo: there is nothing to back up')
    await client.query('begin isolation level repeatable read read only')
    // Before the first query, which fixes the snapshot.
    await client.query(`lock table ${tables.map(tableName).join(', ')} in access share mode`)
    if (JSON.stringify(await storedTables(client)) !== JSON.stringify(tables))
      throw new SetupError('The database is being upgraded: try again')
    const done = await work(await openDump(client, tables))
    await client.query('commit')
    return done
  } finally {
    await client.end()
  }
}

async function openDump(client: pg.Client, tables: StoredTable[]): Promise<Dump> {
  const names = await client.query<{ name: string }>('select name from migration order by name')
  const jobs = await client.query<{ version: number }>('select version from jobs.version')
  return {
    migrations: names.rows.map((row) => row.name),
    jobsVersion: jobs.rows[0]?.version ?? 0,
    tables,
    read(table) {
      const columns = table.columns.map(pg.escapeIdentifier).join(', ')
      return client.query(copyTo(`copy (select ${columns} from ${tableName(table)}) to stdout`))
    },
    async sequences() {
      const { rows } = await client.query<{ schema: string; name: string }>(
        `        select schemaname as schema, sequencename as name from pg_sequences
        where schemaname = any($1) order by 1, 2`,
        [SCHEMAS],
      )
      const found: Sequence[] = []
      for (const { schema, name } of rows) {
        const sequence = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`
        const state = await client.query<{ last: string; called: boolean }>(
          `select last_value::text as last, is_called as called from ${sequence}`,
        )
        found.push({ schema, name, last: '1', called: false, ...state.rows[0] })
      }
      return found
    },
    async fileKeys() {
      const keys = new Set<string>()
      for (const table of tables.filter(({ columns }) => columns.includes('file_key'))) {
        const { rows } = await client.query<{ file_key: string | null }>(
          `select distinct file_key from ${tableName(table)}`,
        )
        for (const row of rows) if (row.file_key) keys.add(row.file_key)
      }
      return keys
    },
  }
}
