import { addMonths, startOfDay, todayAtLaboratory } from '#domain/dates/dates.ts'
import type { Connection } from '#server/database/connection/connect.ts'
import { reanalyzedTests } from '#server/features/catalogue/public.ts'
import { readersAt } from '#server/features/follow-up/public.ts'
import type { RepeatingWork } from '#server/jobs/repeating.ts'
import { casesOf, type Db, onWorker } from './cases.ts'
import { openIfDue } from './follow-ups.ts'

/** Results of one statement, and statements of one turn; the next turn continues where this one ended. */
const BATCH_SIZE = 100
const BATCHES = 20

/** No policy and no institution lets a result come up by age sooner. */
const LEAST_MONTHS = 1

/**
 * Opens the follow-ups of results that are due for reanalysis, whenever they became so. It may be repeated, and run by
 * several portals: a result has one open follow-up at most.
 */
export function reanalysisOpening({ db }: Pick<Connection, 'db'>, now: () => Date): RepeatingWork {
  let after = 0
  return {
    ...{ name: 'reanalysis', everySeconds: 600 },
    async run() {
      for (let batch = 0; batch < BATCHES; batch += 1) {
        const found = await candidates(db, after, todayAtLaboratory(now()))
        for (const { order_id } of found) await openOfOrder(db, order_id, now())
        after = found.length < BATCH_SIZE ? 0 : (found.at(-1)?.report_id ?? 0)
        if (after === 0) return
      }
    },
  }
}

/** Negative and uncertain results without a follow-up, old enough for some policy or with findings since. */
async function candidates(db: Db, after: number, today: string) {
  const tests = await reanalyzedTests(db)
  if (tests.length === 0) return []
  return db
    .selectFrom('reported_result as r')
    .innerJoin('orders as o', 'o.id', 'r.order_id')
    .select(['r.report_id', 'r.order_id'])
    .where('r.report_id', '>', after)
    .where('r.outcome', 'in', ['negative', 'uncertain'])
    .where('r.is_preliminary', '=', false)
    .where('o.state', '=', 'reported')
    .where((is) => is.or([is('r.test_code', 'in', tests), is('r.test_code', '=', '')]))
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('r.reported_at', '<', new Date(startOfDay(addMonths(today, -LEAST_MONTHS), 1))),
        exists(selectFrom('order_finding as f').select('f.id').whereRef('f.order_id', '=', 'r.order_id')),
      ]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('follow_up as f')
            .select('f.id')
            .whereRef('f.order_id', '=', 'r.order_id')
            .whereRef('f.person', '=', 'r.person')
            .where((is) => is.or([is('r.test_code', '=', ''), is('f.test_code', '=', is.ref('r.test_code'))]))
            .where('f.kind', '=', 'reanalysis')
            .where((is) => is.or([is('f.outcome', 'is', null), is('f.outcome', '<>', 'withdrawn')])),
        ),
      ),
    )
    .orderBy('r.report_id')
    .limit(BATCH_SIZE)
    .execute()
}

/** In a transaction that locks the order, so that nobody changes it meanwhile. */
async function openOfOrder(db: Db, orderId: number, now: Date): Promise<void> {
  const today = todayAtLaboratory(now)
  await db.transaction().execute(async (transaction) => {
    const order = await transaction
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', orderId)
      .forUpdate()
      .executeTakeFirst()
    if (!order) return
    for (const one of await casesOf(transaction, order, onWorker, today))
      await openIfDue(transaction, one, readersAt, today)
  })
}
