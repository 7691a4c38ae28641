import { sql } from 'kysely'
import { type IsoDate, todayAtLaboratory } from '#domain/dates/dates.ts'
import type { FollowUpKind } from '#domain/follow-up/follow-up.ts'
import type { FollowUpRules } from '#domain/follow-up/rules.ts'
import type { ReportVersion } from '#domain/reports/history.ts'
import { databaseTime } from '#server/database/time.ts'
import {
  BY_LABORATORY,
  type Db,
  type FollowedOrder,
  type FollowUpContent,
  moveFollowUp,
  openFollowUp,
  ownerAmong,
  type Reader,
  readersAt,
  rulesOf,
  type StoredFollowUp,
} from './store.ts'

/** What decides about follow-ups of a report that arrives now. */
export interface Arrival {
  rules: FollowUpRules
  /** Who would own it; null: nobody. */
  owner: Reader | null
  today: IsoDate
}

export async function arrivalOf(db: Db, order: FollowedOrder): Promise<Arrival> {
  const rules = await rulesOf(db, order.institution_code)
  const owner = ownerAmong(order, await readersAt(db, order.institution_code))
  return { rules, owner, today: todayAtLaboratory(await databaseTime(db)) }
}

/** The row of a version; versions that were filed long ago have no key. */
export async function reportRow(
  db: Db,
  orderId: number,
  { key, version }: Pick<ReportVersion, 'key' | 'version'>,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('report')
    .select('id')
    .where('order_id', '=', orderId)
    .where((eb) => eb.or([eb('result_key', '=', key), eb('version', '=', version)]))
    .orderBy(sql`result_key is distinct from ${key}`)
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/** The open follow-up of a report becomes one about its new version; if there is none, one opens. */
export async function openOrMove<Kind extends FollowUpKind>(
  db: Db,
  order: FollowedOrder,
  {
    about,
    open,
    words,
    owner,
    ...content
  }: FollowUpContent<Kind> &
    Pick<Arrival, 'owner'> & {
      about: { kind: Kind; person: string; testCode: string }
      open: StoredFollowUp | undefined
      /** For the trail. */
      words: string
    },
): Promise<void> {
  if (open) await moveFollowUp<Kind>(db, open, content, { kind: 'moved', by: BY_LABORATORY, words })
  else await openFollowUp<Kind>(db, order, { ...about, owner, ...content }, { by: BY_LABORATORY, words })
}
