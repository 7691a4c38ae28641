import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createServer as createSecure } from 'node:https'
import { createServer as createSocket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAuthority } from '#adapters/hl7/testing/certificates.ts'
import { startMailServer } from '#adapters/mail/testing/mail-server.ts'
import { administer } from '../database/connection/connect.ts'
import { emptyDatabase, TEST_SECRET, type TestDatabase } from '../testing/database.ts'
import { runCheck } from './check.ts'

let root: string
let database: TestDatabase
const open: { close(): unknown }[] = []
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'karyo-check-'))
  database = await emptyDatabase()
})
afterAll(async () => {
  for (const one of open) await one.close()
  await database?.drop()
  await rm(root, { recursive: true, force: true })
})

type Listening = {
  listen(port: number, host: string, done: () => void): unknown
  address(): unknown
  close(): unknown
}
async function portOf(server: Listening): Promise<number> {
  open.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return Number(Object(server.address()).port)
}

/** A port that nothing listens at. */
async function unusedPort(): Promise<number> {
  const server = createSocket()
  const port = await portOf(server)
  await new Promise((resolve) => server.close(resolve))
  open.pop()
  return port
}

async function check(settings: NodeJS.ProcessEnv) {
  const lines: string[] = []
  const environment = {
    ...{
      NODE_ENV: 'production',
      DATABASE_URL: database.url,
      KARYO_SECRET: TEST_SECRET,
      DATA_DIR: path.join(root, 'data'),
    },
    ...{ KARYO_COVERAGE: 'off', KARYO_COUNSELING_OUTBOX: path.join(root, 'counseling') },
    ...{ PORT: String(await unusedPort()), HOST: '127.0.0.1' },
    ...settings,
  }
  const code = await runCheck([], environment, (line) => lines.push(line))
  return { code, lines, of: (name: string) => lines.filter((line) => line.slice(6).startsWith(`${name}:`)) }
}

