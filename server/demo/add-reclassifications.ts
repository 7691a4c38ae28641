import { todayAtLaboratory } from '#domain/dates/dates.ts'
import {
  INITIAL_RECLASSIFICATION_RULES,
  nextDue,
  progressOf,
  type ReclassificationDetail,
  reclassificationDays,
} from '#domain/follow-up/reclassification.ts'
import type { StoredFollowUp } from '#server/features/follow-up/store.ts'
import type { Seed } from './add-users.ts'
import type { DemoReclassification, MadeOrder } from './made-order.ts'

type Numbered = MadeOrder & { id: number }

/**
 * The follow-ups that the laboratory's updates have just opened get the days of their update, and what was done since
 * about those of which a class changed.
 */
export async function addReclassifications(db: Seed, batch: readonly Numbered[]): Promise<void> {
  for (const made of batch) {
    const at = made.labUpdates?.at(-1)?.at
    const followUp = at && (await reclassificationOf(db, made.id))
    if (!followUp) continue
    const dated = await onItsDay(db, followUp, at)
    if (made.reclassification) await actedOn(db, { made, followUp: dated, done: made.reclassification })
  }
}

function reclassificationOf(db: Seed, orderId: number): Promise<StoredFollowUp | undefined> {
  return db
    .selectFrom('follow_up')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('kind', '=', 'reclassification')
    .executeTakeFirst()
}

async function onItsDay(db: Seed, followUp: StoredFollowUp, at: Date): Promise<StoredFollowUp> {
  const days = reclassificationDays(INITIAL_RECLASSIFICATION_RULES, todayAtLaboratory(at))
  const detail = JSON.stringify({ ...(followUp.detail as ReclassificationDetail), ...days })
  await db.updateTable('follow_up_event').set({ at }).where('follow_up_id', '=', followUp.id).execute()
  return db
    .updateTable('follow_up')
    .set({ opened_at: at, detail, due_on: days.ordererDue })
    .where('id', '=', followUp.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

interface Acted {
  made: Numbered
  followUp: StoredFollowUp
  done: DemoReclassification
}

/** The provider's statements; whoever has acted on a reclassification has acknowledged its report. */
async function actedOn(db: Seed, { made, followUp, done: { steps, closed } }: Acted): Promise<void> {
  const by = { by_id: followUp.owner_id, by_name: followUp.owner_name }
  const of = { follow_up_id: followUp.id, institution_code: followUp.institution_code }
  const events = steps.map(({ at, way, words = '', ...step }) => ({
    ...{ ...of, kind: 'step' as 'step' | 'closed', at, ...by, words },
    detail: JSON.stringify({ ...step, ...(way ? { way } : {}) }),
  }))
  if (closed)
    events.push({
      ...{ ...of, kind: 'closed', at: closed.at, ...by, words: closed.statement },
      detail: JSON.stringify({ outcome: 'done' }),
    })
  await db.insertInto('follow_up_event').values(events).execute()
  const due = nextDue(progressOf([], steps), followUp.detail as ReclassificationDetail)
  await db
    .updateTable('follow_up')
    .set({ due_on: due, ...(closed ? closing(followUp, closed, 'done') : {}) })
    .where('id', '=', followUp.id)
    .execute()
  const first = steps[0]?.at ?? followUp.opened_at
  const acknowledged = { at: first, statement: 'Variant reclassified: see the reclassification.' }
  const reports = await db
    .updateTable('follow_up')
    .set({ opened_at: followUp.opened_at, ...closing(followUp, acknowledged, 'acted') })
    .where('order_id', '=', made.id)
    .where('kind', '=', 'report')
    .returning('id')
    .execute()
  for (const { id } of reports) {
    await db
      .updateTable('follow_up_event')
      .set({ at: followUp.opened_at })
      .where('follow_up_id', '=', id)
      .execute()
    await db
      .insertInto('follow_up_event')
      .values({
        ...{ ...of, follow_up_id: id, kind: 'acknowledged', at: first, ...by },
        ...{ words: acknowledged.statement, detail: '{}' },
      })
      .execute()
  }
}

const closing = (
  { owner_id, owner_name }: StoredFollowUp,
  { at, statement }: { at: Date; statement: string },
  outcome: 'done' | 'acted',
) => ({ closed_at: at, closed_by: owner_id, closed_by_name: owner_name, outcome, statement })
