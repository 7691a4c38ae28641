import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runImport } from '../commands/import.ts'
import { administer } from '../database/connection/connect.ts'
import { SetupError } from '../database/setup-error.ts'
import { TEST_SECRET, type TestDatabase, testDatabase } from '../testing/database.ts'
import { databaseBefore } from '../testing/migrations.ts'
import { beginAs, type InstallationKind, refuseOtherKind, type StartTarget } from './installation.ts'

const EMBEDDED: StartTarget = { DATABASE_URL: undefined, DATA_DIR: '.data' }
const OWN: StartTarget = { DATABASE_URL: 'postgres://db.test/karyo', DATA_DIR: '.data' }

const databases: TestDatabase[] = []
async function fresh(): Promise<TestDatabase> {
  const database = await testDatabase()
  databases.push(database)
  return database
}
afterAll(() => Promise.all(databases.map((one) => one.drop())))

const begin = ({ url }: TestDatabase, kind: InstallationKind, target = EMBEDDED) =>
  administer(url, (db) => beginAs(db, kind, target, '9.9'))
const look = ({ url }: TestDatabase, kind: InstallationKind) =>
  administer(url, (db) => refuseOtherKind(db, kind, EMBEDDED))
const rowsIn = ({ url }: TestDatabase) =>
  administer(url, (db) => db.selectFrom('installation').select(['kind', 'began_with']).execute())

/** The one-line message of the refusal. */
async function refusal(tried: Promise<void>): Promise<string> {
  const error: unknown = await tried.then(
    () => new Error('it was not refused'),
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof SetupError)) throw error
  expect(error.message).not.toContain('\n')
  return error.message
}

describe('a database records its kind', () => {
  test.each(['demo', 'production'] as const)('at its first start, as a %s', async (kind) => {
    const database = await fresh()
    for (const either of ['demo', 'production'] as const) await look(database, either)
    await begin(database, kind)
    await begin(database, kind)
    await look(database, kind)
    expect(await rowsIn(database)).toEqual([{ kind, began_with: 'version 9.9' }])
  })

  test('a demo’s database is refused in production, in a line that says how to start over', async () => {
    const database = await fresh()
    await begin(database, 'demo')
    const today = new Date().toISOString().slice(0, 10)
    expect(await refusal(begin(database, 'production'))).toBe(
      `The database was filled as a demo on ${today} by version 9.9: its sign-ins are public, so it cannot be used without a demo. To start over, choose another DATA_DIR than .data, or a DATABASE_URL.`,
    )
    expect(await refusal(begin(database, 'production', OWN))).toContain(
      'point DATABASE_URL to an empty database, and choose an empty DATA_DIR',
    )
    expect(await rowsIn(database)).toEqual([{ kind: 'demo', began_with: 'version 9.9' }])
  })

  test('a production’s database is refused in a demo, in a line that says what was forgotten', async () => {
    const database = await fresh()
    await begin(database, 'production')
    expect(await refusal(look(database, 'demo'))).toContain('Set NODE_ENV=production as before')
    expect(await refusal(begin(database, 'demo'))).toContain('none can be added')
  })

  test('if a demo and a production begin concurrently, one of them is refused', async () => {
    const database = await fresh()
    const tried = await Promise.allSettled([begin(database, 'demo'), begin(database, 'production')])
    expect(tried.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await rowsIn(database)).toHaveLength(1)
  })

  test('an import makes the database a production’s, or is refused on a demo’s', async () => {
    const [empty, demo] = [await fresh(), await fresh()]
    await begin(demo, 'demo')
    const run = async ({ url }: TestDatabase) => {
      const output: string[] = []
      const environment = {
        ...{ DATABASE_URL: url, KARYO_SECRET: TEST_SECRET, KARYO_DEMO: 'off' },
        KARYO_SMTP_URL: 'smtp://mail.example.test',
      }
      const code = await runImport(['institutions', 'data/institutions.csv'], environment, (line) =>
        output.push(line),
      )
      return { code, output: output.join('\n') }
    }
    expect(await run(empty)).toMatchObject({ code: 0 })
    expect((await rowsIn(empty)).map(({ kind }) => kind)).toEqual(['production'])
    expect(await run(demo)).toMatchObject({ code: 1, output: expect.stringContaining('filled as a demo') })
  })
})

describe('a database begun by an earlier version', () => {
  let before: Awaited<ReturnType<typeof databaseBefore>>
  beforeAll(async () => {
    before = await databaseBefore('0024-installation.sql')
  })
  afterAll(() => before?.end())

  test.each([
    ['has no kind while it is empty', '', []],
    [
      'is a production where it has institutions of its own',
      `insert into institution (code, name) values ('9001', 'Larkfield Clinic')`,
      ['production'],
    ],
    [
      'is a demo where it has an account that the demo’s documentation publishes',
      `insert into identity."user" (id, name, email, first_name, last_name)
       values ('s', 'Mira Feld', 'support@demo.test', 'Mira', 'Feld')`,
      ['demo'],
    ],
  ])('%s', async (_what, rows, kinds) => {
    await before.database.query('begin')
    if (rows) await before.database.query(rows)
    await before.migrateWithin()
    const found = await before.database.query<{ kind: string }>('select kind from installation')
    await before.database.query('rollback')
    expect(found.rows.map(({ kind }) => kind)).toEqual(kinds)
  })
})
