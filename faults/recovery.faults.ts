import { chown, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runRestore } from '#server/commands/restore.ts'
import { freePort } from '#server/database/embedded/embedded.ts'
import { migrate } from '#server/database/migrate/migrate.ts'
import { dumpDatabase } from '#server/testing/whole-database.ts'
import { report } from './broken/table.ts'
import { copyServer } from './cluster/base-backup.ts'
import { type Server, startServer, writeSettings } from './cluster/postgres.ts'

const SECRET = 'what-the-roles-passwords-are-made-of'
let root: string
let archive: string
const servers: Server[] = []

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'karyo-recovery-'))
  archive = path.join(root, 'archive')
  await mkdir(archive)
})
afterAll(async () => {
  for (const server of servers) await server.stop()
  await rm(root, { recursive: true, force: true })
})

async function start(dir: string): Promise<Server> {
  const server = await startServer(path.join(root, dir), await freePort(), () => undefined)
  servers.push(server)
  return server
}

/** As in docs/operating-reference.md: every completed log segment is copied away. */
async function startArchiving(): Promise<Server> {
  const made = await start('primary')
  await made.stop()
  const { data, account } = made.cluster
  if (account.uid !== undefined && account.gid !== undefined) await chown(archive, account.uid, account.gid)
  await writeSettings(data, {
    archive_mode: 'on',
    archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f`,
  })
  return start('primary')
}

/** Completes the current log segment, and waits until it is copied away. */
async function archived(server: Server): Promise<void> {
  const [piece] = await server.ask<{ name: string }>('select pg_walfile_name(pg_current_wal_lsn()) as name')
  await server.ask('select pg_switch_wal()')
  await expect.poll(() => readdir(archive), { timeout: 30_000 }).toContain(piece?.name)
}

test('a database is restored to the moment before a mistake', async () => {
  const primary = await startArchiving()
  await migrate(primary.url, SECRET)
  await primary.ask(`insert into institution (code, name) values ('A', 'Before the copy')`)
  const copy = await copyServer(primary, path.join(root, 'copy'), 'copied')
  await primary.ask(
    `insert into institution (code, name) select 'B' || n, 'After it' from generate_series(1, 1000) n`,
  )
  const good = await dumpDatabase(primary.url)
  const [moment] = await primary.ask<{ at: string }>('select clock_timestamp()::text as at')
  await primary.ask(`update institution set name = 'Everybody'`)
  await primary.ask('drop table orders cascade')
  await archived(primary)
  primary.signal('SIGKILL')
  await primary.ended

  const from = performance.now()
  await writeSettings(copy.data, {
    restore_command: `cp ${archive}/%f %p`,
    recovery_target_time: moment?.at ?? '',
    recovery_target_action: 'promote',
  })
  await writeFile(path.join(copy.data, 'recovery.signal'), '')
  const { uid, gid } = copy.account
  if (uid !== undefined && gid !== undefined)
    for (const name of ['recovery.signal', 'backup_label', 'postgresql.auto.conf'])
      await chown(path.join(copy.data, name), uid, gid)
  const recovered = await start('copy')
  const inRecovery = async () =>
    (await recovered.ask<{ is: boolean }>('select pg_is_in_recovery() as is'))[0]?.is
  await expect.poll(inRecovery, { timeout: 30_000 }).toBe(false)
  const seconds = (performance.now() - from) / 1000

  const { tables, rules } = await dumpDatabase(recovered.url)
  expect({ tables, rules }).toEqual({ tables: good.tables, rules: good.rules })
  expect(await recovered.ask('select name, count(*)::int from institution group by 1 order by 1')).toEqual([
    { name: 'After it', count: 1000 },
    { name: 'Before the copy', count: 1 },
  ])
  // No number that was given since comes back.
  const environment = { DATABASE_URL: recovered.url, KARYO_SECRET: SECRET, DATA_DIR: path.join(root, 'data') }
  expect(await runRestore(['--recovered'], environment, () => undefined)).toBe(0)
  const [numbers] = await recovered.ask<{ last: string }>('select last_value as last from orders_id_seq')
  expect(Number(numbers?.last)).toBeGreaterThan(1_000_000)
  // A portal's start has nothing to migrate, and writes continue.
  await migrate(recovered.url, SECRET)
  await recovered.ask(`insert into institution (code, name) values ('C', 'Afterwards')`)
  report('Back to the moment before a mistake', [
    {
      'after s': seconds.toFixed(1),
      tables: Object.keys(tables).length,
      'rows since the copy': 1000,
      'as they were': 'all',
    },
  ])
})
