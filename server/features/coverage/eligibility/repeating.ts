import { subjectKey } from '#domain/coverage/eligibility-subject.ts'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import type { Connection } from '#server/database/connection/connect.ts'
import type { RepeatingWork } from '#server/jobs/repeating.ts'
import type { CoverageDeps, Db } from '../coverage-deps.ts'
import { priceOf } from '../estimate/price.ts'
import { expireVerifications, openVerification, openVerifications } from '../orders-store.ts'
import { answerVerification } from './apply-answer.ts'
import { newestCheck } from './check-store.ts'
import { takeLostChecks } from './check-worker-store.ts'
import { queueCheckOnce } from './checks.ts'

/** The queue retries at least hourly. */
const LOST_AFTER_MS = 24 * 3600 * 1000

/** On the worker's connection, which sees every institution. */
type Deps = CoverageDeps & { connection: Connection }

/** The recurring work for verifications. */
export function verificationWorks(deps: Deps): RepeatingWork[] {
  const { connection, now } = deps
  return [
    {
      ...{ name: 'verification-expiry', everySeconds: 3600 },
      run: () => expireVerifications(connection.db, todayAtLaboratory(now())),
    },
    {
      ...{ name: 'verification-asking', everySeconds: 3600 },
      async run() {
        await queueOpenVerifications(deps)
        await requeueLostChecks(deps)
      },
    },
  ]
}

/**
 * Makes sure that every requested verification has a check on its way: one from before payers were queried,
 * or whose payer could not be queried until now. What the clearinghouse rejected is not sent again.
 */
async function queueOpenVerifications(deps: Deps): Promise<void> {
  const { db } = deps.connection
  for (const { id, institution_code } of await openVerifications(db))
    await db
      .transaction()
      .execute((transaction) => queueVerification(deps, transaction, institution_code, id))
}

/**
 * Requeues checks whose try is long overdue: their job is gone, for example because the worker was killed
 * during the last try. Until then nobody else could check the person.
 */
async function requeueLostChecks({ connection, queueCheck, canQueryPayers, now }: Deps): Promise<void> {
  if (!canQueryPayers) return
  await connection.db.transaction().execute(async (db) => {
    const lost = await takeLostChecks(db, { since: new Date(now().getTime() - LOST_AFTER_MS), now: now() })
    for (const id of lost) await queueCheck(db, id)
  })
}

async function queueVerification(deps: Deps, db: Db, hospital: string, id: number): Promise<void> {
  const order = await openVerification(db, hospital, id)
  if (!order) return
  const priced = await priceOf(deps, db, hospital, order.document)
  const { subject, serviceDay, answered, today } = priced
  if (subject === null || answered) {
    await answerVerification(db, order, priced)
    return
  }
  const known = await newestCheck(db, hospital, { key: subjectKey(subject), serviceDay, today })
  if (known && known.state !== 'answered') return
  const by = { id: null, name: 'Karyo' }
  await queueCheckOnce(deps.queueCheck, db, { hospital, orderId: id, subject, serviceDay, by }, today)
}
