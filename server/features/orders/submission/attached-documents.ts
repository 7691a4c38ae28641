import { attachedFiles } from '#domain/orders/attached-files.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import type { RuleContext } from '#domain/orders/rule-context.ts'
import type { Scope } from '#server/database/scope.ts'

/** The order's documents among the files that its answers and known variants name; undefined if they name none. */
export async function attachedDocuments(
  { db }: Scope,
  orderId: number | null,
  document: Pick<OrderDocument, 'answers' | 'knownVariants'>,
): Promise<RuleContext['documents']> {
  const ids = attachedFiles(document).map(({ documentId }) => documentId)
  if (ids.length === 0) return undefined
  return db
    .selectFrom('document')
    .select(['id', 'bytes'])
    .where('order_id', '=', orderId ?? 0)
    .where('id', 'in', ids)
    .where('removed_at', 'is', null)
    .execute()
}
