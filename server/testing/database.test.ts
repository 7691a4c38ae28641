import postgres from 'postgres'
import { expect, test } from 'vitest'
import { roleUrl } from '../database/roles.ts'
import { TEST_SECRET, testDatabase } from './database.ts'

test('a test database is migrated and separate from those of other test files', async () => {
  const [one, two] = await Promise.all([testDatabase(), testDatabase()])
  const sql = postgres(one.url, { max: 1 })
  const other = postgres(two.url, { max: 1 })
  const portal = postgres(roleUrl(one.url, TEST_SECRET, 'karyo_portal'), { max: 1 })
  try {
    await sql`create table mine (id int)`
    expect(await portal`select current_user`).toEqual([{ current_user: 'karyo_portal' }])
    expect(await sql`select name from migration`).not.toHaveLength(0)
    expect(await other`select from pg_tables where tablename = 'mine'`).toHaveLength(0)
  } finally {
    await Promise.all([sql.end(), other.end(), portal.end()])
    await Promise.all([one.drop(), two.drop()])
  }
})
