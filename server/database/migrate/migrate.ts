import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import { JOB_SCHEMA, QUEUES } from '#server/jobs/queues.ts'
import { checkServer, connectAsOwner } from '../check-server.ts'
import { clientConfig } from '../connection/hosts.ts'
import { provisionRoles, refuseOtherSecret } from '../roles.ts'
import { errorCode, SetupError } from '../setup-error.ts'
import { whileNoPlansAreKept } from '../upgrades.ts'
import { beforePartitions } from './before-partitions.ts'
import { applyFunctions, hasFunctions, readFunctions } from './functions.ts'
import { mayUse, noteOldestUsable, oldestUsable } from './releases.ts'

const FOLDER = join(import.meta.dirname, '../migrations')

/**
 * Requests queue behind anything that waits for a table. Less than the second after which PostgreSQL looks
 * for deadlocks, so that in most of them it is the migration that gives way.
 */
const LOCK_TIMEOUT_MS = 800
const BETWEEN_TRIES_MS = 400
/** SQLSTATEs: the lock was not available in time, or a deadlock. */
const LOCK_CONFLICTS = ['55P03', '40P01']
/** The migration that needs to read whole tables first; see `beforePartitions`. */
const PARTITIONS = '0020-partitions.sql'

interface MigrateOptions {
  /** Called with one line when something takes long. */
  onLog?: (line: string) => void
  /** How long to retry for locks while others hold them; a backup holds them until it has read all tables. */
  patienceMs?: number
}

