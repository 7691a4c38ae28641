import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createServer as createSecure } from 'node:https'
import { createServer as createSocket, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { makeAuthority } from '#adapters/hl7/testing/certificates.ts'
import { SHIPPED_BRAND } from '../brand/read-brand.ts'
import { runCheck } from '../commands/check.ts'
import { runImport } from '../commands/import.ts'
import { connectionProblem, serverProblems } from '../database/check-server.ts'
import { administer } from '../database/connection/connect.ts'
import { DATA_VERSION, openDataDir } from '../database/embedded/data-dir.ts'
import { migrate } from '../database/migrate/migrate.ts'
import { TEST_SECRET, type TestDatabase, testDatabase } from '../testing/database.ts'
import { readConfig } from './config.ts'
import { hl7Tls } from './hl7-tls.ts'
import { beginAs } from './installation.ts'
import { listenProblem } from './listen-problem.ts'
import { portFree } from './port-free.ts'
import { COMMANDS, lineOfCommand } from './testing/commands.ts'

// What an operator reads who made one mistake: docs/mistakes.md is written by this test (-u) and compared with it.

const GOOD = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://karyo_owner:secret@db1.example/karyo',
  KARYO_SECRET: 'a-secret-that-somebody-has-chosen-well',
  PUBLIC_ORIGIN: 'https://portal.example.org',
  KARYO_LAB_HOST: 'lims.example.org',
  KARYO_LAB_PORT: '2575',
  KARYO_SMTP_URL: 'smtp://mail.example.org:587',
  KARYO_COUNSELING: 'off',
  KARYO_COVERAGE: 'off',
}

let root: string
let database: TestDatabase
const open: { close(): unknown }[] = []
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'karyo-mistakes-'))
  database = await testDatabase()
})
afterAll(async () => {
  for (const one of open) await one.close()
  await database?.drop()
  await rm(root, { recursive: true, force: true })
})

/** The one line that refuses; a stack, or several lines, would show. */
const lineOf = (work: () => unknown) =>
  Promise.resolve()
    .then(work)
    .then(
      () => 'it was taken',
      (error: Error) => (error.name === 'SetupError' ? error.message : `${error.stack}`),
    )
const read = (settings: NodeJS.ProcessEnv) =>
  lineOf(() => readConfig({ ...GOOD, ...settings }, { toStart: true }))
const config = (settings: NodeJS.ProcessEnv) => readConfig({ ...GOOD, ...settings })

async function listening(server: Server): Promise<number> {
  open.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return Number(Object(server.address()).port)
}
async function closedPort(): Promise<number> {
  const server = createSocket()
  const port = await listening(server)
  await new Promise((resolve) => server.close(resolve))
  open.pop()
  return port
}
const file = async (name: string, text: string) => {
  await writeFile(path.join(root, name), text)
  return path.join(root, name)
}
const clusterAt = (parts: { pathname?: string; port?: string; hostname?: string }) =>
  Object.assign(new URL(inject('clusterUrl')), parts).href
const opened = (url: string) => lineOf(() => migrate(url, TEST_SECRET))

/** The line of `npm run check` about one variable. */
async function checked(name: string, settings: NodeJS.ProcessEnv) {
  const lines: string[] = []
  const environment = {
    ...{ ...GOOD, DATABASE_URL: database.url, KARYO_SECRET: TEST_SECRET, DATA_DIR: path.join(root, 'data') },
    ...{
      PORT: String(await closedPort()),
      HOST: '127.0.0.1',
      PUBLIC_ORIGIN: `http://127.0.0.1:${await closedPort()}`,
    },
    ...{ KARYO_LAB_HOST: '127.0.0.1', KARYO_LAB_PORT: String(await closedPort()) },
    ...{ KARYO_SMTP_URL: `smtp://127.0.0.1:${await closedPort()}`, KARYO_SMTP_PLAIN: 'on', ...settings },
  }
  await runCheck([], environment, (line) => lines.push(line))
  return lines.find((line) => line.slice(6).startsWith(`${name}:`)) ?? lines.join(' / ')
}

const SERVER = {
  ...{ version: '17.2', major: 17, encoding: 'UTF8', database: 'karyo', user: 'karyo_owner' },
  ...{ isSuperuser: false, mayCreateRoles: true, mayCreateInDatabase: true, mayCreateInPublic: true },
  foreignRoles: [],
}
const server = (wrong: Partial<Parameters<typeof serverProblems>[0]>) =>
  `DATABASE_URL: ${serverProblems({ ...SERVER, ...wrong }).join('; ')}.`
const refused = (code: string, message: string) =>
  `DATABASE_URL: ${connectionProblem(GOOD.DATABASE_URL, Object.assign(new Error(message), { code }))}.`

