import { type Selectable, sql } from 'kysely'
import type { Tables } from '#server/database/schema/tables.ts'
import { nameOf, type Scope } from '#server/database/scope.ts'

export type StoredLetter = Selectable<Tables['necessity_letter']>

interface Written {
  order: { id: number; institution: string }
  version: number
  text: string
  /** Whether the actor signs it. */
  isSigned: boolean
}

/** The newest letter for an order; if it has none, that of the verification it was made from. */
export function newestLetter(
  { db }: Scope,
  order: { id: number; origin: number | null },
): Promise<StoredLetter | undefined> {
  return db
    .selectFrom('necessity_letter')
    .selectAll()
    .where('order_id', 'in', [order.id, order.origin ?? order.id])
    .orderBy(sql`order_id = ${order.id}`, 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/**
 * Writes the order's letter: updates the unsigned one, or adds a new one. A signed letter is never
 * overwritten.
 */
export async function writeLetter(
  scope: Scope,
  current: StoredLetter | undefined,
  { order, version, text, isSigned }: Written,
): Promise<void> {
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
  const isOpen = current?.order_id === order.id && current.signed_at === null
  await (isOpen
    ? db.updateTable('necessity_letter').set(content).where('id', '=', current.id).execute()
    : db
        .insertInto('necessity_letter')
        .values({ order_id: order.id, institution_code: order.institution, ...content })
        .execute())
}

/** The documents uploaded for an order and for the verification it was made from, oldest first. */
export function evidenceOf({ db }: Scope, order: { id: number; origin: number | null }) {
  return db
    .selectFrom('document')
    .select(['id', 'type', 'description', 'filename', 'media_type', 'bytes', 'file_key', 'uploaded_at'])
    .where('order_id', 'in', [order.id, order.origin ?? order.id])
    .where('removed_at', 'is', null)
    .orderBy('uploaded_at')
    .orderBy('id')
    .execute()
}
export type Evidence = Awaited<ReturnType<typeof evidenceOf>>[number]

export async function institutionNamed({ db }: Scope, code: string): Promise<string> {
  const found = await db.selectFrom('institution').select('name').where('code', '=', code).executeTakeFirst()
  return found?.name ?? code
}
