import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { prepareCluster } from '#server/database/embedded/cluster.ts'
import { freePort } from '#server/database/embedded/embedded.ts'
import { copyServer, followServer } from './base-backup.ts'
import { type Server, startServer, writeSettings } from './postgres.ts'

type Log = (line: string) => void

export interface Databases {
  /** For both servers, for DATABASE_URL. */
  url: string
  /** Both servers, whichever is the standby. */
  hosts: readonly string[]
  primary(): Server
  standby(): Server | undefined
  /** Resolves once a standby has everything before it is acknowledged. */
  synchronous(): Promise<void>
  stop(): Promise<void>
}

const NAMES = ['a', 'b'] as const
/** A primary that does not respond for this long is stopped, so that it cannot be a second one. */
const SILENT_MS = 5_000
const LOOK_EVERY_MS = 500

/**
 * A primary and a standby that has every transaction before it is acknowledged. When the primary stops or
 * becomes unresponsive, the standby is promoted and gets a new standby; until then commits are on one machine
 * only.
 */
export async function startDatabases(dir: string, log: Log): Promise<Databases> {
  const stateFile = path.join(dir, 'primary')
  const known = (await readFile(stateFile, 'utf8').catch(() => NAMES[0])).trim()
  const nodes = NAMES.map((name) => ({ name, dir: path.join(dir, name) }))
  const ports = [await freePort(), await freePort()]
  let current = Math.max(0, NAMES.indexOf(known as (typeof NAMES)[number]))
  let stopping = false
  let standby: Server | undefined
  let building: Promise<void> = Promise.resolve()

  const nodeOf = (index: number) => nodes[index] ?? { name: 'a', dir: path.join(dir, 'a') }
  const portOf = (index: number) => ports[index] ?? 0
  async function start(index: number): Promise<Server> {
    return startServer(nodeOf(index).dir, portOf(index), log)
  }

  /** If this was a standby's directory, its commits would wait for a standby that does not exist yet. */
  await writeSettings((await prepareCluster(nodeOf(current).dir)).data, {})
  let primary = await start(current)

  async function build(): Promise<void> {
    const other = 1 - current
    const slot = `standby_${nodeOf(other).name}`
    const copy = await copyServer(primary, nodeOf(other).dir, slot)
    await followServer(copy, primary, slot)
    const started = await start(other)
    standby = started
    void started.ended.then(() => restart(started, other))
    await waitFor(primary, "select 1 from pg_stat_replication where state = 'streaming'")
    await primary.ask("alter system set synchronous_standby_names = '*'")
    await primary.ask('select pg_reload_conf()')
    await waitFor(primary, "select 1 from pg_stat_replication where sync_state = 'sync'")
    log(`Database ${nodeOf(other).name} has everything that ${nodeOf(current).name} acknowledges`)
  }
  /** While it is down, the primary acknowledges nothing. */
  async function restart(ended: Server, index: number): Promise<void> {
    if (stopping || standby !== ended) return
    log('The standby ended; restarting it')
    const again = await start(index).catch(() => undefined)
    if (!again) return
    standby = again
    void again.ended.then(() => restart(again, index))
  }

  async function promote(): Promise<void> {
    await building.catch(() => undefined)
    const next = standby
    if (stopping) return
    if (!next) {
      log('The primary ended, and there is no standby; restarting it')
      primary = await start(current)
      return guard(primary)
    }
    standby = undefined
    log(`Database ${nodeOf(current).name} is gone; promoting ${nodeOf(1 - current).name}`)
    const begun = performance.now()
    await next.ask('select pg_promote(true, 60)', [], 60_000)
    current = 1 - current
    primary = next
    await writeFile(stateFile, nodeOf(current).name)
    log(`Database ${nodeOf(current).name} takes writes after ${Math.round(performance.now() - begun)} ms`)
    guard(primary)
    building = build()
    building.catch((error: Error) => log(`There is no standby: ${error.message}`))
  }

  function guard(server: Server): void {
    let answeredAt = performance.now()
    const look = setInterval(() => {
      server.ask('select 1', [], LOOK_EVERY_MS * 4).then(
        () => {
          answeredAt = performance.now()
        },
        () => {
          if (stopping || !standby || performance.now() - answeredAt < SILENT_MS) return
          log('The primary is silent; ending it')
          server.signal('SIGKILL')
        },
      )
    }, LOOK_EVERY_MS)
    void server.ended.then(() => {
      clearInterval(look)
      if (!stopping) promote().catch((error: Error) => log(`The standby was not promoted: ${error.message}`))
    })
  }

  await build()
  guard(primary)
  const { username, password } = new URL(primary.url)
  const hosts = [0, 1].map((index) => `127.0.0.1:${portOf(index)}`)
  return {
    url: `postgres://${username}:${password}@${hosts.join(',')}/postgres?target_session_attrs=read-write`,
    hosts,
    primary: () => primary,
    standby: () => standby,
    async synchronous() {
      await building
    },
    async stop() {
      stopping = true
      await building.catch(() => undefined)
      // The primary first, so that the standby receives its last records.
      for (const one of [primary, standby]) await one?.stop()
    },
  }
}

async function waitFor(server: Server, statement: string): Promise<void> {
  for (const until = Date.now() + 60_000; (await server.ask(statement)).length === 0; await delay(100))
    if (Date.now() > until) throw new Error(`The standby does not follow: ${statement}`)
}
