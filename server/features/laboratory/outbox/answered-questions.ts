import type { FileStore } from '#adapters/files/port.ts'
import type { AnsweredQuestions } from '#adapters/laboratory/port.ts'
import { answersIn } from '#domain/orders/answers.ts'
import { attachedFiles } from '#domain/orders/attached-files.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import type { Scope } from '#server/database/scope.ts'
import { answeredQuestionnaires } from '#server/features/catalogue/public.ts'

/**
 * What an order's message needs of the laboratory's own questions: the questionnaires in the words that were
 * answered, and the attached files, the relatives' reports among them. Undefined if there is none of these.
 */
export async function answeredQuestions(
  { db }: Scope,
  orderId: number,
  document: OrderDocument,
  files: FileStore,
): Promise<AnsweredQuestions | undefined> {
  const ids = attachedFiles(document).map(({ documentId }) => documentId)
  if (answersIn(document).length + ids.length === 0) return undefined
  const [questionnaires = []] = await answeredQuestionnaires(db, [document])
  const attached = await db
    .selectFrom('document')
    .select(['id', 'file_key', 'media_type'])
    .where('order_id', '=', orderId)
    .where('id', 'in', [...ids, 0])
    .where('removed_at', 'is', null)
    .execute()
  return {
    questionnaires,
    files: await Promise.all(
      attached.map(async ({ id, file_key, media_type }) => ({
        documentId: id,
        mediaType: media_type,
        content: await files.get(file_key),
      })),
    ),
  }
}
