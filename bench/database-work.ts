import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'

export interface DatabaseWork {
  /** Processor time of all of PostgreSQL's processes, in ms. */
  milliseconds: number
  /** What was written to its log. */
  logBytes: number
}

/** The kernel counts time in hundredths of a second (USER_HZ), on every Linux. */
const TICK_MS = 10

/**
 * Returns how much a PostgreSQL on this machine has worked since it started, processes that have ended included. The
 * difference of two of these depends little on what else the machine does.
 */
export async function databaseWork(databaseUrl: string): Promise<DatabaseWork> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    const { rows } = await client.query<{ dir: string; lsn: string }>(
      "select current_setting('data_directory') as dir, pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::text as lsn",
    )
    const [{ dir, lsn } = { dir: '', lsn: '0' }] = rows
    const [postmaster = ''] = (await readFile(path.join(dir, 'postmaster.pid'), 'utf8')).split('\n')
    return { milliseconds: TICK_MS * (await ticksOf(postmaster)), logBytes: Number(lsn) }
  } finally {
    await client.end()
  }
}

/** What the postmaster's children used, those that it has waited for and those that run. */
async function ticksOf(postmaster: string): Promise<number> {
  const entries = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const stats = await Promise.all(
    entries.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)),
  )
  let ticks = 0
  for (const stat of stats) {
    if (stat === undefined) continue
    // The second field is the program's name in parentheses, which may contain anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [own, ended] = [Number(fields[11]) + Number(fields[12]), Number(fields[13]) + Number(fields[14])]
    if (fields[1] === postmaster) ticks += own
    if (stat.startsWith(`${postmaster} (`)) ticks += own + ended
  }
  return ticks
}
