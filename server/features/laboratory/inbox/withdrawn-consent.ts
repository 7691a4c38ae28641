import type { PatientKey } from '#domain/orders/document.ts'
import type { LabEvent } from '#domain/orders/lab-events.ts'
import { filedReportsIn } from '#domain/reports/filed-reports.ts'
import { isFinal, reportHistory } from '#domain/reports/history.ts'
import type { GatewayTransaction, StoredOrder } from '../store.ts'
import type { StoredLabUpdate } from './lab-events.ts'
import { testsOf } from './patient-identity.ts'

/** Statuses that take a result away, for which nobody's consent is needed. */
const TAKES_AWAY: readonly string[] = ['withdrawn', 'cancelled']

/**
 * Whether a person's result waits because the consent for testing was withdrawn. What changes a final report of
 * theirs does not wait: that test was done, and its report stays in the chart.
 */
export async function waitsForConsent(
  db: GatewayTransaction,
  order: StoredOrder,
  { report }: StoredLabUpdate,
  { person, events }: { person: PatientKey; events: readonly LabEvent[] },
): Promise<boolean> {
  if (!report || TAKES_AWAY.includes(report.status)) return false
  if (!(await isTestingStopped(db, order.id))) return false
  const { versions } = reportHistory(filedReportsIn(events), testsOf(order))
  return !versions.some((version) => version.person === person && isFinal(version))
}

/**
 * Whether a consent for testing was withdrawn, of anyone in the order: a family is tested together. It is over
 * once the clinic has answered the hold that began with it, and the laboratory has released that hold.
 */
async function isTestingStopped(db: GatewayTransaction, orderId: number): Promise<boolean> {
  const stopped = await db
    .selectFrom('consent_withdrawal as w')
    .innerJoin('order_hold as h', (join) =>
      join.onRef('h.order_id', '=', 'w.order_id').onRef('h.hold_key', '=', 'w.hold_key'),
    )
    .select('w.id')
    .where('w.order_id', '=', orderId)
    .where((eb) => eb.or([eb('h.released_at', 'is', null), eb('h.answered_at', 'is', null)]))
    .limit(1)
    .executeTakeFirst()
  return stopped !== undefined
}
