import { randomUUID } from 'node:crypto'
import postgres from 'postgres'
import { inject } from 'vitest'
import { TEMPLATE } from './cluster.ts'

/** What the roles' passwords and all else secret is derived from in tests. */
export { TEST_SECRET } from './cluster.ts'

export interface TestDatabase {
  /** Administrative; see `roleUrl` for the others, with `TEST_SECRET`. */
  url: string
  /** Throws out whoever is still connected. */
  drop(): Promise<void>
}

/** A new database with all migrations applied and nothing else in it, for the calling test file alone. */
export const testDatabase = () => makeDatabase(TEMPLATE)

/** One with nothing in it at all. */
export const emptyDatabase = () => makeDatabase('template0')

/**
 * One as `fill` leaves a migrated database. It is filled once in a run, for all files that ask for this `name`, and
 * copied for each.
 */
export async function filledDatabase(
  name: string,
  fill: (url: string) => Promise<void>,
): Promise<TestDatabase> {
  const template = `filled_${name}`
  const sql = postgres(inject('clusterUrl'), { max: 1 })
  try {
    // Until the connection ends: of two processes the second waits for the first.
    await sql`select pg_advisory_lock(hashtext(${template}))`
    if ((await sql`select from pg_database where datname = ${template}`).length === 0) {
      const { url } = await testDatabase()
      await fill(url)
      // Only what is whole has the name.
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
