import { sql } from 'kysely'
import { fail } from '#contract/errors.ts'
import type { ReplyOf, RequestOf } from '#contract/route.ts'
import type { Treatment, treatmentsRoutes } from '#contract/treatments.ts'
import { fetusInWords, fetusOf, personOfRecord } from '#domain/orders/subject.ts'
import type { Connection } from '#server/database/connection/connect.ts'
import { type Authority, audit, nameOf, type Scope, withScope } from '#server/database/scope.ts'
import { lockOrder, openRecommendations } from '#server/features/orders/public.ts'

type Input<Name extends keyof typeof treatmentsRoutes> = RequestOf<(typeof treatmentsRoutes)[Name]>

async function findTreatment({ db }: Scope, id: number) {
  const found = await db
    .selectFrom('treatment')
    .innerJoin('orders', 'orders.id', 'treatment.order_id')
    .leftJoin('test', 'test.code', 'treatment.test_code')
    .selectAll('treatment')
    .select(['orders.accession_number', 'patient_first_name', 'patient_last_name', 'patient_date_of_birth'])
    .select(['test.name as test_name', 'orders.document'])
    .where('treatment.id', '=', id)
    .executeTakeFirst()
  return found ?? fail('not-found')
}

/**
 * The same with its order locked, so that one being withdrawn is not returned, and its reader is notified.
 */
async function openTreatment(scope: Scope, id: number) {
  const listed = await findTreatment(scope, id)
  await lockOrder(scope, { hospital: listed.institution_code, id: listed.order_id })
  const found = await findTreatment(scope, id)
  return found.withdrawn_at === null ? found : fail('report-withdrawn')
}

/** Whom it is for: the patient, a relative, or a fetus, who has its mother's name and birth date. */
function personOf(row: Awaited<ReturnType<typeof findTreatment>>): Treatment['patient'] {
  const { document, person } = row
  const own = personOfRecord(document, person)
  const fetus = fetusOf(document, person)
  if (!own)
    return {
      ...{ firstName: row.patient_first_name, lastName: row.patient_last_name },
      dateOfBirth: row.patient_date_of_birth,
    }
  const { firstName, lastName, dateOfBirth } = own
  const words = fetus ? `${lastName}, ${fetusInWords(document, fetus).replace(/^the /, '')}` : lastName
  return { firstName, lastName: words, dateOfBirth }
}

/** The newest view by any user, of the text as it is now. */
function newestView({ db }: Scope, id: number) {
  return db
    .selectFrom('treatment_view')
    .innerJoin('treatment', 'treatment.id', 'treatment_view.treatment_id')
    .select(['viewed_at', 'viewed_by_name'])
    .where('treatment_id', '=', id)
    .whereRef('viewed_at', '>=', 'treatment.received_at')
    .orderBy('viewed_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export function getTreatment(connection: Connection) {
  return (
    authority: Authority,
    { params: { id }, query: { beingChecked } }: Input<'get'>,
  ): Promise<Treatment> =>
    withScope(connection, authority, async (scope) => {
      const row = await openTreatment(scope, id)
      const order = { id: row.order_id, institution: row.institution_code }
      const { isQuestioned } = await openRecommendations(scope, {
        ...{ order, tests: [row.test_code], beingChecked },
      })
      const view = await newestView(scope, id)
      await audit(scope, 'treatment.read', { kind: 'treatment', id, institution: row.institution_code })
      return {
        ...{ id, hospitalCode: row.institution_code, orderId: row.order_id },
        accessionNumber: row.accession_number,
        patient: personOf(row),
        ...{ testCode: row.test_code, testName: row.test_name ?? row.test_code, title: row.title },
        recommendation: row.recommendation
          .split('\n')
          .map((paragraph) => paragraph.trim())
          .filter(Boolean),
        ...{ madeAt: row.made_at.toISOString(), receivedAt: row.received_at.toISOString() },
        isQuestioned,
        lastViewed: view ? { at: view.viewed_at.toISOString(), by: view.viewed_by_name } : null,
      }
    })
}

/** Records that the user has opened it now; one entry per user, with the last time. */
export function noteView(connection: Connection) {
  return (
    authority: Authority,
    { body: { treatmentId } }: Input<'lastViewed'>,
  ): Promise<ReplyOf<(typeof treatmentsRoutes)['lastViewed']>> =>
    withScope(connection, authority, async (scope) => {
      const { institution_code } = await openTreatment(scope, treatmentId)
      const name = nameOf(scope.actor)
      const { viewed_at } = await scope.db
        .insertInto('treatment_view')
        .values({
          ...{ treatment_id: treatmentId, physician_id: scope.actor.id },
          ...{ institution_code, viewed_by_name: name },
        })
        .onConflict((conflict) =>
          conflict
            .columns(['treatment_id', 'physician_id'])
            .doUpdateSet({ viewed_at: sql`now()`, viewed_by_name: name }),
        )
        .returning('viewed_at')
        .executeTakeFirstOrThrow()
      const entity = { kind: 'treatment', id: treatmentId, institution: institution_code }
      await audit(scope, 'treatment.viewed', entity)
      return { treatmentId, viewedAt: viewed_at.toISOString() }
    })
}
