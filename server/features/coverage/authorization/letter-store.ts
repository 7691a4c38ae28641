import { type Selectable, sql } from 'kysely'
import type { OrderDocument } from '#domain/orders/document.ts'
import { isForPatient } from '#domain/orders/uploaded-files.ts'
import type { Tables } from '#server/database/schema/tables.ts'
import { nameOf, type Scope } from '#server/database/scope.ts'

export type StoredLetter = Selectable<Tables['necessity_letter']>

interface OrderWithOrigin {
  id: number
  /** The verification that it was made from. */
  origin: number | null
  document: Pick<OrderDocument, 'patients'>
}

interface Written {
  order: { id: number; institution: string }
  version: number
  text: string
  /** Whether the actor signs it. */
  isSigned: boolean
}

/** The letter of an order. */
interface CurrentLetter {
  /** The newest for the patient whom the order is about now; undefined if they have none. */
  letter: StoredLetter | undefined
  /** That of the newest, whoever it is for: whoever has read another patient's cannot save over this one's. */
  version: number
}

/** The newest letter for an order and its patient; if it has none, that of the verification it was made from. */
export async function newestLetter({ db }: Scope, order: OrderWithOrigin): Promise<CurrentLetter> {
  const letters = await db
    .selectFrom('necessity_letter')
    .selectAll()
    .where('order_id', 'in', [order.id, order.origin ?? order.id])
    .orderBy(sql`order_id = ${order.id}`, 'desc')
    .orderBy('id', 'desc')
    .execute()
  const letter = letters.find(({ written_for }) => isForPatient(written_for, order.document))
  return { letter, version: letters[0]?.version ?? 0 }
}

/**
 * Writes the order's letter: updates the unsigned one, whoever it was for, or adds a new one. A signed letter is never
 * overwritten.
 */
export async function writeLetter(scope: Scope, { order, version, text, isSigned }: Written): Promise<void> {
  const { actor, db } = scope
  const content = {
    ...{ version, body: text, edited_at: sql<Date>`now()`, edited_by_name: nameOf(actor) },
    ...(isSigned
      ? {
          ...{ signed_at: sql<Date>`now()`, signed_by: actor.id },
          ...{ signature: nameOf(actor), signer_npi: actor.npi },
        }
      : {}),
  }
  const { numUpdatedRows } = await db
    .updateTable('necessity_letter')
    .set(content)
    .where('order_id', '=', order.id)
    .where('signed_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return
  await db
    .insertInto('necessity_letter')
    .values({ order_id: order.id, institution_code: order.institution, ...content })
    .execute()
}

/**
 * The documents uploaded for an order and for the verification it was made from, oldest first, and those among them that
 * were uploaded for another patient: a reason to keep one with the order is none to send it to the payer.
 */
export async function evidenceOf({ db }: Scope, order: OrderWithOrigin) {
  const uploaded = await db
    .selectFrom('document')
    .select(['id', 'type', 'description', 'filename', 'media_type', 'bytes', 'file_key', 'uploaded_at'])
    .select('uploaded_for as uploadedFor')
    .where('order_id', 'in', [order.id, order.origin ?? order.id])
    .where('removed_at', 'is', null)
    .orderBy('uploaded_at')
    .orderBy('id')
    .execute()
  const isOwn = ({ uploadedFor }: (typeof uploaded)[number]) => isForPatient(uploadedFor, order.document)
  return { evidence: uploaded.filter(isOwn), others: uploaded.filter((one) => !isOwn(one)) }
}
export type Evidence = Awaited<ReturnType<typeof evidenceOf>>['evidence'][number]

export async function institutionNamed({ db }: Scope, code: string): Promise<string> {
  const found = await db.selectFrom('institution').select('name').where('code', '=', code).executeTakeFirst()
  return found?.name ?? code
}
