import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'

const AGAIN_AFTER_MS = 500

/**
 * Counts the processes that hold another value; if there are none, this value is locked. One portal checks at
 * a time.
 */
const LOCK_IF_SAME = `
  with alone as materialized (select pg_advisory_xact_lock(hashtext('karyo same'))),
  others as materialized (
    select count(*)::int as count from alone, pg_locks
    where locktype = 'advisory' and granted and objsubid = 2
      and database = (select oid from pg_database where datname = current_database())
      and classid::bigint = hashtext($1)::bigint & 4294967295 and objid::bigint <> hashtext($2)::bigint & 4294967295
  )
  select count, case when count = 0 then pg_advisory_lock_shared(hashtext($1), hashtext($2)) end from others`

/**
 * Declares to all processes using the database that `what` is `value` here, on a connection that stays open
 * until `close` or the end of this process. Takes no lock if another process declares a different value; a
 * process that has just ended may still appear to.
 */
export async function lockSameValue(
  pool: pg.Pool,
  [what, value]: readonly [what: string, value: string],
  withinMs = 5_000,
): Promise<{ isLocked: boolean; close(): Promise<void> }> {
  let lockClient: pg.PoolClient | undefined
  let closed = false

  async function attempt(): Promise<boolean> {
    const client = await pool.connect()
    try {
      const { rows } = await client.query<{ count: number }>(LOCK_IF_SAME, [`karyo ${what}`, value])
      if (rows[0]?.count !== 0 || closed) {
        client.release(true)
        return false
      }
    } catch (error) {
      client.release(true)
      throw error
    }
    lockClient = client
    client.once('end', () => {
      client.release(true)
      void again(Number.POSITIVE_INFINITY)
    })
    return true
  }
  async function again(until: number): Promise<boolean> {
    while (!closed) {
      if (await attempt().catch(() => false)) return true
      if (Date.now() > until) return false
      await delay(AGAIN_AFTER_MS)
    }
    return false
  }
  const isLocked = (await attempt()) || (await again(Date.now() + withinMs))
  return {
    isLocked,
    async close() {
      closed = true
      lockClient?.removeAllListeners('end')
      lockClient?.release(true)
    },
  }
}
