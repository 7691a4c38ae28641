import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { VERSION } from '#server/start/version.ts'
import { TEST_SECRET, type TestDatabase, testDatabase } from '#server/testing/database.ts'
import { databaseBefore } from '#server/testing/migrations.ts'
import { dumpDatabase } from '#server/testing/whole-database.ts'
import { migrate, migrationFiles, prepareJobs } from './migrate.ts'
import { noteOldestUsable, oldestUsable, RELEASES } from './releases.ts'

describe('[OPS-09] releases and their migrations', () => {
  test('each release ends with a migration that is there, and the last is this version', async () => {
    const files = await migrationFiles()
    const ends = RELEASES.map(([, last]) => last)
    expect(ends.filter((last) => !files.includes(last))).toEqual([])
    expect(ends).toEqual(ends.toSorted())
    expect(RELEASES.at(-1)?.[0]).toBe(VERSION)
  })

  const releases = [
    ['1.0.0', '0002-b.sql'],
    ['1.1.0', '0004-d.sql'],
  ] as const
  test.each([
    ['the first release', ['0001-a.sql', '0002-b.sql'], '0002-b.sql'],
    ['the second one can be used by the first', ['0002-b.sql', '0003-c.sql', '0004-d.sql'], '0002-b.sql'],
    ['what comes after it, by the second only', ['0002-b.sql', '0004-d.sql', '0005-e.sql'], '0004-d.sql'],
    ['what comes before the first release is usable by itself', ['0001-a.sql'], '0001-a.sql'],
  ])('%s', (_what, files, oldest) => {
    expect(oldestUsable(files, releases)).toBe(oldest)
  })
})

describe('[OPS-09] the way back', () => {
  let database: TestDatabase
  let client: pg.Client
  beforeAll(async () => {
    database = await testDatabase()
    client = new pg.Client({ connectionString: database.url })
    await client.connect()
  })
  afterAll(async () => {
    await client?.end()
    await database?.drop()
  })
  /** What the next version does to the database: a migration that this one does not know. */
  const upgradeTo = async (name: string, usableBy: string) => {
    await client.query('insert into migration (name) values ($1)', [name])
    await noteOldestUsable(client, usableBy)
  }

  test('this version starts on a database of the next one and changes nothing; one of the version after that it refuses', async () => {
    await upgradeTo('9998-next.sql', (await migrationFiles()).at(-1) ?? '')
    const was = await dumpDatabase(database.url)
    const lines: string[] = []
    await migrate(database.url, TEST_SECRET, { onLog: (line) => lines.push(line) })
    expect(lines).toEqual([
      expect.stringMatching(/made by the next version.*9998-next.*This version can use it/),
    ])
    const is = await dumpDatabase(database.url)
    expect(is.rules).toEqual(was.rules)
    expect(is.tables['public.migration']).toEqual(was.tables['public.migration'])

    await upgradeTo('9999-later.sql', '9998-next.sql')
    await expect(migrate(database.url, TEST_SECRET)).rejects.toThrow(
      /made by a newer version of Karyo \(it has 999\d-\w+\.sql\) that this one cannot work with\. Start that version, the one before it/,
    )
  })
})

test('[OPS-09] a database of the oldest version that can be upgraded while it serves becomes what a new one is', async () => {
  const [old, fresh] = [await databaseBefore('0011-audit.sql'), await testDatabase()]
  try {
    await prepareJobs(old.url, old.database)
    await old.database.query(`insert into institution (code, name) values ('P1', 'Larkfield Clinic')`)
    await migrate(old.url, TEST_SECRET)
    const [upgraded, made] = [await dumpDatabase(old.url), await dumpDatabase(fresh.url)]
    expect(upgraded.rules).toEqual(made.rules)
    expect(upgraded.tables['public.institution']?.rows).toBe(1)
    expect(upgraded.tables['public.migration']?.rows).toBe((await migrationFiles()).length)
  } finally {
    await old.end()
    await fresh.drop()
  }
})
