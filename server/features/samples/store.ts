import { sql } from 'kysely'
import type { Carrier } from '#domain/lookups.ts'
import { nameOf, type Scope } from '#server/database/scope.ts'

/** The sample with its order's laboratory number; undefined where the scope has none. */
export function findSample({ db }: Scope, id: number, institution?: string) {
  const found = db
    .selectFrom('sample')
    .innerJoin('orders', 'orders.id', 'sample.order_id')
    .selectAll('sample')
    .select('orders.accession_number')
    .where('sample.id', '=', id)
  return (
    institution === undefined ? found : found.where('sample.institution_code', '=', institution)
  ).executeTakeFirst()
}
export type StoredSample = NonNullable<Awaited<ReturnType<typeof findSample>>>

export async function setShipping(
  { db }: Scope,
  id: number,
  shipping: { carrier: Carrier | null; trackingNumber: string | null },
) {
  await db
    .updateTable('sample')
    .set({ ship_carrier: shipping.carrier, ship_tracking_number: shipping.trackingNumber })
    .where('id', '=', id)
    .execute()
}

function requests({ db }: Scope) {
  return db
    .selectFrom('availability_request')
    .innerJoin('test', 'test.code', 'availability_request.test_code')
    .selectAll('availability_request')
    .select('test.name as test_name')
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

/** The request, or undefined where the scope has none. `lock` holds it until the transaction ends. */
export function findRequest(scope: Scope, id: number, { lock = false } = {}) {
  const found = requests(scope).where('availability_request.id', '=', id)
  return (lock ? found.forUpdate('availability_request') : found).executeTakeFirst()
}

/** Asks once for each sample and test: while one is open it stands; `created` tells which. */
export async function askOnce(
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
  const standing = await scope.db
    .selectFrom('availability_request')
    .select('id')
    .where('sample_id', '=', sample.id)
    .where('test_code', '=', testCode)
    .where('status', 'in', ['requested', 'available'])
    .executeTakeFirstOrThrow()
  return { id: standing.id, created: false }
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

/** Whether the institution has such an order. */
export async function hasOrder({ db }: Scope, institution: string, id: number): Promise<boolean> {
  const found = await db
    .selectFrom('orders')
    .select('id')
    .where('institution_code', '=', institution)
    .where('id', '=', id)
    .executeTakeFirst()
  return found !== undefined
}
