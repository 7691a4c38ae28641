import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ALL_SCOPES } from '#simulators/ehr/smart/settings.ts'
import { openSmartEhr, type SmartEhr } from '#simulators/ehr/smart/smart-ehr.ts'
import { administer } from '../database/connection/connect.ts'
import { TEST_SECRET, type TestDatabase, testDatabase } from '../testing/database.ts'
import { FOREIGN, makeWorld, PARENT } from '../testing/world.ts'
import { runLaunch } from './launch.ts'

let database: TestDatabase
let ehr: SmartEhr
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'karyo-launch-'))
  database = await testDatabase()
  await administer(database.url, makeWorld)
  const at = 'http://localhost:3000/launch/harborview'
  ehr = await openSmartEhr({
    port: 0,
    portal: {
      ...{ clientId: 'karyo', launchUrl: at, redirectUri: `${at}/callback`, keys: `${at}/keys` },
      scopes: ALL_SCOPES,
    },
  })
})
afterAll(async () => {
  await ehr?.close()
  await database?.drop()
  await rm(folder, { recursive: true, force: true })
})

async function run(...args: string[]) {
  const output: string[] = []
  const environment = { DATABASE_URL: database.url, KARYO_SECRET: TEST_SECRET }
  const code = await runLaunch(args, environment, (line) => output.push(line))
  return { code, output: output.join('\n') }
}

async function importing(changes: Record<string, string> = {}) {
  const row = {
    ...{ id: 'harborview', name: 'Harborview', institutionCode: PARENT, iss: ehr.iss, clientId: 'karyo' },
    ...{ scopes: '', frameOrigins: 'https://ehr.hospital.test', interface: '', recordNumberSystem: '' },
    ...changes,
  }
  const file = path.join(folder, 'launch.csv')
  await writeFile(file, `${Object.keys(row).join(',')}\n${Object.values(row).join(',')}\n`)
  return run(file)
}

