import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import type { Connection } from './connection/connect.ts'
import type { PlanKeeping } from './connection/plan-keeping.ts'
import { DATABASE_ROLES } from './roles.ts'

const CHANNEL = 'upgrade'
const [BEGINS, ENDS] = ['begins', 'ends']

/** One that is told later has the requests that use a plan which is no longer right refused, once for each connection. */
const TOLD_WITHIN_MS = 1000

/**
 * Runs `work`, which changes tables, while the portals that use the database keep no plans: PostgreSQL refuses a plan
 * kept of `select *` once the table has another column. `client` must not be in a transaction.
 */
export async function whileNoPlansAreKept(client: pg.ClientBase, work: () => Promise<void>): Promise<void> {
  const { rowCount: portals } = await client.query(
    'select from pg_stat_activity where datname = current_database() and usename = any($1) limit 1',
    [DATABASE_ROLES],
  )
  if (portals === 0) return work()
  const tell = (what: string | undefined) => client.query('select pg_notify($1, $2)', [CHANNEL, what])
  await tell(BEGINS)
  await delay(TOLD_WITHIN_MS)
  try {
    await work()
  } finally {
    // What failed may have left its transaction open, or lost the connection: then the portals resume by themselves.
    await client
      .query('rollback')
      .then(() => tell(ENDS))
      .catch(() => undefined)
  }
}

/** Keeps no plans during an upgrade, which another process makes. */
export function followUpgrades(
  connection: Pick<Connection, 'listen'>,
  planKeeping: PlanKeeping,
): ReturnType<Connection['listen']> {
  const onMessage = (what: string) => (what === BEGINS ? planKeeping.pause() : planKeeping.resume())
  // The end of an upgrade may have been missed.
  return connection.listen({ [CHANNEL]: onMessage }, () => planKeeping.resume())
}
