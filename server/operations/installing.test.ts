import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import pg from 'pg'
import { describe, expect, inject, test } from 'vitest'
import { makeAuthority } from '#adapters/hl7/testing/certificates.ts'
import { brand } from '#server/testing/brand.ts'
import { FILES_MISSING } from '../commands/backup.ts'
import { checkServer } from '../database/check-server.ts'
import { clientConfig } from '../database/connection/hosts.ts'
import { DATABASE_ROLES } from '../database/roles.ts'
import { brandOf } from '../start/brand.ts'
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

describe('[OPS-13] each step of docs/installing.md', () => {
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
    const production = { ...environment, NODE_ENV: 'production', DATA_DIR: '/var/lib/karyo' }
    expect(() => readConfig(production, { toStart: true })).toThrow('KARYO_SECRET: is that of deploy')
    const own = {
      ...{ ...production, KARYO_SECRET: 'a-secret-that-somebody-has-chosen-well' },
      DATABASE_URL: environment.DATABASE_URL.replace('choose-one', 'chosen'),
      KARYO_SMTP_URL: environment.KARYO_SMTP_URL.replace('password', 'chosen'),
    }
    const config = readConfig(own, { toStart: true })
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
      // Or it is written by a command of the page.
      for (const [name = ''] of page.matchAll(/karyo-?\w*\.(?:service|timer|env)\b/g))
        if (!page.includes(`>/etc/systemd/system/${name}`)) expect(units, name).toContain(name)
    })

    test('old backups are deleted once there is a new one, but the newest that has all files stays while some are lost', async () => {
      const text = await readFile('deploy/systemd/karyo-backup.service', 'utf8')
      const dir = await mkdtemp(path.join(tmpdir(), 'karyo-backups-'))
      // As systemd reads it: `$$` is a dollar, `%%` a percent sign, and the quotes are gone.
      const scriptOf = (line: string) => {
        const [, quoted = ''] = new RegExp(`^${line}=/bin/sh -c '(.*)'$`, 'm').exec(text) ?? []
        return quoted.replaceAll('$$', '$').replaceAll('%%', '%').replaceAll('/var/lib/karyo-backups', dir)
      }
      const program = path.join(dir, 'node_modules/node/bin/node')
      const env = { PATH: process.env.PATH, STATE_DIRECTORY: dir }
      const names = async () => (await readdir(dir)).filter((name) => name.startsWith('karyo-')).sort()
      /** Archives of so many days ago, and a run that ends like this. */
      const left = async (days: Record<string, number>, EXIT_CODE: string, EXIT_STATUS: string) => {
        for (const name of await names()) await rm(path.join(dir, name))
        for (const [name, ago] of Object.entries(days)) {
          const made = new Date(Date.now() - ago * 24 * 3_600_000)
          await writeFile(path.join(dir, name), '')
          await utimes(path.join(dir, name), made, made)
        }
        await run('/bin/sh', ['-c', scriptOf('ExecStopPost')], { env: { ...env, EXIT_CODE, EXIT_STATUS } })
        return names()
      }
      const [older, old, oldPartial, recent] = [
        'karyo-a.tar.gz',
        'karyo-b.tar.gz',
        'karyo-c-lacking.tar.gz',
        'karyo-d-lacking.tar.gz',
      ] as const
      const lost = { [older]: 40, [old]: 30, [oldPartial]: 20, [recent]: 0 }
      try {
        const missing = String(FILES_MISSING)
        expect(await left(lost, 'exited', missing)).toEqual([old, recent])
        expect(await left({ ...lost, [old]: 3 }, 'exited', missing)).toEqual([old, recent])
        expect(await left({ [oldPartial]: 20, [recent]: 0 }, 'exited', missing)).toEqual([recent])
        expect(await left({ ...lost, 'karyo-e.tar.gz': 0 }, 'exited', '0')).toEqual([
          recent,
          'karyo-e.tar.gz',
        ])
        for (const [code, status] of [
          ['exited', '1'],
          ['killed', 'KILL'],
          ['killed', '0'],
          ['', ''],
        ] as const)
          expect(await left(lost, code, status), status).toEqual(Object.keys(lost))

        // What was written is marked, and the unit fails with the program's own code.
        await mkdir(path.dirname(program), { recursive: true })
        await writeFile(program, '#!/bin/sh\n[ "$WRITES" = no ] || : >"$2"\nexit "$STATUS"\n', {
          mode: 0o755,
        })
        for (const [STATUS, WRITES, name] of [
          ['0', 'yes', [/^karyo-\d{4}-\d\d-\d\d-\d{4}\.tar\.gz$/]],
          [missing, 'yes', [/^karyo-\d{4}-\d\d-\d\d-\d{4}-lacking\.tar\.gz$/]],
          ['1', 'no', []],
        ] as const) {
          for (const one of await names()) await rm(path.join(dir, one))
          const code = await run('/bin/sh', ['-c', scriptOf('ExecStart')], {
            ...{ cwd: dir, env: { ...env, STATUS, WRITES } },
          }).then(
            () => 0,
            (error: { code: number }) => error.code,
          )
          expect([String(code), await names()]).toEqual([
            STATUS,
            name.map((one) => expect.stringMatching(one)),
          ])
        }
      } finally {
        await rm(dir, { recursive: true, force: true })
      }
      // The unit still fails: the code is not one that systemd is told to take for success.
      expect(text).not.toMatch(/^SuccessExitStatus=|^ExecStart=-/m)
    })

    test('are understood by systemd, and leave little to attack', async ({ skip }) => {
      if (!(await hasSystemd())) skip()
      const dir = await mkdtemp(path.join(tmpdir(), 'karyo-units-'))
      try {
        for (const unit of units) {
          const text = await readFile(`deploy/systemd/${unit}`, 'utf8')
          await writeFile(path.join(dir, unit), text.replaceAll('/opt/karyo', process.cwd()))
        }
        const files = units
          .filter((name) => /\.(service|timer)$/.test(name))
          .map((name) => path.join(dir, name))
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

  test('PostgreSQL of this system is had as the table says', async ({ skip }) => {
    const release = await readFile('/etc/os-release', 'utf8').catch(() => '')
    const releaseOf = (name: string) => new RegExp(`^${name}="?([^"\n]*)`, 'm').exec(release)?.[1] ?? ''
    const system = `${releaseOf('NAME').split(/[ /]/)[0]} ${releaseOf('VERSION_ID')}`
    const row = tableOf('| system | get it by |').find(([systems = '']) => systems.includes(system))
    const candidate = await run('apt-cache', ['policy', 'postgresql']).catch(() => ({ stdout: '' }))
    const major = Number(/Candidate: (\d+)/.exec(candidate.stdout)?.[1])
    if (!row || !major) return skip()
    const [, how = ''] = row
    // Its own packages if they are new enough; else a package of its own says how to add those of PostgreSQL.
    if (how.startsWith('apt-get install postgresql (')) expect(major).toBeGreaterThanOrEqual(16)
    else {
      expect(major).toBeLessThan(16)
      const [, name = ''] = /apt-get install (postgresql-common)/.exec(how) ?? []
      expect((await run('apt-cache', ['show', name])).stdout).toContain(`Package: ${name}`)
    }
  })

  test('its user and folders are as the page’s commands make them', async ({ skip }) => {
    const commands = codeIn('sh').find((code) => code.startsWith('adduser')) ?? ''
    const dir = await mkdtemp(path.join(tmpdir(), 'karyo-root-'))
    try {
      // A mount of its own: the system's users stay as they are.
      await run('cp', ['-a', '/etc/passwd', '/etc/group', dir])
      const script = `set -e
      mkdir ${dir}/etc && cp -a /etc/. ${dir}/etc 2>/dev/null || true
      mount --bind ${dir}/etc /etc
      ${commands}
      getent passwd karyo; stat -c '%a %U %G' /etc/karyo /etc/karyo/karyo.env`
      const done = await run('unshare', ['--mount', 'sh', '-c', script]).catch((error) => {
        if (/unshare|not permitted|not found|only root/i.test(String(error))) return null
        throw error
      })
      if (!done) return skip()
      const lines = done.stdout.trim().split('\n')
      expect(lines.slice(-2)).toEqual(['750 root karyo', '640 root karyo'])
      const [name, , , , , home, shell] = lines.find((line) => line.startsWith('karyo:'))?.split(':') ?? []
      expect({ name, home, shell }).toEqual({
        name: 'karyo',
        home: '/var/lib/karyo',
        shell: '/usr/sbin/nologin',
      })
    } finally {
      await rm(dir, { recursive: true, force: true })
    }
  })

  test('the timers run when the page says', async () => {
    const section = page.split('\n## Timers\n')[1]?.split('\n## ')[0] ?? ''
    for (const [unit, time] of [
      ['karyo-backup.timer', /backup runs at (\d\d:\d\d)/],
      ['karyo-audit.timer', /audit trail is verified at (\d\d:\d\d)/],
    ] as const) {
      const text = await readFile(`deploy/systemd/${unit}`, 'utf8')
      expect(text).toContain(`OnCalendar=*-*-* ${time.exec(section)?.[1]}:00\n`)
      expect(section).toContain(unit)
    }
  })

  test('an authority of one’s own is trusted by the two ways that the page names', async () => {
    const dir = await mkdtemp(path.join(tmpdir(), 'karyo-authority-'))
    const authority = await makeAuthority('An Authority Of Our Own')
    const { cert, key } = await authority.certify('localhost')
    const server = createServer({ cert, key }, (_request, reply) => reply.end('here')).listen(0, 'localhost')
    try {
      await once(server, 'listening')
      const file = path.join(dir, 'authorities.pem')
      await writeFile(file, authority.ca)
      const { port } = server.address() as AddressInfo
      const ask = `fetch('https://localhost:${port}').then((r) => r.text()).then(console.log, (e) => console.log(e.cause.code))`
      const answerWith = async (environment: NodeJS.ProcessEnv) =>
        (await run(process.execPath, ['-e', ask], { env: environment })).stdout.trim()
      expect(page).toContain('`NODE_EXTRA_CA_CERTS=/etc/karyo/authorities.pem`')
      expect(await answerWith({})).toMatch(/SELF_SIGNED|UNABLE_TO/)
      expect(await answerWith({ NODE_EXTRA_CA_CERTS: file })).toBe('here')
      const [url = ''] = /postgres:\/\/\S+sslrootcert=\S+?(?=`)/.exec(page) ?? []
      const { ssl } = clientConfig(url.replace('/etc/karyo/authorities.pem', file))
      expect(ssl).toMatchObject({ ca: authority.ca })
    } finally {
      server.close()
      await rm(dir, { recursive: true, force: true })
    }
  })

  test('the brand is copied and changed by the page’s commands, and is the one that the portal reads', async () => {
    const dir = await mkdtemp(path.join(tmpdir(), 'karyo-brand-'))
    try {
      const named = codeIn('sh').flatMap((code) =>
        code.split('\n').filter((line) => / \/etc\/karyo\/brand/.test(line)),
      )
      expect(named).toHaveLength(2)
      for (const command of named) await run('sh', ['-c', command.replaceAll('/etc/karyo', dir)])
      const [, KARYO_BRAND_DIR = ''] =
        /^KARYO_BRAND_DIR=(.*)$/m.exec(await readFile('deploy/systemd/karyo.env', 'utf8')) ?? []
      const read = brandOf({
        ...{ KARYO_BRAND_DIR: KARYO_BRAND_DIR.replace('/etc/karyo', dir), KARYO_COUNSELING: 'on' },
      })
      expect(read.brand).toEqual({ ...brand, name: 'Quay Genetics' })
      expect(read.terms.introduction.join()).toContain('“Quay Genetics”')
    } finally {
      await rm(dir, { recursive: true, force: true })
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
})
