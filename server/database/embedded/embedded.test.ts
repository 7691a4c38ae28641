import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import postgres from 'postgres'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type EmbeddedDatabase, startEmbeddedPostgres } from './embedded.ts'
import { isRunning, waitUntilGone } from './processes.ts'

const ownerScript = path.resolve(import.meta.dirname, '../../testing/database-owner.ts')
let made: string
let root: string
let dir: string
let log: string[]
let cleanUp: (() => unknown)[]

beforeAll(async () => {
  made = await mkdtemp(path.join(tmpdir(), 'karyo-embedded-made-'))
  await (await startEmbeddedPostgres({ dir: path.join(made, 'database') })).stop()
})
afterAll(() => rm(made, { recursive: true, force: true }))

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'karyo-embedded-'))
  dir = path.join(root, 'database')
  log = []
  cleanUp = []
})
afterEach(async () => {
  for (const step of cleanUp.reverse()) await step()
  await rm(root, { recursive: true, force: true })
})

/** Copies a database that was already initialized: initializing one takes longer than everything else here. */
function afterFirstStart(): void {
  // Keeps the owner: when root runs the tests, the files belong to a user of their own.
  execFileSync('cp', ['-a', path.join(made, 'database'), dir])
}

async function start(): Promise<EmbeddedDatabase> {
  const database = await startEmbeddedPostgres({ dir, onLog: (line) => log.push(line) })
  cleanUp.push(() => database.stop())
  return database
}

async function query(url: string, statement: string): Promise<unknown[][]> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined })
  try {
    return await sql.unsafe(statement).values()
  } finally {
    await sql.end()
  }
}

/** A process that starts the database and is then killed without a chance to stop it. */
async function startAndKillOwner(): Promise<{ pid: number; url: string }> {
  const owner: ChildProcess = fork(ownerScript, [dir])
  const [started] = await once(owner, 'message')
  owner.kill('SIGKILL')
  await once(owner, 'exit')
  cleanUp.push(() => isRunning(started.pid) && process.kill(started.pid, 'SIGKILL'))
  return started
}

test('the first start creates a durable UTF-8 database with checksums that only this machine can reach', async () => {
  const { url } = await start()
  const settings = await query(
    url,
    `select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes',
       'data_checksums', 'checkpoint_timeout', 'max_wal_size', 'listen_addresses', 'unix_socket_directories', 'server_encoding', 'password_encryption')`,
  )
  expect(Object.fromEntries(settings)).toEqual({
    // seconds, and MB
    checkpoint_timeout: '900',
    max_wal_size: '1024',
    data_checksums: 'on',
    fsync: 'on',
    full_page_writes: 'on',
    listen_addresses: '127.0.0.1',
    password_encryption: 'scram-sha-256',
    server_encoding: 'UTF8',
    synchronous_commit: 'on',
    unix_socket_directories: '',
  })
  expect((await stat(path.join(dir, 'password'))).mode & 0o777).toBe(0o600)
  const wrong = url.replace(/:[^:@]+@/, ':wrong@')
  await expect(query(wrong, 'select 1')).rejects.toThrow('password authentication failed')
})

test('stop ends the process, and the second start finds the data', async () => {
  afterFirstStart()
  const first = await start()
  const pid = first.pid()
  await query(first.url, 'create table kept as select 42 as answer')
  await first.stop()
  await expect(first.exited).resolves.toBeUndefined()
  expect(pid && isRunning(pid)).toBe(false)

  const second = await start()
  expect(await query(second.url, 'select answer from kept')).toEqual([[42]])
})

test('a killed database process is restarted at the same address, with its data', async () => {
  afterFirstStart()
  const database = await start()
  const pid = database.pid() ?? 0
  await query(database.url, 'create table kept as select 42 as answer')
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => database.pid() ?? pid).not.toBe(pid)
  expect(await query(database.url, 'select answer from kept')).toEqual([[42]])
  expect(log).toContain('The database process ended (SIGKILL); restarting it')
})

test('a start after the owner was killed ends the database process left behind, and finds the data', async () => {
  afterFirstStart()
  const left = await startAndKillOwner()
  expect(isRunning(left.pid)).toBe(true)
  await query(left.url, 'create table kept as select 42 as answer')

  const database = await start()
  expect(isRunning(left.pid)).toBe(false)
  expect(log).toEqual([`Stopping the database process ${left.pid} left by an earlier start`])
  expect(await query(database.url, 'select answer from kept')).toEqual([[42]])
})

test('a start after owner and database were killed recovers', async () => {
  afterFirstStart()
  const left = await startAndKillOwner()
  await query(left.url, 'create table kept as select 42 as answer')
  process.kill(left.pid, 'SIGKILL')
  await waitUntilGone(left.pid, 50_000)
  expect(await query((await start()).url, 'select answer from kept')).toEqual([[42]])
})

test('a pid file that names some other process is ignored', async () => {
  afterFirstStart()
  const data = path.join(dir, 'data')
  await writeFile(path.join(data, 'postmaster.pid'), `${process.pid}\n${data}\n`)
  expect(await query((await start()).url, 'select 1')).toEqual([[1]])
})

test('a copy of a running database starts beside it and leaves the original alone', async () => {
  afterFirstStart()
  const original = await start()
  const pid = original.pid()
  const copy = path.join(root, 'copy')
  await query(original.url, 'checkpoint')
  await cp(dir, copy, { recursive: true, filter: (file) => !file.includes('pgsql_tmp') })
  if (process.getuid?.() === 0) await giveTo(copy, dir)
  const second = await startEmbeddedPostgres({ dir: copy })
  cleanUp.push(() => second.stop())
  expect(await query(second.url, 'select 1')).toEqual([[1]])
  expect(original.pid()).toBe(pid)
})

test('an interrupted initialization is repeated from scratch', async () => {
  await mkdir(path.join(dir, 'data.new', 'base'), { recursive: true })
  await writeFile(path.join(dir, 'data.new', 'PG_VERSION'), '18\n')
  expect(await query((await start()).url, 'select 1')).toEqual([[1]])
})

test('data of a newer PostgreSQL is refused with a one-line message', async () => {
  afterFirstStart()
  await writeFile(path.join(dir, 'data', 'PG_VERSION'), '99\n')
  await expect(start()).rejects.toThrow(
    /^The database in .* was created by a newer version of PostgreSQL \(99, .*$/,
  )
  expect(await readFile(path.join(dir, 'data', 'PG_VERSION'), 'utf8')).toBe('99\n')
})

test('an unusable directory is refused with a one-line message', async () => {
  await writeFile(dir, 'a file')
  await expect(start()).rejects.toThrow(
    /^The database directory .*: it is a file: choose another directory$|a part of the path is a file/,
  )
})

test.skipIf(process.getuid?.() === 0)(
  'a directory without permission is refused with a one-line message (not as root)',
  async () => {
    await mkdir(dir, { mode: 0o500 })
    await expect(start()).rejects.toThrow(/permission denied: give this user read and write access$/)
  },
)

async function giveTo(target: string, like: string): Promise<void> {
  const { uid, gid } = await stat(like)
  execFileSync('chown', ['-R', `${uid}:${gid}`, target])
}
