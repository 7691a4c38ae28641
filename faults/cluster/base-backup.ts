import { chown, copyFile, lchown, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { type Account, type Cluster, prepareCluster } from '#server/database/embedded/cluster.ts'
import { errorCode } from '#server/database/setup-error.ts'
import { type Server, writeSettings } from './postgres.ts'

/** Belongs to the running server rather than its data; the directories are needed empty. */
const NOT_COPIED = /^(postmaster\.(pid|opts)|pg_internal\.init.*|pgsql_tmp.*|postgresql\.auto\.conf)$/
const COPIED_EMPTY =
  /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)$/

async function copyTree(from: string, to: string, account: Account): Promise<void> {
  const { uid, gid } = account
  await mkdir(to, { recursive: true, mode: 0o700 })
  const own = async (file: string) => {
    if (uid !== undefined && gid !== undefined) await lchown(file, uid, gid)
  }
  await own(to)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (NOT_COPIED.test(entry.name)) continue
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)]
    if (entry.isDirectory()) {
      if (!COPIED_EMPTY.test(entry.name)) await copyTree(source, target, account)
      else {
        await mkdir(target, { mode: 0o700 })
        await own(target)
      }
      continue
    }
    // A table that was dropped meanwhile: the log records it.
    const copied = await copyFile(source, target).then(
      () => true,
      (error) => {
        if (errorCode(error) !== 'ENOENT') throw error
        return false
      },
    )
    if (copied) await own(target)
  }
}

/**
 * Copies a running server's data to `dir`, replacing its content, with PostgreSQL's low-level backup. The
 * copy becomes consistent with the log from `slot` on, which the server keeps for it.
 */
export async function copyServer(from: Server, dir: string, slot: string): Promise<Cluster> {
  const { account } = from.cluster
  const client = new pg.Client({ connectionString: from.url })
  await rm(dir, { recursive: true, force: true })
  await mkdir(dir, { recursive: true, mode: 0o700 })
  if (account.uid !== undefined && account.gid !== undefined) await chown(dir, account.uid, account.gid)
  await client.connect()
  try {
    await client.query(
      'select pg_drop_replication_slot(slot_name) from pg_replication_slots where not active',
    )
    await client.query('select pg_create_physical_replication_slot($1, true)', [slot])
    await client.query("select pg_backup_start('standby', true)")
    await copyTree(from.cluster.data, path.join(dir, 'data'), account)
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    await writeFile(path.join(dir, 'data', 'backup_label'), rows[0]?.labelfile ?? '')
    await writeFile(path.join(dir, 'password'), `${from.cluster.password}\n`, { mode: 0o600 })
  } finally {
    await client.end()
  }
  return prepareCluster(dir)
}

/** Turns a copy into a standby that follows `primary`. */
export async function followServer(copy: Cluster, primary: Server, slot: string): Promise<void> {
  const { username, password } = new URL(primary.url)
  await writeSettings(copy.data, {
    primary_conninfo: `host=127.0.0.1 port=${primary.port} user=${username} password=${password} application_name=${slot}`,
    primary_slot_name: slot,
  })
  const signal = path.join(copy.data, 'standby.signal')
  await writeFile(signal, '')
  const { uid, gid } = copy.account
  if (uid === undefined || gid === undefined) return
  for (const file of ['standby.signal', 'backup_label', 'postgresql.auto.conf'])
    await chown(path.join(copy.data, file), uid, gid)
}