/** The names of all migrations that this program knows, oldest first. */
export async function migrationFiles(): Promise<string[]> {
  return (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()
}

/** The table of migrations that were applied to this database. */
export async function createMigrationTable(client: pg.ClientBase): Promise<void> {
  await client.query(
    'create table if not exists migration (name text primary key, applied_at timestamptz not null default now())',
  )
}

/**
 * Applies one `migrations/NNNN-name.sql`, plain SQL with several statements, in the transaction of `client`.
 * A line `-- function: name` is replaced by `functions/name.sql`, for functions that a trigger of the
 * migration calls.
 */
export async function applyMigration(client: pg.ClientBase, name: string): Promise<void> {
  const functions = await readFunctions()
  const sql = (await readFile(join(FOLDER, name), 'utf8')).replaceAll(
    /^-- function: (.+)$/gm,
    (_, requested) => {
      const found = functions.get(requested)
      if (found === undefined)
        throw new Error(`${name} needs the function ${requested}, which does not exist`)
      return found
    },
  )
  await client.query('set local check_function_bodies = off')
  await client.query(sql)
  await client.query('insert into migration (name) values ($1)', [name])
}

/** Marks a migration that reads a large table, with the reason. */
const ALONE = /^-- alone: ./m

/**
 * Splits migrations into those of one transaction and those with a transaction of their own, which come after everything else: so the
 * locks for which requests wait are not held while a large table is read. No other migration and no function that the previous version
 * calls may need what such a one makes.
 */
export async function inTransactions(
  names: readonly string[],
): Promise<{ together: string[]; alone: string[] }> {
  const read = async (name: string) => [name, await readFile(join(FOLDER, name), 'utf8')] as const
  const texts = new Map(await Promise.all(names.map(read)))
  const isAlone = (name: string) => ALONE.test(texts.get(name) ?? '')
  return { together: names.filter((name) => !isAlone(name)), alone: names.filter(isAlone) }
}

/**
 * Applies the migrations that the database lacks, and the functions if they changed: in one transaction, and then those that read a
 * large table, each in its own. If one of those fails, the database is one with which the previous version works, and the next start
 * applies the rest.
 */
async function applyMigrations(client: pg.ClientBase, options: MigrateOptions): Promise<void> {
  await createMigrationTable(client)
  const { rows } = await client.query<{ name: string }>('select name from migration')
  const files = await migrationFiles()
  const applied = new Set(rows.map((row) => row.name))
  const unknown = [...applied].find((name) => !files.includes(name))
  if (unknown) {
    if (!(await mayUse(client, files)))
      throw new SetupError(
        `DATABASE_URL: the database was made by a newer version of Karyo (it has ${unknown}) that this one cannot work with. Start that version, the one before it, or use another database.`,
      )
    options.onLog?.(
      `The database was made by the next version of Karyo (it has ${unknown}). This version can use it, until a later one upgrades it again.`,
    )
    return
  }
  const pending = files.filter((file) => !applied.has(file))
  if (pending.length === 0 && (await hasFunctions(client))) return
  const locking = (work: () => Promise<void>) => retryingOnLock(client, () => shortly(client, work), options)
  if (pending.includes(PARTITIONS))
    await beforePartitions(client, (statement) => locking(async () => void (await client.query(statement))))
  const apply = (name: string) =>
    applyMigration(client, name).catch((error: unknown) => Promise.reject(halfApplied(name, error)))
  const { together, alone } = await inTransactions(pending)
  await whileNoPlansAreKept(client, async () => {
    await locking(async () => {
      for (const name of together) await apply(name)
      if (!(await hasFunctions(client))) await applyFunctions(client)
      await noteOldestUsable(client, oldestUsable(files))
    })
    for (const name of alone) await locking(() => apply(name))
  })
}

/** Duplicate columns, tables, objects, schemas and functions. */
const THERE_ALREADY = ['42701', '42P07', '42710', '42P06', '42723']

/** Migrations are applied whole or not at all: a part that is there came by hand, or from half a restore. */
function halfApplied(name: string, error: unknown): unknown {
  if (!(error instanceof Error) || !THERE_ALREADY.includes(errorCode(error))) return error
  return new SetupError(
    `DATABASE_URL: the database has a part of ${name} without having applied it (${error.message}): it was changed by hand, or restored in part. Nothing was changed now. Restore a backup into an empty database.`,
    { cause: error },
  )
}

/** Runs `work` in one transaction that never waits for a lock longer than requests can wait behind it. */
async function shortly(client: pg.ClientBase, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`)
  await work()
  await client.query('commit')
}

/**
 * Makes the partitions of the coming months (migration 0020), so that a portal started after a long pause has
 * them before it writes.
 */
async function makePartitions(client: pg.ClientBase): Promise<void> {
  try {
    await client.query('select make_partitions()')
  } catch (error) {
    // For example a backup that is reading the tables. The portal tries again every hour, half a year ahead.
    if (!LOCK_CONFLICTS.includes(errorCode(error))) throw error
  }
}

/** Retries while others hold the locks that `work` needs: an older version may be serving from the same tables. */
async function retryingOnLock(
  client: pg.ClientBase,
  work: () => Promise<void>,
  { onLog = () => undefined, patienceMs = 600_000 }: MigrateOptions,
): Promise<void> {
  const until = Date.now() + patienceMs
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (!LOCK_CONFLICTS.includes(errorCode(error))) throw error
      await client.query('rollback')
      if (Date.now() > until)
        throw new SetupError(
          'The database could not be upgraded: others are using its tables. End long transactions and backups, then start again.',
          { cause: error },
        )
      if (tries === 1) onLog('The database will be upgraded as soon as others release its tables')
      await delay(BETWEEN_TRIES_MS * (1 + Math.random()))
    }
  }
}

/** Creates the job queue's tables and queues, and grants the roles their access to them. */
export async function prepareJobs(adminUrl: string, client: pg.ClientBase): Promise<void> {
  const boss = new PgBoss({
    ...clientConfig(adminUrl),
    schema: JOB_SCHEMA,
    supervise: false,
    schedule: false,
    max: 2,
  })
  await boss.start()
  try {
    for (const queue of QUEUES) {
      const { name, policy: _fixed, ...settings } = queue
      if (await boss.getQueue(name)) await boss.updateQueue(name, settings)
      else await boss.createQueue(name, queue)
    }
  } finally {
    await boss.stop({ graceful: false })
  }
  await client.query(`
    grant usage on schema ${JOB_SCHEMA} to karyo_portal, karyo_worker;
    grant select, insert, update, delete on all tables in schema ${JOB_SCHEMA} to karyo_portal, karyo_worker;
    grant usage on all sequences in schema ${JOB_SCHEMA} to karyo_portal, karyo_worker;
    grant execute on all functions in schema ${JOB_SCHEMA} to karyo_portal, karyo_worker`)
}

/**
 * Upgrades the database at `adminUrl`: roles, tables, job queues. Several instances may do so concurrently;
 * the second waits. Returns what the server is, in words. Throws `SetupError` if the database is newer than
 * this program, or the server cannot hold it.
 */
export async function migrate(
  adminUrl: string,
  secret: string,
  options: MigrateOptions = {},
): Promise<string> {
  const client = await connectAsOwner(adminUrl)
  try {
    const server = await checkServer(client, adminUrl)
    await client.query("select pg_advisory_lock(hashtext('karyo migrations'))")
    await refuseOtherSecret(client, adminUrl, secret)
    await provisionRoles(client, secret)
    await applyMigrations(client, options)
    await makePartitions(client)
    await prepareJobs(adminUrl, client)
    return server
  } finally {
    // Rolls back what was not committed, and releases the lock.
    await client.end()
  }
}
