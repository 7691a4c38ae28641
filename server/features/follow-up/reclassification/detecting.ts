import {
  INITIAL_RECLASSIFICATION_RULES,
  nextDue,
  type ReclassificationDetail,
  reclassificationDays,
} from '#domain/follow-up/reclassification.ts'
import { type Reclassification, reclassificationsIn } from '#domain/follow-up/reclassifications.ts'
import { reportResult } from '#domain/follow-up/report-result.ts'
import { numberInReport, type ReportVersion } from '#domain/reports/history.ts'
import { type Arrival, arrivalOf, openOrMove, reportRow } from '../opening.ts'
import { type Db, type FollowedOrder, openOf } from '../store.ts'

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
  // What was true before the first change that nobody has seen through yet.
  const first = open ? (open.detail as ReclassificationDetail).from : from
  await openOrMove<'reclassification'>(db, order, {
    ...{ about, open, owner, reportIds: [first, to], result: reportResult(newer.parts) },
    ...{ detail: { from: first, to, ...days }, dueOn: nextDue({ isOrdererTold: false }, days) },
    words: `Version ${number}${newer.words === '' ? '' : `: ${newer.words}`}`,
  })
}
