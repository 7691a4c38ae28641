import type { GatewayTransaction } from '../store.ts'

export function samplesOf(db: GatewayTransaction, orderId: number) {
  return db.selectFrom('sample').selectAll().where('order_id', '=', orderId).orderBy('id').execute()
}

export function holdsOf(db: GatewayTransaction, orderId: number) {
  return db.selectFrom('order_hold').selectAll().where('order_id', '=', orderId).orderBy('id').execute()
}

export function reportsOf(db: GatewayTransaction, orderId: number) {
  return db.selectFrom('report').selectAll().where('order_id', '=', orderId).orderBy('id').execute()
}

export function treatmentsOf(db: GatewayTransaction, orderId: number) {
  return db.selectFrom('treatment').selectAll().where('order_id', '=', orderId).orderBy('id').execute()
}

/** An order's stored relations that depend on its projection, each in order of creation. */
export async function loadRelations(db: GatewayTransaction, orderId: number) {
  return {
    samples: await samplesOf(db, orderId),
    holds: await holdsOf(db, orderId),
    reports: await reportsOf(db, orderId),
    treatments: await treatmentsOf(db, orderId),
  }
}
export type OrderRelations = Awaited<ReturnType<typeof loadRelations>>
