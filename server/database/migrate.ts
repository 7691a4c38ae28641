import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { JOB_SCHEMA, QUEUES } from '../jobs/queues.ts'
import { provisionRoles } from './roles.ts'
import { SetupError } from './setup-error.ts'

const FOLDER = join(import.meta.dirname, 'migrations')

/**
 * Applies each `migrations/NNNN-name.sql` that the database has not seen, in order, all in one transaction: plain
 * SQL, several statements a file.
 */
async function applyMigrations(client: pg.ClientBase): Promise<void> {
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()
  await client.query(
    'create table if not exists migration (name text primary key, applied_at timestamptz not null default now())',
  )
  const { rows } = await client.query<{ name: string }>('select name from migration')
  const applied = new Set(rows.map((row) => row.name))
  const unknown = [...applied].find((name) => !files.includes(name))
  if (unknown)
    throw new SetupError(
      `The database was made by a newer version of Karyo (it has ${unknown}). Start that version, or use another database.`,
    )
  await client.query('begin')
  for (const name of files.filter((file) => !applied.has(file))) {
    await client.query(await readFile(join(FOLDER, name), 'utf8'))
    await client.query('insert into migration (name) values ($1)', [name])
  }
  await client.query('commit')
}

async function prepareJobs(adminUrl: string, client: pg.ClientBase): Promise<void> {
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
  await client.query(`
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
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    await client.query("select pg_advisory_lock(hashtext('karyo migrations'))")
    await provisionRoles(client, secret)
    await applyMigrations(client)
    await prepareJobs(adminUrl, client)
  } finally {
    // Takes what was not committed back, and gives the lock free.
    await client.end()
  }
}
