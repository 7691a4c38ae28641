import { sql } from 'kysely'
import {
  INITIAL_RECLASSIFICATION_RULES,
  nextDue,
  type ReclassificationDetail,
  reclassificationDays,
  TELLING_STEPS,
} from '#domain/follow-up/reclassification.ts'
import { type Reclassification, reclassificationsIn } from '#domain/follow-up/reclassifications.ts'
import { reportResult } from '#domain/follow-up/report-result.ts'
import { numberInReport, type ReportVersion } from '#domain/reports/history.ts'
import { type Arrival, arrivalOf, openOrMove, reportRow } from '../opening.ts'
import { type Db, type FollowedOrder, openOf, type StoredFollowUp } from '../store.ts'

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
  const all = reclassificationsIn(before, now)
  if (all.length === 0) return
  const arrival = await arrivalOf(db, order)
  for (const found of all)
    await follow(db, order, { ...found, number: numberInReport(found.newer, now) }, arrival)
}

async function follow(
  db: Db,
  order: FollowedOrder,
  { older, newer, number }: Reclassification & { number: number },
  { rules, owner, today }: Arrival,
): Promise<void> {
  const [from, to] = [await reportRow(db, order.id, older), await reportRow(db, order.id, newer)]
  if (from === undefined || to === undefined) return
  const { person, testCode } = newer
  const about = { kind: 'reclassification', person, testCode } as const
  const open = await openOf(db, order.id, about)
  const days = reclassificationDays(rules.reclassification ?? INITIAL_RECLASSIFICATION_RULES, today)
  const earlier = open?.detail as ReclassificationDetail | undefined
  const known = open && earlier && (await isKnownStill(db, open)) ? earlier.from : from
  const first = earlier ? (earlier.first ?? earlier.from) : from
  await openOrMove<'reclassification'>(db, order, {
    ...{ about, open, owner, reportIds: [known, to], result: reportResult(newer.parts) },
    ...{ detail: { from: known, to, first, ...days }, dueOn: nextDue({ isOrdererTold: false }, days) },
    words: `Version ${number}${newer.words === '' ? '' : `: ${newer.words}`}`,
  })
}

/**
 * Whether people know what the version said with which an open follow-up compares: it was not withdrawn, and nobody was told
 * of the change since. Who was told of the change has to learn what becomes of it.
 */
async function isKnownStill(db: Db, { id, detail }: StoredFollowUp): Promise<boolean> {
  const { rows } = await sql`
    select from report r where r.id = ${(detail as ReclassificationDetail).from} and r.state <> 'withdrawn'
      and not exists (select from follow_up_event told
        where told.follow_up_id = ${id} and told.kind = 'step' and told.detail ->> 'step' = any (${[...TELLING_STEPS]})
          and told.id > coalesce((select max(moved.id) from follow_up_event moved
            where moved.follow_up_id = ${id} and moved.kind = 'moved'), 0))`.execute(db)
  return rows.length > 0
}
