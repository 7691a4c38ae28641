import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type HospitalSignIn, openHospitalSignIn } from '#simulators/hospital/sign-in.ts'
import { administer } from '../database/connection/connect.ts'
import { TEST_SECRET, type TestDatabase, testDatabase } from '../testing/database.ts'
import { makeWorld, PARENT } from '../testing/world.ts'
import { runHospitals } from './hospitals.ts'

let database: TestDatabase
let provider: HospitalSignIn
let environment: NodeJS.ProcessEnv
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'karyo-hospitals-'))
  database = await testDatabase()
  await administer(database.url, makeWorld)
  const at = 'http://localhost:3000/identity/hospital/harborview'
  provider = await openHospitalSignIn({
    port: 0,
    portal: { clientId: 'karyo', redirectUri: `${at}/callback`, keys: `${at}/keys` },
  })
  environment = { DATABASE_URL: database.url, KARYO_SECRET: TEST_SECRET }
})
afterAll(async () => {
  await provider?.close()
  await database?.drop()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => administer(database.url, (db) => sql`truncate identity.hospital cascade`.execute(db)))

async function run(args: readonly string[], changes: NodeJS.ProcessEnv = {}) {
  const output: string[] = []
  const code = await runHospitals(args, { ...environment, ...changes }, (line) => output.push(line))
  return { code, output: output.join('\n') }
}

const HEAD = 'id,name,issuer,clientId,clientSecret,domain,institutionCode,password'
const row = (changes: Record<string, string> = {}) =>
  Object.values({
    ...{ id: 'harborview', name: 'Harborview', issuer: provider.issuer, clientId: 'karyo', clientSecret: '' },
    ...{ domain: 'harborview.test', institutionCode: PARENT, password: 'on' },
    ...changes,
  }).join(',')

async function importing(...rows: string[]) {
  const file = path.join(folder, 'hospitals.csv')
  await writeFile(file, [HEAD, ...rows, ''].join('\n'))
  return run([file])
}

describe('npm run import -- hospitals', () => {
  test('sets a hospital up from a file, lists it, changes it, and removes it', async () => {
    const [before] = await administer(database.url, async (db) => {
      const last = sql<{ id: number }>`select coalesce(max(id), 0)::int as id from audit_event`
      return (await last.execute(db)).rows
    })
    expect((await run([])).output).toBe('No hospital has its own sign-in.')
    const first = await importing(row(), row({ domain: 'staff.harborview.test', password: 'off' }))
    expect(first.code).toBe(0)
    expect(first.output.split('\n')).toEqual([
      'harborview is set up.',
      `harborview: Harborview, issuer ${provider.issuer}, 0 linked accounts`,
      `  harborview.test, institution ${PARENT}`,
      `  staff.harborview.test, institution ${PARENT}, no password`,
      `  its addresses: ${provider.issuer}/auth ${provider.issuer}/token ${provider.issuer}/jwks`,
      '  redirect address to register there: http://localhost:3000/identity/hospital/harborview/callback',
      '  the portal’s public keys: http://localhost:3000/identity/hospital/harborview/keys',
    ])
    const secret = 'a-secret-of-the-hospital'
    const changed = await importing(row({ name: 'Harborview Medical', clientSecret: secret }))
    expect(changed.output).toContain('harborview: Harborview Medical')
    expect(changed.output).toContain('the two share a secret')
    expect(changed.output).not.toContain('staff.harborview.test')
    expect((await run(['--remove', 'harborview'])).code).toBe(0)
    expect((await run(['--remove', 'harborview'])).output).toBe('There is no hospital harborview.')
    const lines = await administer(database.url, async (db) => {
      const found = sql<{ action: string; actor_name: string; detail: object }>`
        select action, actor_name, detail from audit_event where entity = 'hospital sign-in' and id > ${before?.id ?? 0} order by id`
      return (await found.execute(db)).rows
    })
    expect(lines.map(({ action }) => action)).toEqual([
      ...['hospital-changed', 'hospital-changed', 'hospital-removed'],
    ])
    expect(lines[0]?.actor_name).toMatch(/, by npm run import -- hospitals$/)
    expect(JSON.stringify(lines)).not.toContain(secret)
  })

  test('a hospital whose key was sealed with another secret gets a new one by its file, or is removed', async () => {
    await importing(row())
    const sealAnother = () =>
      administer(database.url, async (db) => {
        const found = sql<{ sealed: string }>`select sealed from identity.hospital`
        const [before] = (await found.execute(db)).rows
        await sql`update identity.hospital set sealed = 'sealed with another'`.execute(db)
        return before?.sealed
      })
    await sealAnother()
    expect((await importing(row())).code).toBe(0)
    expect(await sealAnother()).not.toContain('another')
    expect(await run(['--remove', 'harborview'])).toMatchObject({ code: 0 })
  })

  test('names everything that is wrong in the file, and changes nothing', async () => {
    const { code, output } = await importing(
      row({ id: 'Harbor View', domain: 'gmail.com' }),
      row({ domain: 'localhost', institutionCode: '99999' }),
      row({ name: 'Other', domain: 'a.test', password: 'maybe' }),
      row({ id: 'second', domain: 'a.test', clientSecret: 'short', issuer: 'nowhere' }),
    )
    expect(code).toBe(1)
    expect(output.split('\n').sort()).toEqual(
      [
        "hospitals.csv, row 2, column id: 'Harbor View' is not an ID of 1 to 40 small letters, digits and hyphens",
        "hospitals.csv, row 2, column domain: 'gmail.com' is a domain in which anybody can have an address",
        "hospitals.csv, row 3, column domain: 'localhost' is not a domain such as hospital.example",
        "hospitals.csv, row 3, column institutionCode: '99999' is not the code of an institution",
        "hospitals.csv, row 4, column password: 'maybe' is not one of on, off",
        'hospitals.csv, row 4, column name: is not the same as in row 3, which has the same id',
        "hospitals.csv, row 5, column domain: 'a.test' is already in row 4",
        "hospitals.csv, row 5, column clientSecret: 'short' is a secret of fewer than 16 characters",
        "hospitals.csv, row 5, column issuer: 'nowhere' is not an address",
        'hospitals.csv, row 3, column issuer: is the issuer of Harbor View too',
      ].sort(),
    )
    expect((await run([])).output).toBe('No hospital has its own sign-in.')
  })

  test('says why a provider cannot be used, and sets the others up', async () => {
    const { code, output } = await importing(
      row(),
      row({ id: 'away', issuer: 'http://localhost:1', domain: 'away.test' }),
      row({ id: 'none', issuer: `${provider.issuer}/x`, domain: 'none.test' }),
    )
    expect(code).toBe(1)
    expect(output).toContain('harborview is set up.')
    expect(output).toMatch(/away is unchanged: http:\/\/localhost:1 does not answer/)
    expect(output).toMatch(/none is unchanged: .*\/x is not a usable provider/)
    const taken = await importing(row({ id: 'thief', issuer: `${provider.issuer}/y` }))
    expect(taken.output).toContain('thief is unchanged: harborview.test is a domain of Harborview.')
  })

  test('unlinks an account and ends its sessions', async () => {
    await importing(row())
    expect((await run(['--unlink', 'one@harborview.test'])).code).toBe(1)
    await administer(database.url, async (db) => {
      await sql`insert into identity."user" (id, name, email, email_verified, first_name, last_name)
        values ('u1', 'One', 'one@harborview.test', true, 'One', 'Linked')`.execute(db)
      await sql`insert into identity.hospital_link (issuer, subject, user_id)
        values (${provider.issuer}, '7', 'u1')`.execute(db)
      await sql`insert into identity.session (id, token, user_id, expires_at)
        values ('s1', 't1', 'u1', now() + interval '1 hour')`.execute(db)
    })
    expect((await run([])).output).toContain('1 linked account\n')
    expect((await run(['--unlink', 'One@harborview.test'])).code).toBe(0)
    expect((await run([])).output).toContain('0 linked accounts')
    const sessions = await administer(
      database.url,
      async (db) => (await sql`select from identity.session where user_id = 'u1'`.execute(db)).rows,
    )
    expect(sessions).toHaveLength(0)
  })

  test('refuses other arguments, and does nothing with another identity provider', async () => {
    for (const args of [['a', 'b'], ['a', '--remove', 'b'], ['--what']])
      expect(await run(args)).toMatchObject({ code: 1, output: expect.stringContaining('Usage:') })
    const { output } = await run([], { OIDC_ISSUER: 'https://identity.test', OIDC_AUDIENCE: 'urn:x' })
    expect(output).toContain('connect the hospitals there')
  })
})
