import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import type { LabUpdate } from '#adapters/laboratory/port.ts'
import type { MessageList } from '#contract/lists.ts'
import type { Tables } from '#server/database/schema/tables.ts'

/** The operator page's store: every message of every institution, on the gateway's connection. */
type Db = Kysely<Tables>

/** Conditions of the lists of outgoing messages; null for a list of incoming ones. */
const OUT = {
  waiting: sql<boolean>`m.answered_at is null`,
  refused: sql<boolean>`m.answer_code not in ('AA', 'CA')`,
  sent: sql<boolean>`m.answer_code in ('AA', 'CA')`,
} as const

/**
 * A refused message counts until it is applied, whether it was sent again or reprocessed; the same message
 * refused twice counts once.
 */
export const IN = {
  'refused-here': sql<boolean>`m.outcome = 'refused' and not exists (
    select from message_in again where m.control_id <> '' and again.sender = m.sender and again.control_id = m.control_id
      and (again.outcome = 'applied' or again.outcome = 'refused' and again.id > m.id))`,
  'taken-in': sql<boolean>`m.outcome in ('applied', 'repeated')`,
} as const

export type OutList = keyof typeof OUT
export type InList = keyof typeof IN

export function isOut(list: MessageList): list is OutList {
  return list in OUT
}

/** The search: an order's number, or part of a control id or of the sender. */
interface PageQuery {
  search?: string | undefined
  limit: number
  page: number
}

const likely = (search: string) => `%${search.replace(/[\\%_]/g, '\\$&')}%`

function outgoingRows(db: Db) {
  return db
    .selectFrom('message_out as m')
    .innerJoin('orders as o', 'o.id', 'm.order_id')
    .innerJoin('institution as i', 'i.code', 'm.institution_code')
    .select(['m.id', 'm.kind', 'm.control_id', 'm.created_at', 'm.tries', 'm.last_error', 'm.answered_at'])
    .select([
      'm.answer_code',
      'm.answer',
      'm.answer_words',
      'm.sent_again',
      'm.order_id',
      'm.institution_code',
    ])
    .select(['o.state', 'i.name as institution_name'])
}

export async function outgoingList(db: Db, list: OutList, { search, limit, page }: PageQuery) {
  const found = search
    ? sql<boolean>`(m.control_id ilike ${likely(search)} or m.order_id::text = ${search})`
    : sql<boolean>`true`
  const order = list === 'waiting' ? ('asc' as const) : ('desc' as const)
  const rows = await outgoingRows(db)
    .where(OUT[list])
    .where(found)
    .orderBy('m.id', order)
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return {
    rows,
    total: await count<'message_out'>(db.selectFrom('message_out as m').where(OUT[list]).where(found)),
  }
}

export async function outgoingOne(db: Db, id: number) {
  return outgoingRows(db).select('m.body').where('m.id', '=', id).executeTakeFirst()
}

/** The same, locked until the transaction ends. */
export async function lockOutgoing(db: Db, id: number) {
  return outgoingRows(db).select('m.body').where('m.id', '=', id).forUpdate(['m', 'o']).executeTakeFirst()
}

const INCOMING = [
  'm.id',
  'm.received_at',
  'm.sender',
  'm.control_id',
  'm.type',
  'm.outcome',
  'm.reason',
] as const

export async function incomingList(db: Db, list: InList, { search, limit, page }: PageQuery) {
  const found = search
    ? sql<boolean>`(m.control_id ilike ${likely(search)} or m.sender ilike ${likely(search)})`
    : sql<boolean>`true`
  const rows = await db
    .selectFrom('message_in as m')
    .select(INCOMING)
    .select('m.acknowledgement')
    // A large message is searched for its order only when it is opened.
    .select(sql<string | null>`case when length(m.raw) < 200000 then m.raw end`.as('raw'))
    .where(IN[list])
    .where(found)
    .orderBy('m.id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return {
    rows,
    total: await count<'message_in'>(db.selectFrom('message_in as m').where(IN[list]).where(found)),
  }
}

export async function incomingOne(db: Db, id: number) {
  return db
    .selectFrom('message_in as m')
    .select(INCOMING)
    .select(['m.acknowledgement', 'm.raw'])
    .select(sql<boolean>`(${IN['refused-here']}) is true`.as('refused'))
    .where('m.id', '=', id)
    .executeTakeFirst()
}

/** The last message with a sender's control id. */
export async function newestIncoming(db: Db, { sender, control_id }: { sender: string; control_id: string }) {
  const { id } = await db
    .selectFrom('message_in')
    .select((eb) => eb.fn.max('id').as('id'))
    .where('sender', '=', sender)
    .where('control_id', '=', control_id)
    .executeTakeFirstOrThrow()
  return incomingOne(db, id)
}

/** Orders by number, with their state. */
export async function ordersNamed(db: Db, ids: number[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('orders as o')
    .innerJoin('institution as i', 'i.code', 'o.institution_code')
    .select(['o.id', 'o.state', 'o.institution_code', 'i.name as institution_name'])
    .where('o.id', 'in', ids)
    .where('o.state', '<>', 'draft')
    .execute()
}

/** Every order that updates name: by our number, by that of a specimen, or by the laboratory's. */
export async function ordersAbout(db: Db, updates: readonly LabUpdate[]) {
  const numbers = updates.flatMap(({ orderId, specimens }) => [
    orderId,
    ...specimens.map((one) => one.orderId),
  ])
  const ids = [...new Set(numbers.filter((id) => id !== null))]
  const accessions = updates.flatMap((one) =>
    one.orderId === null && one.laboratoryNumber ? [one.laboratoryNumber] : [],
  )
  if (ids.length + accessions.length === 0) return []
  return db
    .selectFrom('orders')
    .select(['id', 'institution_code'])
    .where(sql<boolean>`(id = any (${ids}::bigint[]) or accession_number = any (${accessions}::text[]))`)
    .orderBy('id')
    .execute()
}

export async function countsOf(db: Db) {
  const out = await db
    .selectFrom('message_out as m')
    .select(sql<number>`count(*) filter (where ${OUT.waiting})`.as('waiting'))
    .select(sql<number>`count(*) filter (where ${OUT.refused})`.as('refused'))
    .select(sql<Date | null>`min(m.created_at) filter (where ${OUT.waiting})`.as('since'))
    .where(sql<boolean>`m.answered_at is null or m.answer_code not in ('AA', 'CA')`)
    .executeTakeFirstOrThrow()
  return {
    ...out,
    refusedHere: await count<'message_in'>(db.selectFrom('message_in as m').where(IN['refused-here'])),
  }
}

async function count<T extends 'message_out' | 'message_in'>(
  query: SelectQueryBuilder<Tables & { m: Tables[T] }, 'm', object>,
): Promise<number> {
  const { total } = await query.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  return total
}

/**
 * Makes a message pending again and counts the request; the reason for its refusal stays until it is
 * answered.
 */
export async function waitAgain(db: Db, id: number): Promise<void> {
  await db
    .updateTable('message_out')
    .set({
      ...{ sent_again: sql`sent_again + 1`, answered_at: null, answer_code: null, answer: null },
      answer_words: '',
    })
    .where('id', '=', id)
    .execute()
}
