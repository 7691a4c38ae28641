import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { type Cluster, prepareCluster, SUPERUSER } from '#server/database/embedded/cluster.ts'
import { launch, SETTINGS } from '#server/database/embedded/embedded.ts'
import { stopLeftover } from '#server/database/embedded/leftover.ts'
import { signal } from '#server/database/embedded/processes.ts'

type Log = (line: string) => void

/**
 * One PostgreSQL server of the cluster. Unlike the portal's embedded one, it is not restarted when killed.
 */
export interface Server {
  /** Contains the data, and the superuser's password. */
  dir: string
  cluster: Cluster
  port: number
  /** The superuser's URL, on 127.0.0.1. */
  url: string
  /** Process ID of the postmaster. */
  pid: number
  /** Resolves to the signal or exit code that ended it. */
  ended: Promise<string>
  /** Signals the postmaster and all its processes, as in a power failure. */
  signal(name: NodeJS.Signals): void
  /** Runs a statement as the superuser, on its own connection. */
  ask<T extends pg.QueryResultRow>(statement: string, values?: unknown[], withinMs?: number): Promise<T[]>
  /** Fast shutdown: aborts what is running. */
  stop(): Promise<void>
}

/** Settings that ALTER SYSTEM changes later, or a standby's; replaces those of an earlier start. */
export async function writeSettings(data: string, settings: Record<string, string>): Promise<void> {
  const lines = Object.entries(settings).map(
    ([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`,
  )
  await writeFile(path.join(data, 'postgresql.auto.conf'), lines.join(''))
}

/** Starts the cluster in `dir`, which is created if missing; `more` settings precede the usual ones. */
export async function startServer(
  dir: string,
  port: number,
  log: Log,
  more: Record<string, string> = {},
): Promise<Server> {
  const cluster = await prepareCluster(dir)
  await stopLeftover(cluster.data, log)
  const settings = {
    ...SETTINGS,
    port: String(port),
    wal_sender_timeout: '5s',
    wal_receiver_timeout: '5s',
    ...more,
  }
  const { child, ended } = await launch(cluster, settings, () => undefined)
  // No server outlives this process, however it ends.
  process.once('exit', () => child.kill('SIGQUIT'))
  const url = `postgres://${SUPERUSER}:${cluster.password}@127.0.0.1:${port}/postgres`
  return {
    ...{ dir, cluster, port, url, pid: child.pid ?? 0, ended },
    signal(name) {
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
      for (const pid of [child.pid, ...childrenOf(child.pid)]) signal(pid, name)
    },
    async ask(statement, values = [], withinMs = 10_000) {
      const client = new pg.Client({
        connectionString: url,
        ...{ connectionTimeoutMillis: withinMs, query_timeout: withinMs },
      })
      client.on('error', () => undefined)
      try {
        await client.connect()
        return (await client.query(statement, values)).rows
      } finally {
        void client.end().catch(() => undefined)
        setTimeout(() => client.connection.stream.destroy(), 500).unref()
      }
    },
    async stop() {
      child.kill('SIGINT')
      const last = setTimeout(() => child.kill('SIGQUIT'), 10_000)
      await ended
      clearTimeout(last)
    },
  }
}

/** Linux only; elsewhere they notice by themselves that the postmaster is gone. */
function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}
