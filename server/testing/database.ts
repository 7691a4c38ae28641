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

async function makeDatabase(template: string): Promise<TestDatabase> {
  const clusterUrl = inject('clusterUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await execute(clusterUrl, `create database ${name} template ${template}`)
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
