import { setTimeout as delay } from 'node:timers/promises'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { auditWriter, type WriteAuditLine } from './audit-line.ts'
import { clientConfig } from './hosts.ts'
import { listen } from './listen.ts'
import { type DatabaseRole, roleUrl } from './roles.ts'
import type { Tables } from './tables.ts'

/** One role's connections: `db` for typed queries, `pool` for who brings their own. */
export interface Connection {
  db: Kysely<Tables>
  pool: pg.Pool
  /** Writes a line of the audit trail; with a scope, `audit` of scope.ts does. */
  auditLine: WriteAuditLine
  /** Hears a channel on a connection of its own; see `listen`. */
  listen(channel: string, ears: Parameters<typeof listen>[2]): ReturnType<typeof listen>
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

/** After that, what still runs is left to the end of the process, or of the database. */
const CLOSES_WITHIN_MS = 5_000

/** The type of `bigint[]`, which has no name in the driver. */
const INT8_ARRAY: number = 1016
const readStrings: (text: string) => string[] = pg.types.getTypeParser(INT8_ARRAY)

const PARSERS = new Map<number, (text: string) => unknown>([
  // Identifiers stay far below 2^53, so a number is exact.
  [pg.types.builtins.INT8, Number],
  [INT8_ARRAY, (text) => readStrings(text).map(Number)],
  // A calendar day has no time zone: it stays text.
  [pg.types.builtins.DATE, String],
])
const types = {
  getTypeParser: ((oid: number, format?: 'text') =>
    PARSERS.get(oid) ?? pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

/** Opens connections lazily, up to `max`; a lost one is opened again when next needed. */
export function connect({ url, secret, role, max, schema = 'public' }: ConnectOptions): Connection {
  const config: pg.ClientConfig = {
    ...clientConfig(roleUrl(url, secret, role)),
    application_name: role,
    options: `-c search_path=${schema}`,
    types,
  }
  const pool = openPool({ ...config, max })
  return {
    pool,
    auditLine: auditWriter(secret),
    db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }),
    listen: (channel, ears) => listen(config, channel, ears),
    close: () => Promise.race([pool.end(), delay(CLOSES_WITHIN_MS, undefined, { ref: false })]),
  }
}

/** Runs `work` in one transaction with the rights of `url`, on a connection of its own. */
export async function administer<T>(url: string, work: (db: Transaction<Tables>) => Promise<T>): Promise<T> {
  const pool = openPool({ ...clientConfig(url), max: 1, types })
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  try {
    return await db.transaction().execute(work)
  } finally {
    await db.destroy()
  }
}

function openPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ connectionTimeoutMillis: 10_000, idleTimeoutMillis: 300_000, ...config })
  // The query that a lost connection breaks off is told so; the event is for nobody, and unheard it would end us.
  const unheard = () => undefined
  pool.on('error', unheard)
  pool.on('connect', (client) => client.on('error', unheard))
  return pool
}

/** Of SQLSTATE, Node and the driver: connections that are refused, lost or too many, and a server that stops or starts. */
const AWAY_CODE = /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|57P0[123]|53300|08)/
/** The driver's own errors have no code. */
const AWAY_MESSAGE = /^(Connection terminated|Client has encountered|timeout exceeded when trying to connect)/

/** The database is not there, or not ready: trying again makes sense. */
export function isDatabaseAway(error: { code?: unknown; message: string }): boolean {
  return AWAY_CODE.test(String(error.code ?? '')) || AWAY_MESSAGE.test(error.message)
}
