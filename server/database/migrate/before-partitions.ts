import pg from 'pg'

const PARTED = ['order_event', 'audit_event']

/** Such a bound might pass before the migration is done: a new one is set. */
const TOO_SOON = "interval '1 month'"

interface Found {
  /** Null if there is no bound or it has passed. */
  isChecked: boolean | null
  isOld: boolean
  bound: string
}

/**
 * Checks ahead, while everybody can still write, what 0020-partitions.sql would otherwise have to read whole
 * tables for while writers wait: that all existing lines are older than the first quarter that will get a
 * partition. `locking` runs one statement that needs a brief lock. Does nothing if the tables do not exist
 * yet, or if this is already done.
 */
export async function beforePartitions(
  client: pg.ClientBase,
  locking: (statement: string) => Promise<void>,
): Promise<void> {
  for (const name of PARTED) {
    const { rows } = await client.query<Found>(
      `select k.convalidated as "isChecked",
         substring(pg_get_constraintdef(k.oid) from '''(.+)''')::timestamptz < now() + ${TOO_SOON} as "isOld",
         ((date_trunc('quarter', now() at time zone 'UTC') + interval '6 months') at time zone 'UTC')::text as bound
       from pg_class c left join pg_constraint k on k.conrelid = c.oid and k.conname = 'before_partitions'
       where c.oid = to_regclass('public.' || $1) and c.relkind = 'r'`,
      [name],
    )
    const [found] = rows
    if (!found) continue
    if (found.isOld) await locking(`alter table ${name} drop constraint before_partitions`)
    if (found.isOld || found.isChecked === null)
      await locking(
        `alter table ${name} add constraint before_partitions check (at < ${pg.escapeLiteral(found.bound)}) not valid`,
      )
    await client.query(`alter table ${name} validate constraint before_partitions`)
  }
}
