import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { applyMigration, createMigrationTable } from '../database/migrate/migrate.ts'

const MIGRATIONS = path.join(import.meta.dirname, '../database/migrations')

async function administer(statement: string) {
  const admin = new pg.Client({ connectionString: inject('clusterUrl') })
  await admin.connect()
  await admin.query(statement)
  await admin.end()
}

/** A database as it was before the migration `file`; the test adds rows and then runs the migration. */
export async function databaseBefore(file: string) {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await administer(`create database ${name}`)
  const url = new URL(inject('clusterUrl'))
  url.pathname = name
  const database = new pg.Client({ connectionString: url.href })
  await database.connect()
  const run = async (one: string) => {
    await database.query('begin')
    await applyMigration(database, one)
    await database.query('commit')
  }
  const files = (await readdir(MIGRATIONS)).filter((one) => one.endsWith('.sql')).toSorted()
  await createMigrationTable(database)
  for (const one of files.filter((name) => name < file)) await run(one)
  return {
    database,
    url: url.href,
    /** `later`: another one, which changes what is there. */
    migrate: (later = file) => run(later),
    /** In a transaction that the caller has begun. */
    migrateWithin: () => applyMigration(database, file),
    async end() {
      await database.end()
      await administer(`drop database if exists ${name} with (force)`)
    },
  }
}
