import { sql } from 'kysely'
import { type IsoDate, todayAtLaboratory } from '#domain/dates/dates.ts'
import { cascadeOf } from '#domain/family/cascade/cascade.ts'
import { isActionable } from '#domain/family/cascade/finding.ts'
import { lastWindowsFor, type OpenWindow, reminderOn } from '#domain/family/cascade/window.ts'
import { addDays } from '#domain/turnaround/laboratory-days.ts'
import type { Connection } from '#server/database/connection/connect.ts'
import { type RelativesTest, relativesTests } from '#server/features/catalogue/public.ts'
import { ownerAmong, readersAt } from '#server/features/follow-up/public.ts'
import type { SendMail } from '#server/features/mail/public.ts'
import type { RepeatingWork } from '#server/jobs/repeating.ts'
import { type StoredFinding, stepsSeen } from './store.ts'
import { eventsOf, familyVariant, isInFamily, offersOf } from './view.ts'

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
 * Reminds a clinic of the laboratory's windows for relatives: at half of it, 14 and 3 days before its end, as long as
 * the step of a relative is open to whom it is the last one. Each day is told once, by the key of its mail; after a pause only the newest.
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
        // Whom they are open to is computed only for those that have a day to remind on.
        const some = offersOf(finding, tests, { relatives: [] }, today).some(
          ({ window }) => window && dayOf(finding, window, today),
        )
        if (some) await remind(deps, finding, tests, today)
      }
      if (findings.length < BATCH_SIZE) return
      after = findings.at(-1)?.id ?? after
    }
  }
  return { name: 'family-windows', everySeconds: 3600, run }
}

const dayOf = ({ reported_on }: StoredFinding, { endsOn }: { endsOn: IsoDate }, today: IsoDate) =>
  reminderOn({ reportedOn: reported_on, endsOn, today })

async function remind(
  { connection: { db }, sendMail, portalOrigin, laboratoryName }: ReminderDeps,
  finding: StoredFinding,
  tests: readonly RelativesTest[],
  today: IsoDate,
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
  if (!isInFamily(family.document, finding)) return
  const variant = familyVariant(finding, steps)
  const cascade = cascadeOf(family.document, variant, eventsOf(finding, steps), today)
  const windows = lastWindowsFor(
    offersOf(finding, tests, cascade, today).flatMap(({ testCode, window }) =>
      window ? [{ ...window, testCode }] : [],
    ),
    cascade.relatives.filter(({ isOpen }) => isOpen),
  ).flatMap((window) => {
    const day = dayOf(finding, window, today)
    return day ? [{ ...window, day }] : []
  })
  if (windows.length === 0) return
  const to = readers.find(({ id }) => id === finding.added_by) ?? ownerAmong(order, readers)
  if (!to || to.email === '') return
  const settings = await db
    .selectFrom('physician')
    .select('notifications')
    .where('id', '=', to.id)
    .executeTakeFirst()
  if (settings?.notifications.actionNeeded === false) return
  const told = await toldBefore(
    db,
    windows.map(({ day }) => keyOfDay(finding, day)),
  )
  for (const { testCode, day, ...window } of windows)
    if (!told.has(keyOfDay(finding, day)))
      await sendMail(db, {
        key: `${keyOfDay(finding, day)} ${testCode}`,
        to: to.email,
        subject: `Testing of relatives is free until ${window.endsOn}`,
        text: `In one of your families somebody’s step is still open. ${windowInWords(window)}

View the family in the ${laboratoryName} ordering portal: ${portalOrigin}/families/${finding.family_id}?tab=cascade
`,
      })
}

const keyOfDay = ({ id }: StoredFinding, day: IsoDate) => `family-window ${id} ${day}`

/** Days that a portal of the version before told, whose keys name no test: they are not told again after an upgrade. */
async function toldBefore(db: ReminderDeps['connection']['db'], keys: readonly string[]) {
  const rows = await db.selectFrom('mail_out').select('key').where('key', 'in', keys).execute()
  return new Set(rows.map(({ key }) => key))
}

/**
 * `The laboratory tests 2 more first-degree relatives without a charge if the test is ordered by 2026-08-04.` If no places are left, it
 * is about those who have one.
 */
function windowInWords({ endsOn, until, who, placesLeft }: OpenWindow): string {
  const what = `without a charge if the ${until === 'ordered' ? 'test is ordered' : 'specimen arrives'} by ${endsOn}.`
  if (placesLeft === 0) return `No places are left. A relative who already has one is still tested ${what}`
  const relatives = [
    placesLeft === null ? '' : `${placesLeft} more`,
    who === 'first degree' ? 'first-degree' : '',
    placesLeft === 1 ? 'relative' : 'relatives',
  ].filter((part) => part !== '')
  return `The laboratory tests ${relatives.join(' ')} ${what}`
}
