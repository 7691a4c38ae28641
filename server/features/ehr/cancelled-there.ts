import type { Transaction } from 'kysely'
import type { Tables } from '#server/database/schema/tables.ts'

/** Whether a hospital has cancelled an order in its own record system. */
export async function isCancelledAtHospital(db: Transaction<Tables>, orderId: number): Promise<boolean> {
  const found = db.selectFrom('ehr_order').select('id').where('order_id', '=', orderId)
  return (await found.where('is_cancelled', '=', true).limit(1).executeTakeFirst()) !== undefined
}
