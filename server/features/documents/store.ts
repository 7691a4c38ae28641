import { type Selectable, sql } from 'kysely'
import type { StoredAddress } from '#contract/addresses.ts'
import type { OrderFile } from '#contract/documents.ts'
import { cityLines } from '#domain/addresses/in-lines.ts'
import { stationInWords } from '#domain/va/station.ts'
import type { Tables } from '#server/database/schema/tables.ts'
import { nameOf, type Scope } from '#server/database/scope.ts'
import { withdrawalsOf } from '#server/features/orders/public.ts'

export type StoredDocument = Selectable<Tables['document']>

export interface NewDocument {
  uploadKey: string
  type: OrderFile['type']
  description: string
  filename: string
  mediaType: string
  bytes: number
  fileKey: string
}

const of = (scope: Scope, order: number) =>
  scope.db.selectFrom('document').selectAll().where('order_id', '=', order)

/** An order's documents, newest first. */
export function documentsOf(scope: Scope, order: number): Promise<StoredDocument[]> {
  return of(scope, order)
    .where('removed_at', 'is', null)
    .orderBy('uploaded_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** An order's document, unless it was removed. */
export function findDocument(scope: Scope, order: number, id: number) {
  return of(scope, order).where('id', '=', id).where('removed_at', 'is', null).executeTakeFirst()
}

/** The document that an earlier try of the upload stored, even if it was removed since. */
export function findUpload(scope: Scope, order: number, uploadKey: string) {
  return of(scope, order).where('upload_key', '=', uploadKey).executeTakeFirst()
}

export function insertDocument(
  scope: Scope,
  order: { id: number; institution: string },
  made: NewDocument,
): Promise<StoredDocument> {
  return scope.db
    .insertInto('document')
    .values({
      order_id: order.id,
      institution_code: order.institution,
      upload_key: made.uploadKey,
      type: made.type,
      description: made.description,
      filename: made.filename,
      media_type: made.mediaType,
      bytes: made.bytes,
      file_key: made.fileKey,
      uploaded_by_name: nameOf(scope.actor),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function markRemoved(scope: Scope, id: number): Promise<void> {
  await scope.db.updateTable('document').set({ removed_at: sql`now()` }).where('id', '=', id).execute()
}

export async function insertAddition(
  scope: Scope,
  order: { id: number; institution: string },
  html: string,
): Promise<void> {
  await scope.db
    .insertInto('requisition_addition')
    .values({
      order_id: order.id,
      institution_code: order.institution,
      html,
      added_by_name: nameOf(scope.actor),
    })
    .execute()
}

/**
 * What a requisition contains besides the order: its institution, the consents' titles by id, the additions,
 * and the recollections, oldest first.
 */
export async function requisitionInput(
  scope: Scope,
  order: { id: number; institution: string; vaStation: string },
) {
  const station = await scope.db
    .selectFrom('va_station')
    .select(['name', 'city', 'state'])
    .where('number', '=', order.vaStation)
    .executeTakeFirst()
  const institution = await scope.db
    .selectFrom('institution')
    .select(['name', 'addresses', 'phones'])
    .where('code', '=', order.institution)
    .executeTakeFirst()
  const consents = await scope.db.selectFrom('consent').select(['id', 'title']).orderBy('position').execute()
  const additions = await scope.db
    .selectFrom('requisition_addition')
    .select(['html', 'added_by_name', 'added_at'])
    .where('order_id', '=', order.id)
    .orderBy('id')
    .execute()
  const recollections = await scope.db
    .selectFrom('sample')
    .select(['sample_key', 'date_of_collection'])
    .where('order_id', '=', order.id)
    .where('recollection_of', 'is not', null)
    .orderBy('id')
    .execute()
  return {
    institutionName: institution?.name ?? order.institution,
    institutionAddress: inOneLine(institution?.addresses[0]),
    institutionPhone: institution?.phones[0]?.phoneNumber ?? '',
    vaStation: station ? stationInWords({ ...station, stationNumber: order.vaStation }) : order.vaStation,
    ...{ consents, additions, recollections, withdrawals: await withdrawalsOf(scope, order.id) },
  }
}

/** The address as printed; '' without one. */
function inOneLine(address: StoredAddress | undefined): string {
  if (!address) return ''
  const lines = [address.addressLine1, address.addressLine2, ...cityLines({ country: 'USA', ...address })]
  return lines.filter((line) => line.trim() !== '').join(', ')
}
