import { sql } from 'kysely'
import type { Connection } from '#server/database/connection/connect.ts'
import { IN } from './messages.ts'

/** From then on a message is no longer one that came at a bad moment. */
const STUCK_TRIES = 5

export interface LaboratoryTroubles {
  /** Tried several times and not answered: those behind it wait, too. */
  stuck: number
  /** Refused by the laboratory's system, of the last seven days. */
  refused: number
  /** Refused by us, of the last seven days, and not taken in since. */
  refusedHere: number
  /** Of the last seven days, stored as they came and never worked through, nor sent again since. */
  unread: number
}

/** What somebody has to look at on the operator's page, counted. */
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
