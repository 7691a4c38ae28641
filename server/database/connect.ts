import { Kysely } from 'kysely'
import { PostgresJSDialect } from 'kysely-postgres-js'
import postgres from 'postgres'
import { type DatabaseRole, roleUrl } from './roles.ts'
import type { Tables } from './tables.ts'

/** One role's connections: `db` for typed queries, `sql` for what Kysely does not have (LISTEN). */
export interface Connection {
  db: Kysely<Tables>
  sql: postgres.Sql
  close(): Promise<void>
}

interface ConnectOptions {
  url: string
  secret: string
  role: DatabaseRole
  max: number
  /** Where unqualified names are looked for. */
  schema?: string
}

/** Opens connections lazily, up to `max`; a lost one is opened again when next needed. */
export function connect({ url, secret, role, max, schema = 'public' }: ConnectOptions): Connection {
  const sql = postgres(roleUrl(url, secret, role), {
    max,
    connect_timeout: 10,
    idle_timeout: 300,
    onnotice: () => {},
    connection: { search_path: schema, application_name: role },
    types: {
      // Identifiers stay far below 2^53, so a number is exact.
      bigint: { to: 20, from: [20], serialize: String, parse: Number },
      // A calendar day has no time zone: it stays text.
      date: { to: 1082, from: [1082], serialize: String, parse: String },
      // Some callers hand over JSON as text already.
      json: {
        to: 3802,
        from: [114, 3802],
        serialize: (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)),
        parse: (text: string) => JSON.parse(text) as unknown,
      },
    },
  }) as postgres.Sql
  return {
    sql,
    db: new Kysely<Tables>({ dialect: new PostgresJSDialect({ postgres: sql }) }),
    close: () => sql.end({ timeout: 5 }),
  }
}
