import { type Kysely, type Selectable, sql } from 'kysely'
import type { AppointmentRequest } from '#domain/counseling/appointment.ts'
import type { AppointmentEventKind, AppointmentState } from '#domain/counseling/states.ts'
import { likeText } from '#server/database/like.ts'
import type { Tables } from '#server/database/schema/tables.ts'

/** The gateway's connection: no other role can read or write these tables. */
type Db = Kysely<Tables>
export type RequestRow = Selectable<Tables['appointment_request']>
export type EventRow = Selectable<Tables['appointment_event']>

/** Makes transactions that give the same name run one after the other. */
export async function oneAtATime(db: Db, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db)
}

/**
 * Whether the same content was stored since, or the same attempt, and is not finished. After that, the same
 * content is a new request.
 */
export async function isStored(
  db: Db,
  { content, since, key }: { content: string; since: Date; key: string | undefined },
): Promise<boolean> {
  const found = await db
    .selectFrom('appointment_request')
    .select('id')
    .where('content_key', '=', content)
    .where('state', 'not in', ['closed', 'deleted'])
    .where((eb) =>
      eb.or([eb('received_at', '>', since), ...(key === undefined ? [] : [eb('request_key', '=', key)])]),
    )
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** How many requests from an address were stored since. */
export async function countOfAddress(db: Db, address: string, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('appointment_request')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('address_key', '=', address)
    .where('received_at', '>', since)
    .executeTakeFirstOrThrow()
  return count
}

/** How many requests with this email address or phone number were stored since. */
export async function countOfContact(
  db: Db,
  { email, phoneNumber }: Pick<AppointmentRequest, 'email' | 'phoneNumber'>,
  since: Date,
): Promise<number> {
  const digits = phoneNumber.replace(/\D/g, '')
  const { count } = await db
    .selectFrom('appointment_request')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('received_at', '>', since)
    .where(
      sql<boolean>`(lower(content ->> 'email') = ${email.toLowerCase()}
        or regexp_replace(content ->> 'phoneNumber', '\\D', '', 'g') = ${digits})`,
    )
    .executeTakeFirstOrThrow()
  return count
}

/** Stores a request; a key that already exists is left empty. */
export async function addRequest(
  db: Db,
  row: {
    requestKey: string | null
    contentKey: string
    addressKey: string
    receivedAt: Date
    language: string
    content: AppointmentRequest
    /** Why it is held back; null if it is handed over. */
    refusal: string | null
  },
): Promise<number> {
  const used =
    row.requestKey !== null &&
    (await db
      .selectFrom('appointment_request')
      .select('id')
      .where('request_key', '=', row.requestKey)
      .executeTakeFirst())
  const { id } = await db
    .insertInto('appointment_request')
    .values({
      ...{ request_key: used ? null : row.requestKey, content_key: row.contentKey },
      ...{ address_key: row.addressKey, received_at: row.receivedAt, language: row.language },
      content: JSON.stringify(row.content),
      ...{ state: row.refusal === null ? 'stored' : 'refused', last_error: row.refusal ?? '' },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Adds an event to a request; false for a partner's message that was stored before. */
export async function addEvent(
  db: Db,
  requestId: number,
  kind: AppointmentEventKind,
  more: { actor?: string; detail?: string; messageKey?: string; at?: Date } = {},
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('appointment_event')
    .values({
      ...{ request_id: requestId, kind, at: more.at ?? new Date() },
      ...{ actor: more.actor ?? '', detail: more.detail ?? '', message_key: more.messageKey ?? null },
    })
    .onConflict((conflict) => conflict.column('message_key').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export async function requestOf(db: Db, id: number): Promise<RequestRow | undefined> {
  return db.selectFrom('appointment_request').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The same, locked until the transaction ends. */
export async function lockRequest(
  db: Db,
  by: { id: number } | { reference: string },
): Promise<RequestRow | undefined> {
  return db
    .selectFrom('appointment_request')
    .selectAll()
    .where((eb) => ('id' in by ? eb('id', '=', by.id) : eb('reference', '=', by.reference)))
    .forUpdate()
    .executeTakeFirst()
}

export async function changeRequest(
  db: Db,
  id: number,
  change: {
    state?: AppointmentState
    last_error?: string
    handed_over_at?: Date
    partner_reference?: string
    tried?: boolean
  },
): Promise<void> {
  const { tried = false, ...columns } = change
  await db
    .updateTable('appointment_request')
    .set({ ...columns, tries: sql`tries + ${tried ? 1 : 0}` })
    .where('id', '=', id)
    .execute()
}

/** Deletes what a patient wrote, whatever could identify it, and what was noted about it. */
export async function forget(db: Db, ids: readonly number[], because: string, at: Date): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('appointment_request')
    .set({ ...{ content: null, state: 'deleted', last_error: '', partner_reference: '', address_key: null } })
    .set({ content_key: '', request_key: null, deleted_at: at, deleted_because: because })
    .where('id', 'in', ids)
    .execute()
  await db
    .updateTable('appointment_event')
    .set({ detail: '', message_key: null })
    .where('request_id', 'in', ids)
    .execute()
}

/** Whether the partner may have the request: it accepted it, is about to, or its answer was lost. */
export function mayBeHandedOver(row: Pick<RequestRow, 'state' | 'tries' | 'handed_over_at'>): boolean {
  return row.handed_over_at !== null || row.state === 'stored' || row.tries > 0
}

/** The requests received before then that still have content, locked until the transaction ends. */
export async function storedBefore(db: Db, before: Date, most: number) {
  return db
    .selectFrom('appointment_request')
    .select(['id', 'state', 'tries', 'handed_over_at'])
    .where('received_at', '<', before)
    .where('deleted_at', 'is', null)
    .orderBy('received_at')
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute()
}

export async function forgetAddresses(db: Db, before: Date): Promise<void> {
  await db
    .updateTable('appointment_request')
    .set({ address_key: null })
    .where('address_key', 'is not', null)
    .where('received_at', '<', before)
    .execute()
}

interface ListQuery {
  state?: AppointmentState | undefined
  search?: string | undefined
  skip: number
  top: number
}

/** The text that is searched. Of the phone number it has the digits, however they were typed. */
const SEARCHED = sql<string>`concat_ws(' ', reference, partner_reference, content ->> 'firstName',
  content ->> 'lastName', content ->> 'guardianFirstName', content ->> 'guardianLastName', content ->> 'email',
  content ->> 'labNumber', regexp_replace(content ->> 'phoneNumber', '\\D', '', 'g'))`

/** A page of requests, newest first. */
export async function listRequests(db: Db, { state, search, skip, top }: ListQuery) {
  let query = db.selectFrom('appointment_request')
  if (state) query = query.where('state', '=', state)
  if (search) {
    const digits = /^\+?[\d\s().-]+$/.test(search) ? search.replace(/\D/g, '') : search
    const [text, plain] = [search, digits].map((one) => `%${likeText(one)}%`)
    query = query.where(sql<boolean>`(${SEARCHED} ilike ${text} or ${SEARCHED} ilike ${plain})`)
  }
  const { total } = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await query
    .selectAll()
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(top)
    .offset(skip)
    .execute()
  return { total, rows }
}

export async function eventsOf(db: Db, ids: readonly number[]): Promise<EventRow[]> {
  if (ids.length === 0) return []
  return db.selectFrom('appointment_event').selectAll().where('request_id', 'in', ids).orderBy('id').execute()
}

/** How many are held back until Support acts. */
export async function countRefused(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('appointment_request')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('state', '=', 'refused')
    .executeTakeFirstOrThrow()
  return count
}

/** How many are pending, and since when the oldest is. */
export async function waitingOf(db: Db): Promise<{ count: number; oldest: Date | null }> {
  return db
    .selectFrom('appointment_request')
    .where('state', '=', 'stored')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .select((eb) => eb.fn.min('received_at').as('oldest'))
    .executeTakeFirstOrThrow()
}
