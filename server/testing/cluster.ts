import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import postgres from 'postgres'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../database/embedded/embedded.ts'
import { migrate } from '../database/migrate/migrate.ts'

/** The database that `testDatabase` copies. */
export const TEMPLATE = 'karyo_template'
export const TEST_SECRET = 'test-secret-that-protects-nothing'

declare module 'vitest' {
  interface ProvidedContext {
    /** Administrative address of the test run's one PostgreSQL. */
    clusterUrl: string
  }
}

let stop = async () => {}

/** Starts one PostgreSQL for the whole test run; `teardown` stops and removes it. Vitest calls both. */
export async function setup(project: TestProject): Promise<void> {
  const dir = await mkdtemp(path.join(tmpdir(), 'karyo-test-'))
  // Nothing here outlives the test run: no need to wait for the disk.
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
  const cluster = await startEmbeddedPostgres({ dir: path.join(dir, 'database'), settings })
  stop = async () => {
    await cluster.stop()
    await rm(dir, { recursive: true, force: true })
  }
  try {
    await makeTemplate(cluster.url)
  } catch (error) {
    await stop()
    throw error
  }
  project.provide('clusterUrl', cluster.url)
}

export async function teardown(): Promise<void> {
  await stop()
}

async function makeTemplate(clusterUrl: string): Promise<void> {
  const sql = postgres(clusterUrl, { max: 1 })
  await sql.unsafe(`create database ${TEMPLATE}`)
  await sql.end()
  const url = new URL(clusterUrl)
  url.pathname = TEMPLATE
  await migrate(url.href, TEST_SECRET)
}
