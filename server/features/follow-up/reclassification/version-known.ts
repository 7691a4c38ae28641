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
    .findLast((one) => isToRecipient(one) && (one.relative ?? null) === relative)
  // Neither is there in rows of before 2026-11-29.
  const known = told ? told.report : detail.first
  if (known === undefined) return detail.from
  const valid = await db
    .selectFrom('report')
    .select('id')
    .where('id', '=', known)
    .where('state', '<>', 'withdrawn')
    .executeTakeFirst()
  return valid?.id ?? detail.from
}

const isToRecipient = ({ step }: StepDetail) =>
  step !== undefined && step !== 'orderer-told' && TELLING_STEPS.includes(step)
