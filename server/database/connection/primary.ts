import { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

export interface Host {
  host: string
  port: number
}

export interface Follower {
  /** A connection to the primary as of now, for the driver to open; `config` says as whom to ask who that is. */
  socket(config: pg.ClientConfig): Socket
}

/** How often the hosts are asked while there are connections, and how long one may take to answer. */
const WATCH_MS = 2_000
const ANSWERS_WITHIN_MS = 3_000
/** How long the others may take once one has said that it takes writes. */
const OTHERS_WITHIN_MS = 300
/** So often in a row nobody may take writes before the connections that stand are given up. */
const PATIENCE = 2

/** Of one that takes writes the timeline (a promotion begins a new one), else why it does not. */
type Answer = { host: Host; timeline: number } | { host: Host; why: string }

async function queryHost(host: Host, config: pg.ClientConfig): Promise<Answer> {
  const { stream: _, ...same } = config
  const client = new pg.Client({
    ...{ ...same, ...host },
    ...{ connectionTimeoutMillis: ANSWERS_WITHIN_MS, query_timeout: ANSWERS_WITHIN_MS },
    application_name: 'karyo_which_primary',
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ timeline: number | null }>(`
      select case when not pg_is_in_recovery()
        then ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer end as timeline`)
    const timeline = rows[0]?.timeline ?? null
    return timeline === null ? { host, why: 'is a standby' } : { host, timeline }
  } catch (error) {
    return { host, why: error instanceof Error ? error.message || String(error) : String(error) }
  } finally {
    // One that is frozen would not be ended otherwise.
    void client.end().catch(() => undefined)
    setTimeout(() => client.connection.stream.destroy(), 500).unref()
  }
}

/**
 * The host that takes writes; of several the one that was promoted last, as an old primary that comes back takes them
 * too. Throws an error that counts as a database that is away.
 */
async function choose(hosts: readonly Host[], config: pg.ClientConfig): Promise<Host> {
  const answers: Answer[] = []
  const queries = hosts.map(async (host) => {
    const answer = await queryHost(host, config)
    answers.push(answer)
    if ('why' in answer) throw new Error(answer.why)
  })
  // Nobody waits long for a machine that is off while another one serves.
  const enough = Promise.any(queries).then(() => delay(OTHERS_WITHIN_MS))
  await Promise.race([Promise.allSettled(queries), enough]).catch(() => Promise.allSettled(queries))
  const [latest] = answers
    .filter((answer) => 'timeline' in answer)
    .toSorted((one, other) => other.timeline - one.timeline)
  if (latest) return latest.host
  const reasons = answers.map((one) => `${one.host.host}:${one.host.port}: ${'why' in one ? one.why : ''}`)
  // The code is PostgreSQL's cannot_connect_now.
  throw Object.assign(new Error(`No database takes writes (${reasons.join('; ')})`), { code: '57P03' })
}

/**
 * Follows the primary among `hosts`: whenever it is another one, or is silent, connections to the former are broken
 * off, so that nobody waits for a machine that is gone without a word.
 */
export function followPrimary(hosts: readonly Host[]): Follower {
  const open = new Map<Socket, Host>()
  let chosen: Promise<Host> | undefined
  let lastConfig: pg.ClientConfig | undefined
  let watching = false
  let missed = 0

  function primary(config: pg.ClientConfig): Promise<Host> {
    lastConfig = config
    if (chosen) return chosen
    const choice = choose(hosts, config)
    chosen = choice
    choice.catch(() => forget(choice))
    return choice
  }
  function forget(choice: Promise<Host> | undefined): void {
    if (chosen === choice) chosen = undefined
  }
  function breakOff(but: Host | null): void {
    for (const [socket, host] of open) if (host !== but) socket.destroy()
  }

  async function watch(): Promise<void> {
    if (watching || !lastConfig || open.size === 0) return
    watching = true
    try {
      const now = await choose(hosts, lastConfig)
      missed = 0
      chosen = Promise.resolve(now)
      breakOff(now)
    } catch {
      missed += 1
      if (missed < PATIENCE) return
      chosen = undefined
      breakOff(null)
    } finally {
      watching = false
    }
  }
  setInterval(() => void watch(), WATCH_MS).unref()

  return {
    socket(config) {
      const socket = new Socket()
      const connect = socket.connect.bind(socket)
      // The driver names the first host; where to is known once somebody was asked.
      socket.connect = () => {
        const choice = primary(config)
        choice.then(
          (host) => {
            if (socket.destroyed) return
            open.set(socket, host)
            socket.once('close', () => {
              open.delete(socket)
              forget(choice)
            })
            connect(host)
          },
          (error: Error) => socket.destroy(error),
        )
        return socket
      }
      return socket
    },
  }
}
