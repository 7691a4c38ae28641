import { sql } from 'kysely'
import type { Connection } from '#server/database/connection/connect.ts'
import { IN } from './messages.ts'

/** After this many tries, the cause is no longer a temporary failure. */
const STUCK_TRIES = 5

export interface LaboratoryTroubles {
  /** Tried several times without an answer; the messages after them wait, too. */
  stuck: number
  /** Refused by the laboratory's system in the last seven days. */
  refused: number
  /** Refused by the portal in the last seven days, and not applied since. */
  refusedHere: number
  /** Stored in the last seven days but never processed, nor sent again since. */
  unread: number
}

/** Counts what needs attention on the operator's page. */
export async function laboratoryTroubles({ db }: Connection): Promise<LaboratoryTroubles> {
  const week = sql`now() - interval '7 days'`
  const { rows } = await sql<LaboratoryTroubles>`select
    (select count(*) from message_out where answered_at is null and tries >= ${STUCK_TRIES}) as stuck,
    (select count(*) from message_out
      where answered_at > ${week} and answer_code not in ('AA', 'CA', '')) as refused,
    (select count(*) from message_in m where m.received_at > ${week} and ${IN['refused-here']}) as "refusedHere",
    (select count(*) from message_in m
      where m.received_at between ${week} and now() - interval '1 minute' and m.outcome is null and not exists (
        select from message_in again where again.id > m.id and again.raw = m.raw and again.outcome is not null)
    ) as unread`.execute(db)
  const [row] = rows
  if (!row) throw new Error('counting gives a row')
  return row
}
