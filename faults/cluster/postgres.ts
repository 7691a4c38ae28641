import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { type Cluster, prepareCluster, SUPERUSER } from '#server/database/embedded/cluster.ts'
import { launch, SETTINGS } from '#server/database/embedded/embedded.ts'
import { stopLeftover } from '#server/database/embedded/leftover.ts'
import { signal } from '#server/database/embedded/processes.ts'

type Log = (line: string) => void

/** One PostgreSQL of the cluster: unlike the portal's own embedded one, what is killed stays dead. */
export interface Server {
  /** Holds the data, and the superuser's password. */
  dir: string
  cluster: Cluster
  port: number
  /** Superuser's, on 127.0.0.1. */
  url: string
  /** Of the postmaster. */
  pid: number
  /** How it ended: the signal or the exit code. */
  ended: Promise<string>
  /** To the postmaster and all its processes, as when the machine loses its power. */
  signal(name: NodeJS.Signals): void
  /** As the superuser, on a connection of its own. */
  ask<T extends pg.QueryResultRow>(statement: string, values?: unknown[], withinMs?: number): Promise<T[]>
  /** Fast: breaks off what runs. */
  stop(): Promise<void>
}

/** Settings that ALTER SYSTEM changes later, or a standby's; those of an earlier start are forgotten. */
export async function writeSettings(data: string, settings: Record<string, string>): Promise<void> {
  const lines = Object.entries(settings).map(
    ([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`,
  )
  await writeFile(path.join(data, 'postgresql.auto.conf'), lines.join(''))
}

/** Starts what is in `dir`, which is made where there is nothing yet; `more` settings go before the usual ones. */
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
  // None outlives us, however we end.
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

/** Linux; elsewhere none: they notice by themselves that the postmaster is gone. */
function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}