async function tls(settings: NodeJS.ProcessEnv) {
  return lineOf(() => hl7Tls(config(settings)))
}
async function certificate(validUntil?: Date) {
  const authority = await makeAuthority('Larkfield Test Authority')
  const { cert, key } = await authority.certify('portal', undefined, validUntil)
  const name = randomUUID()
  return { cert: await file(`${name}.pem`, String(cert)), key: await file(`${name}.key`, String(key)) }
}

const SETTINGS: [mistake: string, settings: NodeJS.ProcessEnv][] = [
  ['`NODE_ENV=prod`', { NODE_ENV: 'prod' }],
  ['`NODE_ENV` is forgotten', { NODE_ENV: '' }],
  ['a demo in production', { KARYO_DEMO: 'on' }],
  ['a name is misspelled', { KARYO_SMTP_ULR: 'smtp://mail.example.org' }],
  ['no `DATABASE_URL`', { DATABASE_URL: '' }],
  ['another kind of database', { DATABASE_URL: 'mysql://db1/karyo' }],
  ['a password with a slash', { DATABASE_URL: 'postgres://karyo_owner:p@ss/word@db1/karyo' }],
  ['a percent sign in a password', { DATABASE_URL: 'postgres://karyo_owner:50%more@db1/karyo' }],
  [
    'an `sslmode` that does not exist',
    { DATABASE_URL: 'postgres://karyo_owner:x@db1/karyo?sslmode=verify_full' },
  ],
  ['`sslmode` is misspelled', { DATABASE_URL: 'postgres://karyo_owner:x@db1/karyo?sslMode=verify-full' }],
  ['standbys of the embedded database', { DATABASE_URL: 'embedded', KARYO_STANDBYS: 'db2' }],
  ['a standby as an address', { KARYO_STANDBYS: 'postgres://db2' }],
  ['no secret', { KARYO_SECRET: '' }],
  ['a short secret', { KARYO_SECRET: 'short' }],
  [
    'the passwords of the example',
    { DATABASE_URL: 'postgres://me:choose-one@db1/karyo', KARYO_SMTP_URL: 'smtp://me:password@mail:587' },
  ],
  ['the secret of the example', { KARYO_SECRET: 'replace-this-by-what-openssl-rand-prints' }],
  ['a short former secret', { KARYO_OLD_SECRETS: 'short' }],
  ['`PUBLIC_ORIGIN` without https://', { PUBLIC_ORIGIN: 'portal.example.org' }],
  ['`PUBLIC_ORIGIN` with a path', { PUBLIC_ORIGIN: 'https://portal.example.org/karyo' }],
  ['`PUBLIC_ORIGIN` without encryption', { PUBLIC_ORIGIN: 'http://portal.example.org' }],
  ['a port that does not exist', { PORT: '70000' }],
  ['a port in words', { KARYO_LAB_PORT: 'mllp' }],
  ['the laboratory’s host without its port', { KARYO_LAB_PORT: '' }],
  ['two ways to the laboratory', { KARYO_LAB_FHIR_URL: 'https://lims.example.org/fhir' }],
  ['a dialect that is not spoken', { KARYO_LAB_DIALECT: 'fhir' }],
  ['an authority, but no TLS', { KARYO_LAB_TLS_CA: '/etc/karyo/ca.pem' }],
  ['a key without its certificate', { KARYO_HL7_TLS_KEY: '/etc/karyo/key.pem' }],
  ['a mail server without smtp://', { KARYO_SMTP_URL: 'mail.example.org' }],
  ['a mail password with a number sign', { KARYO_SMTP_URL: 'smtp://user:pa#ss@mail.example.org:587' }],
  ['mail without encryption', { KARYO_SMTP_URL: 'smtp://mail.example.org?ignoreTLS=true' }],
  ['an issuer without https://', { OIDC_ISSUER: 'sso.example.org' }],
  ['an issuer without encryption', { OIDC_ISSUER: 'http://sso.example.org' }],
  ['eligibility without a clearinghouse', { KARYO_COVERAGE: 'on' }],
  ['an NPI with a wrong digit', { KARYO_LABORATORY_NPI: '1999999991' }],
  ['a partner that is switched off', { KARYO_COUNSELING_OUTBOX: '/var/lib/counseling' }],
  ['a limit in words', { KARYO_RATE_LIMIT: 'many' }],
  ['no proxy', { KARYO_PROXIES: '0' }],
  ['clients of FHIR that are no JSON', { KARYO_FHIR_CLIENTS: '[{' }],
]

