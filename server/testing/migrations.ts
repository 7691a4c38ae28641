import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'

const MIGRATIONS = path.join(import.meta.dirname, '../database/migrations')

async function administer(statement: string) {
  const admin = new pg.Client({ connectionString: inject('clusterUrl') })
  await admin.connect()
  await admin.query(statement)
  await admin.end()
}

/** A database as it stood before the migration `file`, to which the test adds rows and then brings it there. */
export async function databaseBefore(file: string) {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await administer(`create database ${name}`)
  const url = new URL(inject('clusterUrl'))
  url.pathname = name
  const database = new pg.Client({ connectionString: url.href })
  await database.connect()
  const run = async (one: string) => database.query(await readFile(path.join(MIGRATIONS, one), 'utf8'))
  const files = (await readdir(MIGRATIONS)).filter((one) => one.endsWith('.sql')).toSorted()
  for (const one of files) if (one < file) await run(one)
  return {
    database,
    migrate: () => run(file),
    async end() {
      await database.end()
      await administer(`drop database if exists ${name} with (force)`)
    },
  }
}
