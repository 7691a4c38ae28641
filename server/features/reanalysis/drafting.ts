import { sql } from 'kysely'
import { fail } from '#contract/errors.ts'
import type { Order } from '#contract/order.ts'
import { type IsoDate, todayAtLaboratory } from '#domain/dates/dates.ts'
import { type AddOn, blankTest } from '#domain/orders/document.ts'
import { type EarlierAnalysis, type RelativeSince, withWhatIsNew } from '#domain/reanalysis/what-is-new.ts'
import { type Authority, nameOf, type Scope, withScope } from '#server/database/scope.ts'
import { namesOfTests } from '#server/features/catalogue/public.ts'
import { addFollowUpEvent } from '#server/features/follow-up/public.ts'
import {
  assertAllowed,
  createDraft,
  findByKeys,
  loadOrderReply,
  lockOrder,
  numbersForAddOn,
  type StoredOrder,
  viewOrder,
} from '#server/features/orders/public.ts'
import { addOnDocument } from '#server/features/samples/public.ts'
import { casesOf, inScopeOf, type ReanalysisCase } from './cases.ts'
import type { Input, ReanalysisDeps } from './deps.ts'
import { openReanalysisOf } from './follow-ups.ts'

/**
 * Starts an order for the laboratory's reanalysis of an order's stored data: a draft with the same people, provider
 * and payer, and with what is new since the report in its phenotype and notes. Consents are asked again. It may be
 * ordered before it is due; the result must be negative or uncertain.
 */
export function draftReanalysis(deps: ReanalysisDeps) {
  return (authority: Authority, { params, body: { draftKey, testCode } }: Input<'draft'>): Promise<Order> =>
    withScope(deps.connection, authority, async (scope) => {
      const { hospital, id } = params
      const row = await lockOrder(scope, params)
      const existing = await findByKeys(scope, hospital, { draftKey })
      if (existing !== undefined) return viewOrder(scope, { hospital, id: existing })
      assertAllowed('addTest', row)
      const today = todayAtLaboratory(deps.now())
      const known = (await casesOf(scope.db, row, inScopeOf, today)).find((one) => one.testCode === testCode)
      if (!known) fail('not-found', { detail: 'This result cannot be analyzed again.' })
      const { due, newer } = known
      if (
        !due.isDue &&
        (due.why === 'result' || due.why === 'consent-withdrawn' || due.why === 'ordered-again')
      )
        fail('wrong-state', {
          detail:
            due.why === 'ordered-again'
              ? `It was ordered again already: order ${newer[0]?.id}.`
              : 'The result is not one that is analyzed again, or a consent was withdrawn.',
        })
      const draft = await createDraft(deps, scope, {
        ...{ hospital, draftKey },
        document: await documentOf(scope, known, today),
        detail: `reanalysis of order ${id}`,
      })
      const open = await openReanalysisOf(scope.db, known)
      if (open)
        await addFollowUpEvent(scope.db, open, {
          ...{ kind: 'step', words: `Draft ${draft.id} for the reanalysis started` },
          by: { id: scope.actor.id, name: nameOf(scope.actor) },
          detail: { draft: draft.id },
        })
      return loadOrderReply(scope, { hospital, id: draft.id })
    })
}

async function documentOf(scope: Scope, known: ReanalysisCase, today: IsoDate) {
  const { order, policy } = known
  const [test] = await namesOfTests(scope.db, [policy.test])
  if (!test?.orderable) fail('wrong-state', { detail: 'The laboratory does not offer this reanalysis now.' })
  const addOn = await addOnOf(scope, known)
  const document = addOnDocument(order.document, [blankTest(test.code, test.name)], addOn)
  return withWhatIsNew(document, await earlierAnalysis(scope, known), today)
}

/** The data is the person's specimen's; of a test that was added, or analyzed again, that of the order it was added to. */
async function addOnOf(scope: Scope, { order, person }: ReanalysisCase): Promise<AddOn> {
  const { addOn } = order.document
  if (addOn) return { ...addOn, kind: 'reanalysis' }
  const keys = order.document.samples.flatMap(({ key, patient }) => (patient === person ? [key] : []))
  const sample = await scope.db
    .selectFrom('sample')
    .select('id')
    .where('order_id', '=', order.id)
    // `-r1` and so on: collected again instead of one that was rejected.
    .where(sql<string>`regexp_replace(sample_key, '-r[0-9]+$', '')`, 'in', [...keys, ''])
    .where('rejected_at', 'is', null)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (!sample)
    fail('wrong-state', { detail: 'The laboratory has no specimen of this order. Order the test anew.' })
  const labNumber = (await numbersForAddOn(scope, order))[0] ?? ''
  return { orderId: order.id, sampleId: sample.id, labNumber, kind: 'reanalysis' }
}

/** What a reanalysis is told about the earlier one. */
export async function earlierAnalysis(
  scope: Scope,
  { order, testName, reportedOn, outcome, findings }: ReanalysisCase,
): Promise<EarlierAnalysis> {
  return {
    ...{ orderId: order.id, labNumber: order.accession_number ?? '', testName, reportedOn },
    ...{ result: outcome, document: order.document, findings },
    relatives: await relativesSince(scope, order, reportedOn),
  }
}

/** Larger than any family. */
const MOST_RELATIVES = 50

/** The orders that were made from this one for relatives, and submitted since its report. */
async function relativesSince(
  { db }: Scope,
  { id, institution_code }: StoredOrder,
  reportedOn: IsoDate,
): Promise<RelativeSince[]> {
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'test_name', 'submitted_at', 'state'])
    .where('made_from', '=', id)
    .where('made_as', '=', 'relative')
    .where('institution_code', '=', institution_code)
    .where('submitted_at', 'is not', null)
    .where('state', '<>', 'cancelled')
    .orderBy('id')
    .limit(MOST_RELATIVES)
    .execute()
  return rows.flatMap(({ id: orderId, test_name: testName, submitted_at, state }) => {
    const submittedOn = submitted_at ? todayAtLaboratory(submitted_at) : ''
    if (submittedOn < reportedOn) return []
    return [{ orderId, testName, submittedOn, isReported: state === 'reported' }]
  })
}