const TRIED: [mistake: string, line: () => Promise<string> | string][] = [
  [
    'nothing listens at the database’s port',
    async () => opened(clusterAt({ port: String(await closedPort()) })),
  ],
  ['the database’s host does not exist', () => refused('ENOTFOUND', 'getaddrinfo ENOTFOUND db1.example')],
  ['a wrong password', () => refused('28P01', 'password authentication failed for user "karyo_owner"')],
  ['no such database', () => opened(clusterAt({ pathname: '/karyo_of_nobody' }))],
  [
    'the database’s authority is not known',
    () => refused('SELF_SIGNED_CERT_IN_CHAIN', 'self-signed certificate'),
  ],
  ['PostgreSQL 15', () => server({ version: '15.8', major: 15 })],
  ['a database in Latin 1', () => server({ encoding: 'LATIN1' })],
  ['a role without `CREATEROLE`', () => server({ mayCreateRoles: false })],
  ['a database that is somebody else’s', () => server({ mayCreateInDatabase: false })],
  ['roles of another Karyo on the server', () => server({ foreignRoles: ['karyo_portal', 'karyo_worker'] })],
  [
    'a database of a much newer version',
    async () => {
      const newer = await testDatabase()
      try {
        await administer(newer.url, async (db) => {
          await sql`insert into migration (name) values ('9999-of-the-future.sql')`.execute(db)
          await sql`create or replace function oldest_usable() returns text language sql as
            'select ''9998-of-the-future.sql'''`.execute(db)
        })
        return await opened(newer.url)
      } finally {
        await newer.drop()
      }
    },
  ],
  [
    'a migration that was applied by hand, in part',
    async () => {
      const half = await testDatabase()
      try {
        await administer(half.url, (db) =>
          sql`delete from migration where name = '0024-installation.sql'`.execute(db),
        )
        return await opened(half.url)
      } finally {
        await half.drop()
      }
    },
  ],
  [
    'a demo’s database in production',
    async () => {
      const empty = await testDatabase()
      const at = config({})
      try {
        await administer(empty.url, (db) => beginAs(db, 'demo', at, '10.5.0'))
        return await lineOf(() => administer(empty.url, (db) => beginAs(db, 'production', at)))
      } finally {
        await empty.drop()
      }
    },
  ],
  [
    '`DATA_DIR` is a file',
    async () => lineOf(async () => openDataDir(await file('data-file', ''), DATA_VERSION)),
  ],
  [
    'a damaged `karyo.json` in `DATA_DIR`',
    async () => {
      const dir = path.join(root, 'damaged')
      await mkdir(dir)
      await writeFile(path.join(dir, 'karyo.json'), '{')
      return lineOf(() => openDataDir(dir, DATA_VERSION))
    },
  ],
  [
    'a brand with a pale color, a link that runs a script, and terms without a version (`npm run check`)',
    async () => {
      const dir = path.join(root, 'brand')
      await cp(SHIPPED_BRAND, dir, { recursive: true })
      const change = async (name: string, from: RegExp, to: string) =>
        file(`brand/${name}`, (await readFile(path.join(dir, name), 'utf8')).replace(from, to))
      await change('brand.json', /"https:[^"]*careers"/, '"javascript:alert(1)"')
      await change('brand.json', /#0f6b6b/, '#7dbfbb')
      await change('terms.md', /Version:.*/, '')
      return checked('KARYO_BRAND_DIR', { KARYO_BRAND_DIR: dir })
    },
  ],
  [
    'the port is taken',
    async () => {
      const port = await listening(createSocket())
      return (await lineOf(() => portFree('127.0.0.1', port))).replaceAll(String(port + 1), 'PORT')
    },
  ],
  ['`HOST` is not of this machine', () => lineOf(() => portFree('192.0.2.1', 3000))],
  [
    'the laboratory’s port is taken',
    () =>
      listenProblem(
        config({ KARYO_HL7_PORT: '2576' }),
        'HL7',
        Object.assign(new Error('in use'), { code: 'EADDRINUSE' }),
      ).message,
  ],
  [
    'the laboratory’s port is below 1024',
    () =>
      listenProblem(
        config({ KARYO_HL7_PORT: '104' }),
        'HL7',
        Object.assign(new Error('denied'), { code: 'EACCES' }),
      ).message,
  ],
  [
    'a certificate that is not there',
    () =>
      tls({
        KARYO_HL7_TLS_CERT: path.join(root, 'none.pem'),
        KARYO_HL7_TLS_KEY: path.join(root, 'none.key'),
      }),
  ],
  [
    'a file that is no certificate',
    async () =>
      tls({
        KARYO_HL7_TLS_CERT: await file('words.pem', 'words'),
        KARYO_HL7_TLS_KEY: (await certificate()).key,
      }),
  ],
  [
    'the key of another certificate',
    async () =>
      tls({ KARYO_HL7_TLS_CERT: (await certificate()).cert, KARYO_HL7_TLS_KEY: (await certificate()).key }),
  ],
  [
    'a certificate that has expired (`npm run check`)',
    async () => {
      const { cert, key } = await certificate(new Date(Date.now() - 86_400_000))
      return checked('KARYO_HL7_TLS_CERT', { KARYO_HL7_TLS_CERT: cert, KARYO_HL7_TLS_KEY: key })
    },
  ],
  ['the laboratory is switched off (`npm run check`)', () => checked('KARYO_LAB_HOST', {})],
  ['nothing listens at the mail server’s port (`npm run check`)', () => checked('KARYO_SMTP_URL', {})],
  [
    'an issuer that calls itself otherwise (`npm run check`)',
    async () => {
      const port = await listening(
        createServer((_request, reply) => reply.end('{"issuer":"https://other.example"}')),
      )
      return checked('OIDC_ISSUER', { OIDC_ISSUER: `http://127.0.0.1:${port}` })
    },
  ],
  [
    'a registry whose authority is not known (`npm run check`)',
    async () => {
      const authority = await makeAuthority('Nobody’s Authority')
      const port = await listening(createSecure(await authority.certify('127.0.0.1')))
      return checked('KARYO_NPI_REGISTRY_URL', { KARYO_NPI_REGISTRY_URL: `https://127.0.0.1:${port}` })
    },
  ],
  [
    'the folder of reports cannot be made (`npm run check`)',
    async () => checked('KARYO_FILES_DIR', { KARYO_FILES_DIR: path.join(await file('a-file', ''), 'files') }),
  ],
  [
    'a proxy that does not keep the host name (`npm run check`)',
    async () => {
      const origin: string = `http://127.0.0.1:${await listening(
        createServer((_request, reply) => reply.writeHead(302, { location: `${origin}/` }).end()),
      )}`
      return checked('PUBLIC_ORIGIN', { PUBLIC_ORIGIN: origin })
    },
  ],
  ...COMMANDS.map((name): [string, () => Promise<string>] => [
    `the database is stopped (\`npm run ${name}\`)`,
    async () => {
      const stopped = clusterAt({ hostname: '127.0.0.1', port: String(await closedPort()) })
      return lineOfCommand(name, root, { ...GOOD, DATABASE_URL: stopped })
    },
  ]),
  [
    'institutions with a code twice (`npm run import`)',
    async () => {
      const rows = [
        'code,name,parentCode,addressLine1,city,state,postalCode,phone',
        ...['One', 'Two'].map((name) => `9001,${name},,1 Lane,Town,OH,43215,614-555-0101`),
      ]
      const lines: string[] = []
      const at = await file('institutions.csv', rows.join('\n'))
      await runImport(['institutions', at], { ...GOOD, DATABASE_URL: database.url }, (line) =>
        lines.push(line),
      )
      return lines.join(' ')
    },
  ],
]

/** What differs from one run to the next. */
const steady = (line: string) =>
  line
    .replaceAll(root, '/FOLDER')
    .replaceAll(/[0-9a-f-]{36}/g, 'NAME')
    .replaceAll(/127\.0\.0\.1:\d+|localhost:\d+/g, 'HOST:PORT')
    .replaceAll(/PORT: \d{4,5} is taken/g, 'PORT: PORT is taken')
    .replaceAll(/on \d{4}-\d\d-\d\d by/g, 'on DAY by')
    .replaceAll('|', '\\|')

test('[OPS-04] each mistake in the configuration gets one line: the variable, what is wrong, what to do', async () => {
  const found: [string, string][] = []
  for (const [mistake, settings] of SETTINGS)
    found.push([mistake, (await read(settings)).replace('The configuration is invalid. ', '')])
  for (const [mistake, line] of TRIED)
    found.push([mistake, (await line()).replace('The configuration is invalid. ', '')])
  expect(found.length).toBeGreaterThanOrEqual(40)
  for (const [mistake, line] of found) {
    expect(line, mistake).not.toMatch(/\n| at .*\.ts:|it was taken|Invalid |\bshort\b|undefined/)
    expect(line, mistake).toMatch(/\b[A-Z0-9]+_[A-Z0-9_]+\b|\b(HOST|PORT)\b|institutions\.csv/)
  }
  const page = `# Mistakes in the configuration

What is printed for each. \`server/start/mistakes.test.ts\` makes every one of them and writes this page. The portal then exits with code 1 and has changed
nothing; \`npm run check\` goes on to the next connection. Lines about settings begin with “The configuration is invalid.”, and name all mistakes at once.

| mistake | line |
|---|---|
${found.map(([mistake, line]) => `| ${mistake} | ${steady(line)} |`).join('\n')}
`
  await expect(page).toMatchFileSnapshot('../../docs/mistakes.md')
})
