import { setTimeout as delay } from 'node:timers/promises'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { auditWriter, type WriteAuditLine } from '../audit-line.ts'
import {
  type InTransaction,
  isPlanOutdated,
  PreparingClient,
  type Reads,
  readsOn,
  transactionsOn,
} from '../fast-lane/fast-lane.ts'
import { type DatabaseRole, roleUrl } from '../roles.ts'
import type { Tables } from '../schema/tables.ts'
import { announcerOn } from './announce.ts'
import { boundPool } from './bounded-pool.ts'
import { ConnectionShares } from './connection-shares.ts'
import { clientConfig } from './hosts.ts'
import { listen, type OnMessage } from './listen.ts'
import { PlanKeeping } from './plan-keeping.ts'

/** One role's connections: `db` for typed queries, `pool` for who brings their own. */
export interface Connection {
  db: Kysely<Tables>
  pool: pg.Pool
  /** For one transaction with settings; `within` of scope.ts is the way to it for requests. */
  transaction: InTransaction
  /** For statements that only read, each by itself; `reading` of scope.ts is the way to it for requests. */
  reads: Reads
  /** Tells open pages of an event of an order that is committed. */
  announce(eventId: number): void
  /** Tells open forms that a draft has another content, which is committed. */
  announceDraft(orderId: number): void
  /** Writes a line of the audit trail; with a scope, `audit` of scope.ts does. */
  auditLine: WriteAuditLine
  /** Hears channels on a connection of its own; see `listen`. */
  listen(onMessage: OnMessage, missed: () => void): ReturnType<typeof listen>
  close(): Promise<void>
}

interface ConnectOptions {
  url: string
  secret: string
  role: DatabaseRole
  max: number
  /** Where unqualified names are looked for. */
  schema?: string
  /** For connections on which somebody waits for an answer; left out, there is no limit. */
  limits?: ConnectionLimits
  /** Shared by the connections of one program; see `followUpgrades`. */
  planKeeping?: PlanKeeping
}

/**
 * `statement_timeout` is none of them: a commit that it cancels while it waits for a standby counts as done
 * (docs/operating-reference.md). Each transaction of a request sets it for what comes before its commit (work.ts).
 */
export interface ConnectionLimits {
  /** How long a statement may wait for what others hold. */
  lockMs: number
  /** How long a connection may be held, from when it is got until it is given back; then it is broken off. */
  checkedOutMs: number
}

/** Of connections that serve requests. Both end within what a request may take (app.ts). */
export const REQUEST_LIMITS: ConnectionLimits = { lockMs: 4_000, checkedOutMs: 30_000 }

/** How many requests wait for a connection, and then are refused. */
const MOST_WAITING = 512

/** How often the database looks whether whoever asked is still there, while it works. */
const ENDS_WITH_CLIENT = '-c client_connection_check_interval=2s'

/** How long is waited for a connection: a new one, or one that others use. */
const CONNECTED_WITHIN_MS = 5_000

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
export function connect(options: ConnectOptions): Connection {
  const { url, secret, role, max, schema = 'public', limits, planKeeping = new PlanKeeping() } = options
  const config: pg.ClientConfig = {
    ...clientConfig(roleUrl(url, secret, role)),
    application_name: role,
    options: `-c search_path=${schema}${limits ? ` -c lock_timeout=${limits.lockMs} ${ENDS_WITH_CLIENT}` : ''}`,
    types,
  }
  const Client = class extends PreparingClient {
    constructor(settings?: pg.ClientConfig) {
      super(settings, planKeeping)
    }
  }
  const pool = openPool({ ...config, max, pipeline: true, Client })
  if (limits) {
    endLongCheckouts(pool, limits.checkedOutMs)
    boundPool(
      pool,
      new ConnectionShares({ connections: max, waiting: MOST_WAITING, withinMs: CONNECTED_WITHIN_MS }),
    )
  }
  const { announce, drain } = announcerOn(pool)
  const drafts = announcerOn(pool, 'drafts')
  return {
    pool,
    transaction: transactionsOn(pool),
    reads: readsOn(pool),
    announce,
    announceDraft: drafts.announce,
    auditLine: auditWriter(secret),
    db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }),
    listen: (onMessage, missed) => listen(config, onMessage, missed),
    close: () =>
      Promise.race([
        Promise.all([drain(), drafts.drain()]).then(() => pool.end()),
        delay(CLOSES_WITHIN_MS, undefined, { ref: false }),
      ]),
  }
}

/** False for a standby, and where somebody has made the database read-only. */
export async function takesWrites({ pool }: Pick<Connection, 'pool'>): Promise<boolean> {
  const { rows } = await pool.query<{ transaction_read_only: string }>('show transaction_read_only')
  return rows[0]?.transaction_read_only === 'off'
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
  const pool = new pg.Pool({
    connectionTimeoutMillis: CONNECTED_WITHIN_MS,
    idleTimeoutMillis: 300_000,
    ...config,
  })
  // The query that a lost connection breaks off is told so; the event is for nobody, and unheard it would end us.
  const ignore = () => undefined
  pool.on('error', ignore)
  pool.on('connect', (client) => client.on('error', ignore))
  return pool
}

/** A database that is silent, or that slow, would keep all connections from everybody. */
function endLongCheckouts(pool: pg.Pool, checkedOutMs: number): void {
  const timers = new Map<pg.PoolClient, NodeJS.Timeout>()
  pool.on('acquire', (client) => {
    timers.set(client, setTimeout(() => client.connection.stream.destroy(), checkedOutMs).unref())
  })
  pool.on('release', (_error, client) => {
    clearTimeout(timers.get(client))
    timers.delete(client)
  })
}

/**
 * Of SQLSTATE and Node: connections that are refused or lost, and a host that has no name or is out of reach; a server that
 * stops or starts (57P), has no room for connections, memory or on its disk (53), or trouble with its machine (58); one that
 * takes no writes (25006); what others held too long (55P03), or each of the other (40P01, 40001).
 */
const AWAY_CODE =
  /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|57P0|53|58|08|25006|55P03|40P01|40001)/
/** The driver's own errors have no code. */
const AWAY_MESSAGE = /^(Connection terminated|Client has encountered|timeout exceeded when trying to connect)/

/** The database is not there, or cannot do it now: trying again makes sense. */
export function isDatabaseAway(error: { code?: unknown; message: string }): boolean {
  return AWAY_CODE.test(String(error.code ?? '')) || AWAY_MESSAGE.test(error.message) || isPlanOutdated(error)
}
