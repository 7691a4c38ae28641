import { type SqlBool, sql } from 'kysely'
import { KIT_STATUSES, type KitAction, type KitRecipient, type KitStatus } from '#domain/kits/kit.ts'
import { kitSearchText } from '#domain/kits/recipient.ts'
import type { Carrier, KitType } from '#domain/lookups.ts'
import { searchTerms } from '#domain/text/search-terms.ts'
import { searchable } from '#domain/text/searchable.ts'
import { likeText } from '#server/database/like.ts'
import { nameOf, type Scope } from '#server/database/scope.ts'

export interface NewKits {
  requestKey: string
  kitType: KitType
  quantity: number
  recipient: KitRecipient
  note: string
  orderId: number | null
}

/** Stores a kit order; the same `requestKey` again finds the stored one. `created` tells which. */
export async function insertOnce(
  { db, actor }: Scope,
  institution: string,
  { requestKey, kitType, quantity, recipient, note, orderId }: NewKits,
): Promise<{ id: number; created: boolean }> {
  const inserted = await db
    .insertInto('kit_order')
    .values({
      ...{ institution_code: institution, request_key: requestKey, kit_type: kitType, quantity, note },
      ...{ recipient: JSON.stringify(recipient), search_text: kitSearchText(recipient), order_id: orderId },
      ...{ ordered_by: actor.id, ordered_by_name: nameOf(actor) },
    })
    .onConflict((conflict) => conflict.columns(['institution_code', 'request_key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (inserted) return { id: inserted.id, created: true }
  const existing = await db
    .selectFrom('kit_order')
    .select('id')
    .where('institution_code', '=', institution)
    .where('request_key', '=', requestKey)
    .executeTakeFirstOrThrow()
  return { id: existing.id, created: false }
}

function kits({ db }: Scope) {
  return db
    .selectFrom('kit_order')
    .innerJoin('institution', 'institution.code', 'kit_order.institution_code')
    .selectAll('kit_order')
    .select('institution.name as institution_name')
    .select(({ selectFrom }) =>
      selectFrom('orders')
        .whereRef('orders.id', '=', 'kit_order.order_id')
        .select('orders.state')
        .as('order_state'),
    )
}

/** The kit order, or undefined if it is not in the scope. `lock` locks it until the transaction ends. */
export function findKit(scope: Scope, institution: string, id: number, { lock = false } = {}) {
  const found = kits(scope)
    .where('kit_order.institution_code', '=', institution)
    .where('kit_order.id', '=', id)
  return (lock ? found.forUpdate('kit_order') : found).executeTakeFirst()
}
export type StoredKit = NonNullable<Awaited<ReturnType<typeof findKit>>>

const SORT_COLUMNS = {
  ordered: [sql`ordered_at`],
  // Users look for Ångström under A, unlike the database's default sort order.
  recipient: [sql`recipient->>'lastName' collate "unicode"`, sql`recipient->>'firstName' collate "unicode"`],
  kitType: [sql`kit_type`],
  status: [sql`array_position(array['ordered', 'sent', 'received', 'cancelled'], status)`],
} as const

export interface ListQuery {
  /** Null means all in the scope. */
  institution: string | null
  status?: KitStatus | undefined
  kitType?: KitType | undefined
  keyword?: string | undefined
  skip: number
  top: number
  orderBy: keyof typeof SORT_COLUMNS
  isAscending: boolean
}

/** Matches the recipient, the number of the kit order or of the order, or the start of a tracking number. */
const wordMatches = (word: string) => sql<SqlBool>`(search_text like ${`%${likeText(searchable(word))}%`}
  or kit_order.id::text = ${word}
  or order_id::text = ${word}
  or tracking_number ilike ${`${likeText(word)}%`})`

/** One page of kit orders, the total, and the number in each status. */
export async function listKits(scope: Scope, query: ListQuery) {
  let found = kits(scope)
  if (query.institution !== null) found = found.where('institution_code', '=', query.institution)
  if (query.kitType !== undefined) found = found.where('kit_type', '=', query.kitType)
  for (const word of searchTerms(query.keyword ?? '')) found = found.where(wordMatches(word))
  const counted = await found
    .clearSelect()
    .select('status')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .groupBy('status')
    .execute()
  const counts = Object.fromEntries(KIT_STATUSES.map((status) => [status, 0])) as Record<KitStatus, number>
  for (const { status, count } of counted) counts[status] = count
  const { status } = query
  const direction = query.isAscending ? 'asc' : 'desc'
  let page = status ? found.where('status', '=', status) : found
  for (const column of SORT_COLUMNS[query.orderBy]) page = page.orderBy(column, direction)
  const rows = await page.orderBy('kit_order.id', direction).offset(query.skip).limit(query.top).execute()
  const total = status ? counts[status] : KIT_STATUSES.reduce((sum, one) => sum + counts[one], 0)
  return { total, counts, rows }
}

interface Parcel {
  carrier: Carrier
  trackingNumber: string
}

/** Moves a kit order to the status that `action` leads to, on behalf of the actor. */
export async function change({ db, actor }: Scope, id: number, action: KitAction, parcel: Parcel | null) {
  const name = nameOf(actor)
  const set = {
    send: {
      status: 'sent',
      sent_at: sql<Date>`now()`,
      carrier: parcel?.carrier ?? null,
      tracking_number: parcel?.trackingNumber ?? null,
    },
    receive: { status: 'received', received_at: sql<Date>`now()`, received_by_name: name },
    cancel: { status: 'cancelled', cancelled_at: sql<Date>`now()`, cancelled_by_name: name },
  } as const
  await db.updateTable('kit_order').set(set[action]).where('id', '=', id).execute()
}
