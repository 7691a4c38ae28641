import type { Scope } from '#server/database/scope.ts'
import type { StoredSample } from './store.ts'

/** Newest first. */
export function treatmentsOf({ db }: Scope, order: number) {
  return db
    .selectFrom('treatment')
    .select(['id', 'test_code', 'title', 'recommendation', 'made_at'])
    .where('order_id', '=', order)
    .where('withdrawn_at', 'is', null)
    .orderBy('made_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** The submitted orders for added tests on a sample, oldest first. */
export function furtherOrders({ db }: Scope, { id, institution_code }: StoredSample) {
  return db
    .selectFrom('orders')
    .select(['id', 'state', 'test_codes'])
    .where('institution_code', '=', institution_code)
    .where('submitted_at', 'is not', null)
    .where('add_on_sample_id', '=', id)
    .orderBy('id')
    .execute()
}

/** The codes of an order's tests. */
export async function testsOf({ db }: Scope, order: number): Promise<string[]> {
  const found = await db.selectFrom('orders').select('test_codes').where('id', '=', order).executeTakeFirst()
  return found?.test_codes ?? []
}
