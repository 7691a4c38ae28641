import { type RawBuilder, sql } from 'kysely'
import { attachedFiles } from '#domain/orders/attached-files.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import type { RuleContext, UploadedFile } from '#domain/orders/rule-context.ts'
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

/** A draft's documents, oldest first, and whom it was about when each was uploaded. */
export function uploadsOf(orderId: number | null): RawBuilder<UploadedFile[]> {
  return sql`(select coalesce(jsonb_agg(jsonb_build_object(
      'id', id, 'filename', filename, 'uploadedFor', uploaded_for) order by id), '[]')
    from document where order_id = ${orderId ?? 0} and removed_at is null and uploaded_for is not null)`
}

/** Notes that these documents are for the order's patient of now: when they were uploaded, nobody had typed the name in full. */
export async function nameUploads({ db }: Scope, order: number, documents: readonly number[]): Promise<void> {
  if (documents.length === 0) return
  await db
    .updateTable('document')
    .set({ uploaded_for: sql`patient_of_order(${order})` })
    .where('order_id', '=', order)
    .where('id', 'in', documents)
    .execute()
}
