import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PgBoss } from 'pg-boss'
import postgres from 'postgres'
import { JOB_SCHEMA, QUEUES } from '../jobs/queues.ts'
import { provisionRoles } from './roles.ts'
import { SetupError } from './setup-error.ts'

const FOLDER = join(import.meta.dirname, 'migrations')

/**
 * Applies each `migrations/NNNN-name.sql` that the database has not seen, in order, all in one transaction. Plain
 * SQL with several statements a file, which Kysely's own migrator cannot run on this driver.
 */
async function applyMigrations(sql: postgres.Sql): Promise<void> {
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()
  await sql`create table if not exists migration (name text primary key, applied_at timestamptz not null default now())`
  const applied = new Set((await sql<{ name: string }[]>`select name from migration`).map((row) => row.name))
  const unknown = [...applied].find((name) => !files.includes(name))
  if (unknown)
    throw new SetupError(
      `The database was made by a newer version of Karyo (it has ${unknown}). Start that version, or use another database.`,
    )
  await sql.begin(async (transaction) => {
    for (const name of files.filter((file) => !applied.has(file))) {
      await transaction.unsafe(await readFile(join(FOLDER, name), 'utf8'))
      await transaction`insert into migration (name) values (${name})`
    }
  })
}

async function prepareJobs(adminUrl: string, sql: postgres.Sql): Promise<void> {
  const boss = new PgBoss({
    connectionString: adminUrl,
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
  await sql.unsafe(`
    grant usage on schema ${JOB_SCHEMA} to karyo_portal, karyo_worker;
    grant select, insert, update, delete on all tables in schema ${JOB_SCHEMA} to karyo_portal, karyo_worker;
    grant usage on all sequences in schema ${JOB_SCHEMA} to karyo_portal, karyo_worker;
    grant execute on all functions in schema ${JOB_SCHEMA} to karyo_portal, karyo_worker`)
}

/**
 * Brings the database that `adminUrl` names up to date: roles, tables, job queues. Several instances may do so at
 * once; the second waits. Throws `SetupError` when the database is newer than this program.
 */
export async function migrate(adminUrl: string, secret: string): Promise<void> {
  const sql = postgres(adminUrl, { max: 1, onnotice: () => {} })
  try {
    await sql`select pg_advisory_lock(hashtext('karyo migrations'))`
    await provisionRoles(sql, secret)
    await applyMigrations(sql)
    await prepareJobs(adminUrl, sql)
  } finally {
    await sql.end({ timeout: 5 })
  }
}
