import { type Kysely, sql } from 'kysely'
import type { EhrOutcome } from '#server/database/schema/ehr-tables.ts'
import type { Tables } from '#server/database/schema/tables.ts'
import type { QueuedMessage } from './queue.ts'

type Db = Kysely<Tables>
type OfReport = Pick<QueuedMessage, 'id' | 'order_id' | 'stream' | 'status'>

export const WITHDRAWN_BEFORE = 'Withdrawn before the hospital got it'

/** How a message stands to the others of its report. */
interface InChart {
  /**
   * It must not be sent any more: a report that is withdrawn by now, changed in between, refused before or not; or the
   * withdrawal of one that the hospital cannot have.
   */
  isOver: boolean
  /** What the hospital may have of the report that this withdraws, as it was sent. */
  filed: string[]
}

export async function inChart(
  db: Db,
  code: string,
  { id, order_id, stream, status }: OfReport,
): Promise<InChart> {
  if (stream === '') return { isOver: false, filed: [] }
  const all = await db
    .selectFrom('ehr_message_out')
    .select(['id', 'status', 'outcome', 'body', 'answer', 'open_sends'])
    .where('order_id', '=', order_id)
    .where('interface_code', '=', code)
    .where('stream', '=', stream)
    .orderBy('id')
    .execute()
  if (all.some((one) => one.id > id && one.status === 'withdrawn')) return { isOver: true, filed: [] }
  if (status !== 'withdrawn') return { isOver: false, filed: [] }
  const before = all.filter((one) => one.id < id)
  const isGone = (one: (typeof all)[number]) => one.status === 'withdrawn' && one.outcome === 'taken'
  const since = before.slice(before.findLastIndex(isGone) + 1)
  const there = since.filter((one) => one.status !== 'withdrawn' && mayBeThere(one))
  // A later message need not name again all that one before it brought.
  return { isOver: there.length === 0, filed: there.map(({ body }) => body).filter(Boolean) }
}

interface Sent {
  outcome: EhrOutcome | null
  body: string
  answer: string
  open_sends: number
}

/**
 * Whether a hospital may have what was sent: it has not said no to each time that it was sent, for it may refuse the second
 * because it has the first. What Support skips may be filed by hand.
 */
function mayBeThere({ outcome, body, answer, open_sends }: Sent): boolean {
  // The previous version does not count.
  const isUnanswered = body !== '' && answer === ''
  return outcome === 'taken' || outcome === 'skipped' || open_sends > 0 || isUnanswered
}

/** Ends what waits or was refused of a report that is withdrawn: it keeps nothing of its order from being sent. */
export async function endBefore(
  db: Db,
  code: string,
  { id, order_id, stream }: Pick<OfReport, 'id' | 'order_id' | 'stream'>,
): Promise<void> {
  await db
    .updateTable('ehr_message_out')
    .set({ outcome: 'not-sent', reason: WITHDRAWN_BEFORE, settled_at: sql`now()` })
    .where('order_id', '=', order_id)
    .where('interface_code', '=', code)
    .where('stream', '=', stream)
    .where('id', '<', id)
    .where((is) => is.or([is('outcome', 'is', null), is('outcome', '=', 'refused')]))
    .execute()
}