describe('[OPS-06] npm run check', () => {
  test('says of each connection that it works, and changes nothing', async () => {
    const mail = await startMailServer()
    open.push(mail)
    const laboratory = await portOf(createSocket((socket) => socket.end()))
    const issuer: string = `http://127.0.0.1:${await portOf(
      createServer((_request, reply) =>
        reply.end(JSON.stringify({ issuer, jwks_uri: `${issuer}/keys`, token_endpoint: '' })),
      ),
    )}`
    const { code, lines, of } = await check({
      ...{ PUBLIC_ORIGIN: issuer, OIDC_ISSUER: issuer, KARYO_SMTP_URL: mail.url, KARYO_SMTP_PLAIN: 'on' },
      ...{ KARYO_LAB_HOST: '127.0.0.1', KARYO_LAB_PORT: String(laboratory) },
    })
    expect(code, lines.join('\n')).toBe(0)
    expect(of('KARYO_LAB_HOST')).toEqual([
      `ok    KARYO_LAB_HOST: 127.0.0.1:${laboratory} accepts the connection`,
    ])
    expect(of('KARYO_SMTP_URL')[0]).toMatch(/^ok .* lets us sign in$/)
    expect(of('OIDC_ISSUER')[0]).toMatch(/^ok .* has a discovery document$/)
    expect(of('DATABASE_URL')[0]).toContain('PostgreSQL')
    expect(of('KARYO_FILES_DIR')[0]).toContain('will be made')
    // Users would read the example's name.
    expect(of('KARYO_BRAND_DIR')).toEqual([
      'note  KARYO_BRAND_DIR: as shipped: is the brand of Larkfield Genetics, an invented laboratory: set it to the directory of yours',
    ])
    expect(lines.at(-1)).toBe('Everything that is configured can be used.')
    expect(lines.join()).not.toContain(TEST_SECRET)
    const tables = await administer(database.url, (db) =>
      sql`select 1 from pg_tables where schemaname = 'public'`.execute(db),
    )
    expect([tables.rows, (await readdir(root)).includes('data')]).toEqual([[], false])
  })

  test('names the variable, the cause and the remedy of everything that does not work', async () => {
    const closed = await unusedPort()
    const authority = await makeAuthority('Nobody’s Authority')
    const untrusted = await portOf(createSecure(await authority.certify('127.0.0.1')))
    const answering = await portOf(
      createServer((_request, reply) => reply.end('{"issuer":"https://other.test"}')),
    )
    const file = path.join(root, 'a-file')
    await writeFile(file, '')
    const { code, lines, of } = await check({
      ...{ PUBLIC_ORIGIN: `http://127.0.0.1:${answering}`, OIDC_ISSUER: `http://127.0.0.1:${answering}` },
      ...{ KARYO_SMTP_URL: `smtp://ada:geheim@127.0.0.1:${closed}`, KARYO_SMTP_PLAIN: 'on' },
      ...{ KARYO_LAB_HOST: '127.0.0.1', KARYO_LAB_PORT: String(closed) },
      ...{ KARYO_CLAMD_URL: `tcp://127.0.0.1:${closed}`, KARYO_FILES_DIR: path.join(file, 'files') },
      ...{ KARYO_NPI_REGISTRY_URL: `https://127.0.0.1:${untrusted}` },
      DATABASE_URL: database.url.replace(/\/[^/?]+(\?|$)/, '/no_such_database$1'),
    })
    expect(code).toBe(1)
    const refuses = /refuses the connection\. What to do: start it, or correct host and port\.$/
    expect(of('KARYO_LAB_HOST')[0]).toMatch(refuses)
    expect(of('KARYO_SMTP_URL')[0]).toMatch(refuses)
    expect(of('KARYO_CLAMD_URL')[0]).toMatch(refuses)
    expect(of('OIDC_ISSUER')[0]).toMatch(/names another issuer\. What to do: set OIDC_ISSUER exactly/)
    expect(of('KARYO_NPI_REGISTRY_URL')[0]).toMatch(
      /authority that is not trusted\. What to do: name the authority/,
    )
    expect(of('KARYO_FILES_DIR')[0]).toMatch(/FAIL/)
    expect(of('DATABASE_URL')[0]).toMatch(/^FAIL .*no_such_database/)
    expect(lines.at(-1)).toMatch(/^7 of \d+ cannot be used\.$/)
    expect(lines.join()).not.toContain('geheim')
  })

  test('tries the listener for hospitals with its certificate, and the standbys', async () => {
    const authority = await makeAuthority('Larkfield Test Authority')
    const ended = await authority.certify('portal', undefined, new Date('2020-01-01T00:00:00Z'))
    const [cert, key] = [path.join(root, 'ehr.pem'), path.join(root, 'ehr.key')]
    await Promise.all([writeFile(cert, String(ended.cert)), writeFile(key, String(ended.key))])
    const [free, closed] = [await unusedPort(), await unusedPort()]
    const { host } = new URL(database.url)
    const { of } = await check({
      ...{
        PUBLIC_ORIGIN: 'http://127.0.0.1:9',
        KARYO_SMTP_URL: 'smtp://127.0.0.1:9',
        KARYO_SMTP_PLAIN: 'on',
      },
      ...{ KARYO_LAB_HOST: '127.0.0.1', KARYO_LAB_PORT: '9', KARYO_STANDBYS: `${host}, 127.0.0.1:${closed}` },
      ...{ KARYO_EHR_PORT: String(free), KARYO_EHR_TLS_CERT: cert, KARYO_EHR_TLS_KEY: key },
    })
    expect(of('KARYO_EHR_PORT')).toEqual([`ok    KARYO_EHR_PORT: 127.0.0.1:${free} is free`])
    expect(of('KARYO_EHR_TLS_CERT')[0]).toMatch(/^FAIL .*the certificate has expired/)
    expect(of('KARYO_STANDBYS')).toEqual([
      `ok    KARYO_STANDBYS: ${host} is no standby at present: lists are not read from it`,
      expect.stringMatching(/^FAIL {2}KARYO_STANDBYS: nothing listens at 127\.0\.0\.1/),
    ])
  })

  test('finds a proxy that does not keep the Host header', async () => {
    const origin: string = `http://127.0.0.1:${await portOf(
      createServer((_request, reply) => reply.writeHead(302, { location: `${origin}/` }).end()),
    )}`
    const { of } = await check({
      ...{ PUBLIC_ORIGIN: origin, KARYO_SMTP_URL: 'smtp://127.0.0.1:9', KARYO_SMTP_PLAIN: 'on' },
      ...{ KARYO_LAB_HOST: '127.0.0.1', KARYO_LAB_PORT: '9' },
    })
    expect(of('PUBLIC_ORIGIN')[0]).toMatch(/^FAIL .*does not keep the host name/)
  })

  test('prints what the configuration lacks, in one line', async () => {
    const lines: string[] = []
    expect(await runCheck([], { NODE_ENV: 'production' }, (line) => lines.push(line))).toBe(1)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('PUBLIC_ORIGIN: must be set in production')
    expect(await runCheck(['now'], {}, (line) => lines.push(line))).toBe(1)
    expect(lines[1]).toContain('Usage: npm run check')
  })
})
