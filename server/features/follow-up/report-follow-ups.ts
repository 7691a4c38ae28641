import {
  isUrgentChange,
  type ReportDevelopment,
  reportDevelopments,
} from '#domain/follow-up/report-changes.ts'
import { dueDay } from '#domain/follow-up/rules.ts'
import type { ReportVersion } from '#domain/reports/history.ts'
import { STATUS_WORDS } from '#domain/reports/words.ts'
import { arrivalOf, openOrMove, reportRow } from './opening.ts'
import {
  addFollowUpEvent,
  BY_LABORATORY,
  type Db,
  type FollowedOrder,
  moveFollowUp,
  openOf,
  type StoredFollowUp,
} from './store.ts'

/**
 * Opens, moves or carries on the follow-ups of an order's reports, in the transaction that files them, after their
 * rows are written. `before`, `now`: the versions of all reports.
 */
export async function followReports(
  db: Db,
  order: FollowedOrder,
  before: readonly ReportVersion[],
  now: readonly ReportVersion[],
): Promise<void> {
  const developments = reportDevelopments(before, now)
  if (developments.length === 0) return
  const { rules, owner, today } = await arrivalOf(db, order)
  for (const development of developments) {
    const { person, testCode, key, version, number, status, change, result } = development.now
    const about = { kind: 'report', person, testCode } as const
    const open = await openOf(db, order.id, about)
    const report = await reportRow(db, order.id, { key, version })
    const detail = { version, number, status, change, before: development.before?.result ?? null }
    const isChange = isUrgentChange(development)
    const words = inWords(development)
    const content = { reportIds: report === undefined ? [] : [report], result, detail }
    const carried = { kind: 'carried', by: BY_LABORATORY, words } as const
    if (development.kind === 'carried' && open) {
      await moveFollowUp<'report'>(db, open, { ...content, dueOn: open.due_on }, carried)
    } else if (development.kind === 'carried') {
      const last = await lastOf(db, order.id, { person, testCode })
      if (last) await addFollowUpEvent(db, last, carried)
    } else {
      const dueOn = dueDay(rules, { result, isChange }, { today, dueOn: open?.due_on ?? null })
      await openOrMove<'report'>(db, order, { about, open, owner, words, ...content, dueOn })
    }
  }
}

/** The follow-up about a report that was closed last. */
function lastOf(
  db: Db,
  orderId: number,
  { person, testCode }: { person: string; testCode: string },
): Promise<StoredFollowUp | undefined> {
  return db
    .selectFrom('follow_up')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('kind', '=', 'report')
    .where('person', '=', person)
    .where('test_code', '=', testCode)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

function inWords({ kind, now: { number, status }, before }: ReportDevelopment): string {
  if (status === 'withdrawn') return 'Report withdrawn'
  const words = `Version ${number}: ${STATUS_WORDS[status]}`
  if (kind === 'carried') return `${words}. The result is the same: no new acknowledgement is needed.`
  if (before?.status === 'withdrawn') return `${words}. The report is valid again.`
  return words
}
