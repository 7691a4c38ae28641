import type { PatientKey } from '#domain/orders/document.ts'
import type { LabEvent } from '#domain/orders/lab-events.ts'
import { reportedInFull } from '#domain/orders/pending-tests.ts'
import { filedReportsIn } from '#domain/reports/filed-reports.ts'
import { isFinal, reportHistory } from '#domain/reports/history.ts'
import { whichReport } from '#domain/reports/which-report.ts'
import type { GatewayTransaction, StoredOrder } from '../store.ts'
import type { StoredLabUpdate } from './lab-events.ts'
import { testsOf } from './patient-identity.ts'

/** Statuses that take a result away, for which nobody's consent is needed. */
const TAKES_AWAY: readonly string[] = ['withdrawn', 'cancelled']

/**
 * Whether a person's result waits because the consent for testing was withdrawn. What changes a final report of
 * theirs does not wait: that test was done, and its report stays in the chart. The first report of another test does,
 * also of one that the laboratory had ended: only once each has a report was all testing done.
 */
export async function waitsForConsent(
  db: GatewayTransaction,
  order: StoredOrder,
  { report }: StoredLabUpdate,
  { person, events }: { person: PatientKey; events: readonly LabEvent[] },
): Promise<boolean> {
  if (!report || TAKES_AWAY.includes(report.status)) return false
  if (!(await isTestingStopped(db, order.id))) return false
  const tests = testsOf(order)
  const { versions } = reportHistory(filedReportsIn(events), tests)
  if (reportedInFull(versions, { tests, cancelledTests: [] }).includes(person)) return false
  const { versions: own, doubt } = whichReport(versions, { ...report, person }, tests)
  // In doubt the desk is asked which report it changes.
  return doubt === null && !own.some(isFinal)
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
