import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyDatabase, TEST_SECRET, type TestDatabase } from '#server/testing/database.ts'
import { DATABASE_ROLES, provisionRoles, roleUrl } from './roles.ts'

let databases: TestDatabase[]
beforeAll(async () => {
  databases = await Promise.all(Array.from({ length: 8 }, emptyDatabase))
})
afterAll(async () => {
  for (const database of databases) await database.drop()
})

test('provisions the roles from several databases of one server at the same time, without tables of their own', async () => {
  const clients = databases.map(({ url }) => new pg.Client(url))
  try {
    for (const client of clients) await client.connect()
    for (let round = 0; round < 20; round++)
      await Promise.all(clients.map((client) => provisionRoles(client, TEST_SECRET)))
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
  for (const role of DATABASE_ROLES) {
    const client = new pg.Client(roleUrl(databases[0]?.url ?? '', TEST_SECRET, role))
    await client.connect()
    const { rows } = await client.query('select current_user as role')
    expect(rows).toEqual([{ role }])
    // It would stand in for the table in functions that run with their owner's rights.
    const temporary = client.query('create temporary table physician (id bigint)')
    await expect(temporary).rejects.toMatchObject({ code: '42501' })
    await client.end()
  }
})
