import { sql } from 'kysely'
import type { laboratoryRoutes } from '#contract/laboratory.ts'
import type { ReplyOf } from '#contract/route.ts'
import { countRefused } from '#server/features/counseling/public.ts'
import { waitingChecks } from '../desk/desk-store.ts'
import { countsOf } from './messages.ts'
import type { OperatorDeps } from './operator.ts'

const MOST_LISTED = 5

export interface QueueDeps extends Pick<OperatorDeps, 'connection'> {
  /** Whether kits can be ordered, and have a page where they are worked. */
  takesKits: boolean
}

/** Pending work for the laboratory's Support, over all institutions, and the newest feedback on orders. */
export async function readQueues({
  connection: { db },
  takesKits,
}: QueueDeps): Promise<ReplyOf<(typeof laboratoryRoutes)['queues']>> {
  const messages = await countsOf(db)
  const [kits, registrations, questions] = await Promise.all([
    db
      .selectFrom('kit_order')
      .where('status', '=', 'ordered')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('membership as m')
      .where(
        sql<boolean>`(m.status = 'WaitingForApproval' or m.status = 'Active' and exists (select from proposed_role w
          where w.physician_id = m.physician_id and w.institution_code = m.institution_code))`,
      )
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow(),
    openQuestions(db),
  ])
  const feedback = await db
    .selectFrom('order_feedback as f')
    .innerJoin('institution as i', 'i.code', 'f.institution_code')
    .select(['f.order_id', 'f.institution_code', 'i.name as institution_name'])
    .select(['f.rating', 'f.text', 'f.given_by_name', 'f.given_at'])
    .orderBy('f.given_at', 'desc')
    .limit(MOST_LISTED)
    .execute()
  return {
    counts: {
      results: await waitingChecks(db),
      messagesRefused: messages.refused + messages.refusedHere,
      messagesWaiting: messages.waiting,
      counseling: await countRefused(db),
      registrations: registrations.n,
      ...(takesKits ? { kits: kits.n } : {}),
      questions: questions[0]?.total ?? 0,
    },
    questions: questions.map((row) => ({
      ...{ sampleId: row.sample_id, testName: row.test_name, askedBy: row.requested_by_name },
      ...{ hospitalCode: row.institution_code, institutionName: row.institution_name },
      askedAt: row.requested_at.toISOString(),
    })),
    feedback: feedback.map((row) => ({
      ...{ orderId: row.order_id, rating: row.rating, text: row.text, by: row.given_by_name },
      ...{ hospitalCode: row.institution_code, institutionName: row.institution_name },
      at: row.given_at.toISOString(),
    })),
  }
}

/** Open requests about remaining specimen, oldest first, each with the total. */
function openQuestions(db: OperatorDeps['connection']['db']) {
  return db
    .selectFrom('availability_request as a')
    .innerJoin('institution as i', 'i.code', 'a.institution_code')
    .innerJoin('test as t', 't.code', 'a.test_code')
    .select(['a.sample_id', 'a.institution_code', 'i.name as institution_name', 't.name as test_name'])
    .select(['a.requested_by_name', 'a.requested_at'])
    .select(sql<number>`count(*) over ()`.as('total'))
    .where('a.status', '=', 'requested')
    .orderBy('a.requested_at')
    .limit(MOST_LISTED)
    .execute()
}
