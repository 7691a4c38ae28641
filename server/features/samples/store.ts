import { sql } from 'kysely'
import { nameOf, type Scope } from '#server/database/scope.ts'
import { lockOrder, samplesWithParcel } from '#server/features/orders/public.ts'

/** Samples with their parcel and their order's columns. */
export function samplesWithOrder(scope: Scope) {
  return samplesWithParcel(scope)
    .innerJoin('orders', 'orders.id', 'sample.order_id')
    .select(['orders.accession_number', 'orders.state', 'orders.state_before_cancel'])
    .select(['orders.reported_at', 'orders.has_pending_test'])
}

/** The sample; undefined if it is not in the scope. */
export function findSample(scope: Scope, id: number, institution?: string) {
  const found = samplesWithOrder(scope).where('sample.id', '=', id)
  return (
    institution === undefined ? found : found.where('sample.institution_code', '=', institution)
  ).executeTakeFirst()
}
export type StoredSample = NonNullable<Awaited<ReturnType<typeof findSample>>>

/** The institution's samples in `ids`, by number. Their orders are locked until the transaction ends. */
export async function lockSamples(scope: Scope, institution: string, ids: readonly number[]) {
  const query = samplesWithOrder(scope)
    .where('sample.institution_code', '=', institution)
    .where('sample.id', 'in', ids)
    .orderBy('sample.id')
  const orders = [...new Set((await query.execute()).map(({ order_id }) => order_id))]
  // In the same sequence everywhere, so that there are no deadlocks.
  for (const id of orders.toSorted((a, b) => a - b)) await lockOrder(scope, { hospital: institution, id })
  return query.execute()
}

/** The orders' samples, by number. */
export function samplesOfOrders(scope: Scope, orders: readonly number[]) {
  return samplesWithOrder(scope).where('sample.order_id', 'in', orders).orderBy('sample.id').execute()
}

/** A shipment's samples, by number. */
export function samplesIn(scope: Scope, shipment: number) {
  return samplesWithOrder(scope).where('sample.shipment_id', '=', shipment).orderBy('sample.id').execute()
}

/** The orders made from an order for relatives, and the one it was itself made from for a relative. */
export async function ordersOfFamily({ db }: Scope, id: number): Promise<number[]> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where(({ or, and, eb, selectFrom }) =>
      or([
        and([eb('made_from', '=', id), eb('made_as', '=', 'relative')]),
        eb(
          'id',
          'in',
          selectFrom('orders as own')
            .select((own) => own.ref('own.made_from').$notNull().as('id'))
            .where('own.id', '=', id)
            .where('own.made_as', '=', 'relative')
            .where('own.made_from', 'is not', null),
        ),
      ]),
    )
    .execute()
  return rows.map((row) => row.id)
}

/** Records that a sample was recollected on that day. */
export async function setRecollected({ db }: Scope, id: number, dateOfCollection: string) {
  await db
    .updateTable('sample')
    .set({ collected_again_at: sql`now()`, date_of_collection: dateOfCollection })
    .where('id', '=', id)
    .execute()
}

function requests({ db }: Scope) {
  return db
    .selectFrom('availability_request')
    .innerJoin('test', 'test.code', 'availability_request.test_code')
    .leftJoin('orders', 'orders.id', 'availability_request.order_id')
    .selectAll('availability_request')
    .select(['test.name as test_name', 'orders.state as order_state'])
}

/** Newest first. */
export function requestsOf(scope: Scope, sampleId: number) {
  return requests(scope)
    .where('sample_id', '=', sampleId)
    .orderBy('requested_at', 'desc')
    .orderBy('availability_request.id', 'desc')
    .execute()
}
export type StoredRequest = Awaited<ReturnType<typeof requestsOf>>[number]

/** The request, or undefined if it is not in the scope. `lock` locks it until the transaction ends. */
export function findRequest(scope: Scope, id: number, { lock = false } = {}) {
  const found = requests(scope).where('availability_request.id', '=', id)
  return (lock ? found.forUpdate('availability_request') : found).executeTakeFirst()
}

/** Creates one request per sample and test; an open one is returned instead. `created` tells which. */
export async function insertRequestOnce(
  scope: Scope,
  sample: Pick<StoredSample, 'id' | 'institution_code'>,
  testCode: string,
): Promise<{ id: number; created: boolean }> {
  const inserted = await scope.db
    .insertInto('availability_request')
    .values({
      sample_id: sample.id,
      institution_code: sample.institution_code,
      test_code: testCode,
      requested_by_name: nameOf(scope.actor),
      order_id: null,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['sample_id', 'test_code'])
        .where('status', 'in', ['requested', 'available'])
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  if (inserted) return { id: inserted.id, created: true }
  const existing = await scope.db
    .selectFrom('availability_request')
    .select('id')
    .where('sample_id', '=', sample.id)
    .where('test_code', '=', testCode)
    .where('status', 'in', ['requested', 'available'])
    .executeTakeFirstOrThrow()
  return { id: existing.id, created: false }
}

export async function setAnswer(
  { db }: Scope,
  id: number,
  { isAvailable, note }: { isAvailable: boolean; note: string },
) {
  const status = isAvailable ? 'available' : 'unavailable'
  await db
    .updateTable('availability_request')
    .set({ status, note, answered_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

export async function setOrdered({ db }: Scope, id: number, orderId: number | null) {
  await db
    .updateTable('availability_request')
    .set({ status: 'ordered', order_id: orderId })
    .where('id', '=', id)
    .execute()
}

/** Whether the institution has the order. */
export async function hasOrder({ db }: Scope, institution: string, id: number): Promise<boolean> {
  const found = await db
    .selectFrom('orders')
    .select('id')
    .where('institution_code', '=', institution)
    .where('id', '=', id)
    .executeTakeFirst()
  return found !== undefined
}
