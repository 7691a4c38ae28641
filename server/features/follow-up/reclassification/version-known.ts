import { TELLING_STEPS } from '#domain/follow-up/reclassification.ts'
import type { Db } from '../store.ts'
import { lastMove, type OpenedReclassification, type StepDetail } from './view.ts'

/**
 * The report row with which a letter compares: the last version, before the present one, of which its recipient was told;
 * for who was told of none, the one before the first change. Of withdrawn versions no letter speaks. `relative`: the key of a
 * listed one; null: the patient.
 */
export async function versionKnownTo(
  db: Db,
  { events, detail }: Pick<OpenedReclassification, 'events' | 'detail'>,
  relative: string | null,
): Promise<number> {
  const moved = lastMove(events)
  const told = events
    .filter(({ id, kind }) => kind === 'step' && id < moved)
    .map((event) => event.detail as StepDetail)
    .filter((one) => isToRecipient(one) && (one.relative ?? null) === relative)
    .map(({ report }) => report)
  // In rows of before 2026-11-29, statements have no version, and the first is not noted.
  if (told.length > 0 && told.at(-1) === undefined) return detail.from
  const known = [...told.toReversed(), detail.first].filter((id) => id !== undefined)
  const valid = await validAmong(db, known)
  return known.find((id) => valid.has(id)) ?? detail.from
}

async function validAmong(db: Db, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('report')
    .select('id')
    .where('id', 'in', ids)
    .where('state', '<>', 'withdrawn')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

const isToRecipient = ({ step }: StepDetail) =>
  step !== undefined && step !== 'orderer-told' && TELLING_STEPS.includes(step)
