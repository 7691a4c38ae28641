import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import pg from 'pg'
import { describe, expect, inject, test } from 'vitest'
import { checkServer } from '../database/check-server.ts'
import { clientConfig } from '../database/connection/hosts.ts'
import { DATABASE_ROLES } from '../database/roles.ts'
import { readConfig } from '../start/config.ts'

// docs/installing.md, whose steps are run as they stand: only names, ports and folders are the test's own.

const run = promisify(execFile)
const page = await readFile('docs/installing.md', 'utf8')
/** The page's code in a language, in its order. */
const codeIn = (language: string) =>
  [...page.matchAll(new RegExp('```' + language + '\\n(.*?)```', 'gs'))].map(([, code = '']) => code)
/** The rows of the table with this heading, without code's marks. */
const tableOf = (heading: string) => {
  const [, rows = ''] = page.split(`\n${heading}\n`)
  return rows
    .split('\n\n')[0]
    ?.split('\n')
    .slice(1)
    .map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.replaceAll('`', '').trim()),
    ) as string[][]
}
const units = await readdir('deploy/systemd')

test('the database that the page creates can hold a portal', async () => {
  const [statements = ''] = codeIn('sql')
  const name = `installed_${process.pid}`
  const own = statements.replaceAll('karyo_owner', name).replaceAll('database karyo ', `database ${name} `)
  const address = new URL(inject('clusterUrl'))
  const administrator = new pg.Client({ connectionString: address.href })
  await administrator.connect()
  try {
    // One at a time: a database is not created in a transaction.
    for (const statement of own.split(';').filter((one) => one.trim())) await administrator.query(statement)
    // The test's server has Karyo's roles already, of another owner.
    await administrator.query(`grant ${DATABASE_ROLES.join(', ')} to ${name} with admin option`)
    Object.assign(address, { username: name, password: 'choose-one', pathname: name })
    const owner = new pg.Client({ connectionString: address.href })
    await owner.connect()
    expect(await checkServer(owner, address.href)).toContain(`The database is ${name}`)
    await owner.end()
  } finally {
    await administrator.query(`drop database if exists ${name}`)
    await administrator.query(`drop role if exists ${name}`)
    await administrator.end()
  }
})

test('sslmode does what the page says', () => {
  const sslOf = (mode: string) =>
    clientConfig(`postgres://karyo_owner:secret@db1.test/karyo${mode && `?sslmode=${mode}`}`).ssl
  const rows = tableOf("| `sslmode` | encrypted | the server's certificate |")
  expect(rows.map(([mode]) => mode)).toEqual(['verify-full', 'no-verify', 'disable'])
  for (const [mode = '', encrypted] of rows) expect(Boolean(sslOf(mode)), mode).toBe(encrypted === 'yes')
  expect(Boolean(sslOf(''))).toBe(false)
  expect(sslOf('no-verify')).toMatchObject({ rejectUnauthorized: false })
  for (const mode of ['verify-full', 'prefer', 'require', 'verify-ca'])
    expect(sslOf(mode), mode).not.toHaveProperty('rejectUnauthorized')
})

test('the environment file starts a production once its names and secrets are yours', async () => {
  const text = await readFile('deploy/systemd/karyo.env', 'utf8')
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'))
  const environment = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)))
  const config = readConfig(
    { ...environment, NODE_ENV: 'production', DATA_DIR: '/var/lib/karyo' },
    { toStart: true },
  )
  expect(config).toMatchObject({ production: true, demo: false, KARYO_HL7_PORT: 2576 })
})

describe('the units', () => {
  const hasSystemd = () =>
    run('systemd-analyze', ['--version']).then(
      () => true,
      () => false,
    )

  test('start programs that exist, in the folders and as the user that the page names', async () => {
    for (const unit of units.filter((name) => name.endsWith('.service'))) {
      const text = await readFile(`deploy/systemd/${unit}`, 'utf8')
      expect(text, unit).toContain('User=karyo\n')
      for (const [, program = ''] of text.matchAll(/(server\/\S+\.ts)/g)) await access(program)
      for (const [, folder = ''] of text.matchAll(/^(?:StateDirectory|CacheDirectory)=(.*)$/gm))
        expect(
          [`/var/lib/${folder}`, `/var/cache/${folder}`].some((one) => page.includes(`\`${one}\``)),
          folder,
        ).toBe(true)
    }
    for (const [name = ''] of page.matchAll(/karyo-?\w*\.(?:service|timer|env)\b/g))
      if (!name.startsWith('karyo*')) expect(units, name).toContain(name)
  })

  test('are understood by systemd, and leave little to attack', async ({ skip }) => {
    if (!(await hasSystemd())) skip()
    const dir = await mkdtemp(path.join(tmpdir(), 'karyo-units-'))
    try {
      for (const unit of units) {
        const text = await readFile(`deploy/systemd/${unit}`, 'utf8')
        await writeFile(path.join(dir, unit), text.replaceAll('/opt/karyo', process.cwd()))
      }
      const files = units.filter((name) => !name.endsWith('.env')).map((name) => path.join(dir, name))
      const { stderr } = await run('systemd-analyze', ['verify', '--man=no', ...files])
      expect(stderr.split('\n').filter((line) => line.includes(dir))).toEqual([])
      // The share of 10 that is left open; systemd calls it OK from 1 to 4.
      for (const file of files.filter((name) => name.endsWith('.service')))
        await run('systemd-analyze', ['security', '--offline=true', '--threshold=25', '--no-pager', file])
    } finally {
      await rm(dir, { recursive: true, force: true })
    }
  })
})

test('the page has the columns of the catalogue’s required files', async () => {
  const rows = tableOf('| file | columns |')
  expect(rows.length).toBeGreaterThanOrEqual(9)
  for (const [file = '', columns = ''] of rows) {
    const [header = ''] = (await readFile(`data/catalogue/${file}`, 'utf8'))
      .replace('\uFEFF', '')
      .split(/\r?\n/)
    expect(columns.split(', '), file).toEqual(header.split(','))
  }
})

test('the simulated laboratory starts by itself with the page’s command', async () => {
  const command = codeIn('sh').find((code) => code.includes('simulators/laboratory')) ?? ''
  const dir = await mkdtemp(path.join(tmpdir(), 'karyo-laboratory-'))
  const own = command.replace('/tmp/laboratory', dir).replace('KARYO_SIM_PORT=2575', 'KARYO_SIM_PORT=0')
  expect(own).not.toBe(command)
  const laboratory = spawn('/bin/sh', ['-c', `exec env ${own}`], { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const lines = createInterface(laboratory.stdout)[Symbol.asyncIterator]()
    const { value: line } = await lines.next()
    expect(line).toMatch(/^Simulated laboratory: listening for orders on 127\.0\.0\.1:\d+$/)
  } finally {
    if (laboratory.exitCode === null && laboratory.kill('SIGTERM')) await once(laboratory, 'exit')
    await rm(dir, { recursive: true, force: true })
  }
})