describe('npm run import -- launch', () => {
  test('sets a hospital up from a file, lists it, gives it a new key, and removes it', async () => {
    const last = () =>
      administer(database.url, async (db) => {
        const found = sql<{ id: number }>`select coalesce(max(id), 0)::int as id from audit_event`
        return (await found.execute(db)).rows[0]?.id ?? 0
      })
    const before = await last()
    const { code, output } = await importing()
    expect([code, output]).toEqual([0, expect.stringContaining(`its addresses: ${ehr.issuer}/authorize`)])
    expect(output).toContain('launch address to register there: http://localhost:3000/launch/harborview')
    expect(output).toContain('shown in frames of https://ehr.hospital.test')
    const keys = () =>
      administer(database.url, async (db) => {
        const ids = sql<{ kid: string }>`
          select k ->> 'kid' as kid from ehr_launch_client, jsonb_array_elements(public_keys) k`
        return (await ids.execute(db)).rows.map(({ kid }) => kid)
      })
    const [first] = await keys()
    // Again: the key that the hospital has stays.
    await importing({ name: 'Harborview Hospital' })
    expect(await keys()).toEqual([first])
    expect((await run('--rotate', 'harborview')).code).toBe(0)
    expect(await keys()).toEqual([expect.any(String), first])
    expect((await run('--remove', 'harborview')).output).toContain('is removed')
    expect((await run()).output).toContain('Harborview Hospital, institution')
    expect((await run()).output).toContain('removed')
    const lines = await administer(database.url, async (db) => {
      const found = sql<{ action: string }>`
        select action from audit_event where entity = 'ehr_launch_client' and id > ${before} order by id`
      return (await found.execute(db)).rows.map(({ action }) => action)
    })
    const changed = 'launch-client-changed'
    expect(lines).toEqual([changed, changed, changed, 'launch-client-removed'])
  })

  test.each([
    [
      'an institution that is not here',
      { institutionCode: 'NONE' },
      "'NONE' is not the code of an institution",
    ],
    ['an interface that is not here', { interface: 'NONE' }, "'NONE' is not an interface of institution"],
    [
      'scopes without the launch',
      { scopes: 'openid fhirUser' },
      'does not name all of openid, fhirUser, launch',
    ],
    ['a frame with a path', { frameOrigins: 'https://ehr.test/x' }, 'is not an origin'],
    ['a server that is not there', { iss: 'http://localhost:9/fhir' }, 'smart-configuration cannot be read'],
    ['a server without https', { iss: 'http://ehr.test/fhir' }, 'must begin with https://'],
  ])('refuses %s', async (_, changes, words) => {
    const { code, output } = await importing({ id: 'other', ...changes })
    expect([code, output]).toEqual([1, expect.stringContaining(words)])
  })

  test('removing one forgets its own users, not those of an institution with the same authorization server', async () => {
    await importing()
    await administer(database.url, (db) =>
      sql`
        insert into ehr_launch_link (issuer, subject, institution_code, physician_id)
        select ${ehr.issuer}, 'user of ' || code, code, case code when ${PARENT} then first else last end
        from institution, (select min(id) as first, max(id) as last from physician) people
        where code in (${PARENT}, ${FOREIGN})`.execute(db),
    )
    const linked = async () => {
      const { rows } = await administer(database.url, (db) =>
        sql<{ at: string }>`select institution_code as at from ehr_launch_link`.execute(db),
      )
      return rows.map(({ at }) => at)
    }
    expect((await linked()).toSorted()).toEqual([FOREIGN, PARENT].toSorted())
    expect((await run('--remove', 'harborview')).code).toBe(0)
    expect(await linked()).toEqual([FOREIGN])
  })

  test('a hospital whose key was sealed with another secret gets a new one, by its file or by itself, or is removed', async () => {
    const key = () =>
      administer(database.url, async (db) => {
        const found = sql<{ sealed: string; kids: string[] }>`
          select sealed_key as sealed, jsonb_path_query_array(public_keys, '$[*].kid') as kids from ehr_launch_client`
        const [{ sealed, kids } = { sealed: '', kids: [] }] = (await found.execute(db)).rows
        await sql`update ehr_launch_client set sealed_key = 'sealed with another'`.execute(db)
        return { sealed, kids }
      })
    await importing()
    const before = await key()
    expect((await importing()).code).toBe(0)
    const renewed = await key()
    expect(renewed).toEqual({ sealed: expect.not.stringContaining('another'), kids: [expect.any(String)] })
    expect(renewed.kids).not.toEqual(before.kids)
    expect((await run('--rotate', 'harborview')).code).toBe(0)
    expect((await key()).sealed).not.toContain('another')
    expect((await run('--remove', 'harborview')).code).toBe(0)
  })

  test('refuses a server that calls its users those of another hospital’s', async () => {
    await importing()
    const own = await fetch(`${ehr.iss}/.well-known/smart-configuration`)
    const announced = { ...((await own.json()) as object), jwks_uri: 'http://localhost:9/keys' }
    const claiming = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(announced))
    })
    await new Promise<void>((resolve) => claiming.listen(0, '127.0.0.1', resolve))
    const { port } = claiming.address() as AddressInfo
    expect(await importing({ id: 'claiming', iss: `http://localhost:${port}` })).toMatchObject({
      ...{ code: 1, output: expect.stringContaining('its issuer is that of harborview') },
    })
    await new Promise((resolve) => claiming.close(resolve))
  })

  test('refuses the address of another hospital, and what it does not understand', async () => {
    await importing()
    expect(await importing({ id: 'another' })).toMatchObject({
      ...{ code: 1, output: expect.stringContaining('it is the address of harborview') },
    })
    expect((await run('a.csv', '--remove', 'x')).output).toContain('Usage:')
    expect((await run('--rotate', 'nobody')).output).toContain('There is no hospital nobody')
    expect((await run('--unlink', 'nobody@clinic.test')).output).toContain('is linked')
  })
})
