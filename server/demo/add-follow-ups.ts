import type { Selectable } from 'kysely'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { reportResult } from '#domain/follow-up/report-result.ts'
import { dueDay, INITIAL_RULES, levelOn } from '#domain/follow-up/rules.ts'
import type { Tables } from '#server/database/schema/tables.ts'
import { BY_KARYO, BY_LABORATORY } from '#server/features/follow-up/store.ts'
import type { Seed } from './add-users.ts'
import { DAY } from './days.ts'
import type { MadeOrder } from './made-order.ts'

type Reported = MadeOrder & { id: number }

/** Older reports arrived before follow-ups were kept. */
const KEPT_DAYS = 90
/** Everyone acts within this time, except on a few reports. */
const USUAL_DAYS = 10

const STATEMENTS = [
  'Called the family; visit on Thursday.',
  'Discussed with the family by phone. Referred to genetic counseling.',
  'Treatment changed; the pediatrician is informed.',
] as const

/** Who sees the reports of the last months through: most acknowledged, some waiting, a few late and escalated. */
export async function addFollowUps(db: Seed, batch: readonly Reported[], now: Date): Promise<void> {
  const made = new Map(batch.map((one) => [one.id, one]))
  const reports = await db
    .selectFrom('report')
    .select(['id', 'order_id', 'institution_code', 'person', 'test_code', 'version', 'status', 'change'])
    .select(['parts', 'received_at'])
    .where('order_id', 'in', [0, ...made.keys()])
    .where('state', '=', 'current')
    .where('received_at', '>', new Date(now.getTime() - KEPT_DAYS * DAY))
    .orderBy('id')
    .execute()
  const rows = reports.flatMap((report) => {
    const one = made.get(report.order_id)
    return one ? [followUpOf(report, one, now)] : []
  })
  if (rows.length === 0) return
  const ids = await db
    .insertInto('follow_up')
    .values(rows.map(({ row }) => row))
    .returning(['id', 'institution_code'])
    .execute()
  const events = rows.flatMap(({ events: own }, index) =>
    own.map((event) => ({
      ...{ follow_up_id: ids[index]?.id ?? 0, institution_code: ids[index]?.institution_code ?? '' },
      ...event,
    })),
  )
  await db.insertInto('follow_up_event').values(events).execute()
}

type Report = Selectable<Tables['report']>

function followUpOf(
  report: Pick<
    Report,
    | 'id'
    | 'order_id'
    | 'institution_code'
    | 'person'
    | 'test_code'
    | 'version'
    | 'status'
    | 'change'
    | 'parts'
    | 'received_at'
  >,
  { provider }: Reported,
  now: Date,
) {
  const { id, version, status, change, received_at: at } = report
  const result = reportResult(report.parts)
  const dueOn = dueDay(INITIAL_RULES, { result, isChange: false }, { today: todayAtLaboratory(at) })
  const age = (now.getTime() - at.getTime()) / DAY
  const isClosed = age > USUAL_DAYS ? id % 23 !== 0 : id % 3 === 0
  const owner = { id: provider.physicianId, name: `${provider.firstName} ${provider.lastName}` }
  const opened = {
    ...{ kind: 'opened' as const, at, by_id: BY_LABORATORY.id, by_name: BY_LABORATORY.name },
    words: `Version ${version}: ${version > 1 ? 'Amended' : 'Final'}`,
  }
  const row = {
    ...{ institution_code: report.institution_code, order_id: report.order_id, kind: 'report' as const },
    ...{ person: report.person, test_code: report.test_code, report_ids: [id], result, opened_at: at },
    ...{ due_on: dueOn, owner_id: owner.id, owner_name: owner.name },
    detail: JSON.stringify({ version, status, change, before: null }),
    ...{ escalation: 0 as const, escalated_at: null, escalated_to: '' },
    ...{ closed_at: null, closed_by: null, closed_by_name: '', outcome: null, statement: '' },
  }
  if (isClosed) {
    const closedAt = new Date(Math.min(at.getTime() + (0.2 + (id % 5) / 2) * DAY, now.getTime() - 60_000))
    const isActed = result === 'positive'
    const statement = isActed ? (STATEMENTS[id % STATEMENTS.length] ?? '') : ''
    const closed = {
      ...{ closed_at: closedAt, closed_by: owner.id, closed_by_name: owner.name, statement },
      outcome: isActed ? ('acted' as const) : ('no-action' as const),
    }
    const event = {
      ...{ kind: 'acknowledged' as const, at: closedAt, by_id: owner.id, by_name: owner.name },
      words: statement,
    }
    return { row: { ...row, ...closed }, events: [opened, event] }
  }
  const lateness = { dueOn, isOwned: true, hasContact: true, today: todayAtLaboratory(now) }
  const level = levelOn(INITIAL_RULES, lateness)
  if (level === 0) return { row, events: [opened] }
  const to = `users with the role Super user${level === 2 ? ', and the laboratory’s Support' : ''}`
  const escalatedAt = new Date(now.getTime() - 3_600_000)
  const escalated = { escalation: level, escalated_at: escalatedAt, escalated_to: to }
  const event = {
    ...{ kind: 'escalated' as const, at: escalatedAt, by_id: BY_KARYO.id, by_name: BY_KARYO.name },
    words: `It was due on ${dueOn}. Told: ${to}.`,
  }
  return { row: { ...row, ...escalated }, events: [opened, event] }
}
