import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import { sql } from 'kysely'
import type { Connection } from '../database/connection/connect.ts'
import type { RepeatingWork } from '../jobs/repeating.ts'

/** Request numbers of one client within one window that this process may use. */
interface NumberRange {
  next: number
  last: number
  /** By `performance.now()`: a machine's clock may be set back. */
  endsAt: number
}

/**
 * How many blocks make up a limit: a portal writes once for each block, and may leave that much of the limit
 * unused.
 */
const RANGES_PER_LIMIT = 40
/** The most clients remembered; beyond that the memory is cleared: the database has the counts. */
const MOST_REMEMBERED = 20_000

/** Reserves the next `size` numbers of `key`'s window, which begins with its first request. */
async function take({ db }: Connection, key: string, size: number, windowMs: number): Promise<NumberRange> {
  const { rows } = await sql<{ count: number; left: number }>`
    insert into rate_count as r (key, count, ends_at)
    values (${key}, ${size}, now() + ${windowMs} * interval '1 millisecond')
    on conflict (key) do update set
      count = case when r.ends_at <= now() then 0 else r.count end + excluded.count,
      ends_at = case when r.ends_at <= now() then excluded.ends_at else r.ends_at end
    returning count, extract(epoch from ends_at - now())::float * 1000 as left`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a request was not counted')
  return { next: row.count - size + 1, last: row.count, endsAt: performance.now() + row.left }
}

/**
 * Counts requests in the database, so that a limit applies across all portals using it. Numbers are reserved
 * by the block, so a request costs a fraction of a write, and all portals together never exceed the limit.
 * Once a limit is used up nothing more is written.
 */
export function sharedLimits(connection: Connection): FastifyRateLimitStoreCtor {
  const ranges = new Map<string, Promise<NumberRange>>()

  async function count(key: string, windowMs: number, max: number) {
    while (true) {
      const pending = ranges.get(key)
      const range = await pending
      const now = performance.now()
      if (range && now < range.endsAt && (range.next <= range.last || range.last >= max)) {
        const current = range.next
        range.next += 1
        return { current, ttl: range.endsAt - now }
      }
      // Of several requests that find the block used up, the first reserves the next one.
      if (ranges.get(key) !== pending) continue
      if (ranges.size >= MOST_REMEMBERED) ranges.clear()
      const taken = take(connection, key, Math.max(1, Math.floor(max / RANGES_PER_LIMIT)), windowMs)
      ranges.set(key, taken)
      taken.catch(() => {
        if (ranges.get(key) === taken) ranges.delete(key)
      })
    }
  }

  class Store implements FastifyRateLimitStore {
    private readonly of: string
    constructor(_options: unknown, of = '') {
      this.of = of
    }
    incr(...[key, callback, windowMs, max]: Parameters<FastifyRateLimitStore['incr']>): void {
      count(`${this.of} ${key}`, windowMs, max).then((result) => callback(null, result), callback)
    }
    child({ routeInfo, groupId }: Parameters<FastifyRateLimitStore['child']>[0] & Named): Store {
      // A group's name is part of the key.
      return new Store({}, groupId === undefined ? `${routeInfo?.method} ${routeInfo?.url}` : 'all')
    }
  }
  return Store
}

/** What the plugin passes for a route with a limit of its own. */
interface Named {
  routeInfo?: { method: string | string[]; url: string }
  groupId?: string
}

/** Deletes windows that are over. */
export function limitsWork({ db }: Connection): RepeatingWork {
  return {
    ...{ name: 'rate-limits', everySeconds: 600 },
    run: () => sql`delete from rate_count where ends_at < now()`.execute(db),
  }
}
