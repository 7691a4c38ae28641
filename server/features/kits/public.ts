import { recipientAt } from '#domain/kits/recipient.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import { audit, type Scope } from '#server/database/scope.ts'
import { insertOnce } from './store.ts'

/**
 * Orders the kits requested in an order's document, in the transaction of `scope`: for its ordering provider,
 * to the institution's primary address. A repeated call for the same order creates none twice.
 */
export async function orderKitsOf(
  scope: Scope,
  order: { id: number; institution: string },
  { kits, orderingProvider }: Pick<OrderDocument, 'kits' | 'orderingProvider'>,
): Promise<void> {
  if (kits.length === 0) return
  const institution = await scope.db
    .selectFrom('institution')
    .select(['addresses', 'phones'])
    .where('code', '=', order.institution)
    .executeTakeFirstOrThrow()
  const recipient = recipientAt(institution, orderingProvider)
  for (const [position, { kitType, quantity }] of kits.entries()) {
    const requestKey = `order ${order.id} ${position}`
    const kit = { requestKey, kitType, quantity, recipient, note: '', orderId: order.id }
    const { id, created } = await insertOnce(scope, order.institution, kit)
    const entity = { kind: 'kit', id, institution: order.institution }
    if (created) await audit(scope, 'kit.order', entity, { kitType, quantity, order: order.id })
  }
}
