import { sql } from 'kysely'
import { type IsoDate, todayAtLaboratory } from '#domain/dates/dates.ts'
import {
  INITIAL_RECLASSIFICATION_RULES,
  nextDue,
  reclassificationDays,
} from '#domain/follow-up/reclassification.ts'
import { type Reclassification, reclassificationsIn } from '#domain/follow-up/reclassifications.ts'
import { reportResult } from '#domain/follow-up/report-result.ts'
import type { ReportVersion } from '#domain/reports/history.ts'
import {
  BY_LABORATORY,
  type Db,
  type FollowedOrder,
  moveFollowUp,
  openFollowUp,
  openOf,
  ownerAmong,
  readersAt,
  rulesOf,
} from '../store.ts'

/**
 * Opens a follow-up for each report in which a class crossed the line or whose overall answer changed, in the
 * transaction that files it, after its rows are written. One that is open already is about the newest version from
 * then on, and its steps have to be done again. `before`, `now`: the versions of all reports.
 */
export async function followReclassifications(
  db: Db,
  order: FollowedOrder,
  before: readonly ReportVersion[],
  now: readonly ReportVersion[],
): Promise<void> {
  for (const found of reclassificationsIn(before, now)) await follow(db, order, found)
}

async function follow(db: Db, order: FollowedOrder, { older, newer }: Reclassification): Promise<void> {
  const [from, to] = [await reportRow(db, order.id, older), await reportRow(db, order.id, newer)]
  if (from === undefined || to === undefined) return
  const { person, testCode } = newer
  const about = { kind: 'reclassification', person, testCode } as const
  const open = await openOf(db, order.id, about)
  const rules = (await rulesOf(db, order.institution_code)).reclassification
  const days = reclassificationDays(rules ?? INITIAL_RECLASSIFICATION_RULES, await today(db))
  // What was true before the first change that nobody has seen through yet.
  const first = open ? (open.detail as { from: number }).from : from
  const content = {
    ...{ reportIds: [first, to], result: reportResult(newer.parts) },
    ...{ detail: { from: first, to, ...days }, dueOn: nextDue({ isOrdererTold: false }, days) },
  }
  const words = `Version ${newer.version}${newer.words === '' ? '' : `: ${newer.words}`}`
  if (open) {
    await moveFollowUp<'reclassification'>(db, open, content, { kind: 'moved', by: BY_LABORATORY, words })
    return
  }
  const owner = ownerAmong(order, await readersAt(db, order.institution_code))
  await openFollowUp(db, order, { ...about, owner, ...content }, { by: BY_LABORATORY, words })
}

async function today(db: Db): Promise<IsoDate> {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(db)
  return todayAtLaboratory(rows[0]?.now ?? new Date())
}

async function reportRow(
  db: Db,
  orderId: number,
  { key, version }: ReportVersion,
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
