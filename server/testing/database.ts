import { randomUUID } from 'node:crypto'
import postgres from 'postgres'
import { inject } from 'vitest'
import { TEMPLATE } from './cluster.ts'

/** The secret that role passwords and everything else secret are derived from in tests. */
export { TEST_SECRET } from './cluster.ts'

export interface TestDatabase {
  /** Administrative; see `roleUrl` for the other roles, with `TEST_SECRET`. */
  url: string
  /** Drops the database and disconnects any client. */
  drop(): Promise<void>
}

/** A new database with all migrations applied and no rows, for the calling test file alone. */
export const testDatabase = () => makeDatabase(TEMPLATE)

/** A completely empty database. */
export const emptyDatabase = () => makeDatabase('template0')

/**
 * A migrated database filled by `fill`. It is filled once per test run for all files that use this `name`,
 * and copied for each.
 */
export async function filledDatabase(
  name: string,
  fill: (url: string) => Promise<void>,
): Promise<TestDatabase> {
  const template = `filled_${name}`
  const sql = postgres(inject('clusterUrl'), { max: 1 })
  try {
    // Held until the connection ends: of two processes the second waits for the first.
    await sql`select pg_advisory_lock(hashtext(${template}))`
    if ((await sql`select from pg_database where datname = ${template}`).length === 0) {
      const { url } = await testDatabase()
      await fill(url)
      // Only a completely filled database gets the name.
      await sql.unsafe(`alter database ${new URL(url).pathname.slice(1)} rename to ${template}`)
    }
  } finally {
    await sql.end()
  }
  return makeDatabase(template)
}

async function makeDatabase(template: string): Promise<TestDatabase> {
  const clusterUrl = inject('clusterUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await execute(clusterUrl, `create database ${name} template ${template} strategy file_copy`)
  const url = new URL(clusterUrl)
  url.pathname = name
  return { url: url.href, drop: () => execute(clusterUrl, `drop database ${name} with (force)`) }
}

async function execute(url: string, statement: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    await sql.unsafe(statement)
  } finally {
    await sql.end()
  }
}
