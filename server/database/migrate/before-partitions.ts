import pg from 'pg'

const PARTED = ['order_event', 'audit_event']

/** Such a bound is used up before the migration is surely done: another one is set. */
const TOO_SOON = "interval '1 month'"

interface Found {
  /** Null where there is none, or one that is used up. */
  isChecked: boolean | null
  isOld: boolean
  bound: string
}

/**
 * What 0020-partitions.sql would have to read whole tables for, while nobody could write to them, is read here, while
 * everybody can: that all lines of before are from before the first quarter of which there will be a partition. `locking`
 * runs one statement that needs a lock for a moment. Nothing is done where the tables are not there yet, or done already.
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
