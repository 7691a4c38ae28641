import { sql } from 'kysely'
import { type IsoDate, todayAtLaboratory } from '#domain/dates/dates.ts'
import { isActionable } from '#domain/family/cascade/finding.ts'
import { reminderOn } from '#domain/family/cascade/window.ts'
import { addDays } from '#domain/turnaround/laboratory-days.ts'
import type { Connection } from '#server/database/connection/connect.ts'
import { relativesTests } from '#server/features/catalogue/public.ts'
import { ownerAmong, readersAt } from '#server/features/follow-up/public.ts'
import type { SendMail } from '#server/features/mail/public.ts'
import type { RepeatingWork } from '#server/jobs/repeating.ts'
import { type StoredFinding, stepsSeen } from './store.ts'
import { offersOf, openAmong } from './view.ts'

interface ReminderDeps {
  /** The worker's: it sees every institution. */
  connection: Pick<Connection, 'db'>
  sendMail: SendMail
  portalOrigin: string
  laboratoryName: string
  now: () => Date
}

const BATCH_SIZE = 100
/** No laboratory leaves relatives longer. */
const LONGEST_WINDOW = 400

/**
 * Reminds a clinic of the laboratory's window for relatives: at half of it, 14 and 3 days before its end, as long as
 * somebody's step is open. Each day is told once, by the key of its mail; after a pause only the newest.
 */
export function windowReminders(deps: ReminderDeps): RepeatingWork {
  async function run() {
    const { db } = deps.connection
    const today = todayAtLaboratory(deps.now())
    const tests = await relativesTests(db)
    let after = 0
    for (;;) {
      const findings = await db
        .selectFrom('family_finding')
        .selectAll()
        .where('order_id', 'is not', null)
        .where('withdrawn_on', 'is', null)
        .where('reported_on', '>', addDays(today, -LONGEST_WINDOW))
        .where('id', '>', after)
        .orderBy('id')
        .limit(BATCH_SIZE)
        .execute()
      for (const finding of findings) {
        const ends = offersOf(finding, tests, { relatives: [] }, today).flatMap(
          ({ window }) => window?.endsOn ?? [],
        )
        const endsOn = ends.sort().at(-1)
        const day = endsOn && reminderOn({ reportedOn: finding.reported_on, endsOn, today })
        if (endsOn && day) await remind(deps, finding, { today, endsOn, day })
      }
      if (findings.length < BATCH_SIZE) return
      after = findings.at(-1)?.id ?? after
    }
  }
  return { name: 'family-windows', everySeconds: 3600, run }
}

interface Due {
  today: IsoDate
  endsOn: IsoDate
  /** The day of the reminder. */
  day: IsoDate
}

async function remind(
  { connection: { db }, sendMail, portalOrigin, laboratoryName }: ReminderDeps,
  finding: StoredFinding,
  { today, endsOn, day }: Due,
): Promise<void> {
  if (!isActionable(finding.variant_class)) return
  const [family, order, steps, readers, { rows: questioned }] = await Promise.all([
    db.selectFrom('family').select('document').where('id', '=', finding.family_id).executeTakeFirstOrThrow(),
    db
      .selectFrom('orders')
      .select(['submitted_by', 'responsible_id', 'document', 'institution_code'])
      .where('id', '=', finding.order_id)
      .executeTakeFirstOrThrow(),
    stepsSeen(db, finding),
    readersAt(db, finding.institution_code),
    sql<{ id: number }>`select questioned_reports(${finding.order_id}) as id`.execute(db),
  ])
  // Nobody is tested by a report that the laboratory is checking.
  if (questioned.some(({ id }) => Number(id) === finding.report_id)) return
  if (openAmong(family.document, finding, steps, today).length === 0) return
  const to = readers.find(({ id }) => id === finding.added_by) ?? ownerAmong(order, readers)
  if (!to || to.email === '') return
  const settings = await db
    .selectFrom('physician')
    .select('notifications')
    .where('id', '=', to.id)
    .executeTakeFirst()
  if (settings?.notifications.actionNeeded === false) return
  await sendMail(db, {
    key: `family-window ${finding.id} ${day}`,
    to: to.email,
    subject: `Testing of relatives is free until ${endsOn}`,
    text: `In one of your families somebody’s step is still open. The laboratory tests relatives without a charge until ${endsOn}.

View the family in the ${laboratoryName} ordering portal: ${portalOrigin}/families/${finding.family_id}?tab=cascade
`,
  })
}
