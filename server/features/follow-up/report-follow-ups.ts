import { sql } from 'kysely'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import {
  isUrgentChange,
  type ReportDevelopment,
  reportDevelopments,
} from '#domain/follow-up/report-changes.ts'
import { dueDay } from '#domain/follow-up/rules.ts'
import type { ReportVersion } from '#domain/reports/history.ts'
import { STATUS_WORDS } from '#domain/reports/words.ts'
import {
  addFollowUpEvent,
  BY_LABORATORY,
  type Db,
  type FollowedOrder,
  moveFollowUp,
  openFollowUp,
  openOf,
  ownerAmong,
  readersAt,
  rulesOf,
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
  const rules = await rulesOf(db, order.institution_code)
  const owner = ownerAmong(order, await readersAt(db, order.institution_code))
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(db)
  const today = todayAtLaboratory(rows[0]?.now ?? new Date())
  for (const development of developments) {
    const { person, testCode, key, version, number, status, change, result } = development.now
    const open = await openOf(db, order.id, { kind: 'report', person, testCode })
    const report = await reportRow(db, order.id, key)
    const detail = { version, number, status, change, before: development.before?.result ?? null }
    const isChange = isUrgentChange(development)
    const words = inWords(development)
    const content = { reportIds: report === undefined ? [] : [report], result, detail }
    if (open) {
      const dueOn =
        development.kind === 'carried'
          ? open.due_on
          : dueDay(rules, { result, isChange }, { today, dueOn: open.due_on })
      const kind = development.kind === 'carried' ? 'carried' : 'moved'
      await moveFollowUp<'report'>(db, open, { ...content, dueOn }, { kind, by: BY_LABORATORY, words })
    } else if (development.kind === 'carried') {
      const last = await lastOf(db, order.id, { person, testCode })
      if (last) await addFollowUpEvent(db, last, { kind: 'carried', by: BY_LABORATORY, words })
    } else {
      const dueOn = dueDay(rules, { result, isChange }, { today })
      const opened = { kind: 'report', person, testCode, owner, dueOn, ...content } as const
      await openFollowUp(db, order, opened, { by: BY_LABORATORY, words })
    }
  }
}

async function reportRow(db: Db, orderId: number, key: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('report')
    .select('id')
    .where('order_id', '=', orderId)
    .where('result_key', '=', key)
    .executeTakeFirst()
  return row?.id
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
