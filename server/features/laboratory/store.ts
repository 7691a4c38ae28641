import { randomBytes } from 'node:crypto'
import { type Kysely, type SelectQueryBuilder, sql, type Transaction } from 'kysely'
import type { OrderName } from '#adapters/laboratory/port.ts'
import type { OrderEvent } from '#contract/order.ts'
import type { LabEvent, LabEventContent } from '#domain/orders/lab-events.ts'
import type { Tables } from '#server/database/schema/tables.ts'
import type { StoredLabUpdate } from './inbox/lab-events.ts'

/**
 * The gateway's store. It serves no user and therefore has no scope: it runs as karyo_worker, which sees
 * every institution, and no route leads to it.
 */
export type Gateway = Kysely<Tables>
export type GatewayTransaction = Transaction<Tables>

/** MSH-10 of an order's message: derived from its number, so that the database refuses a second one. */
export function orderControlId(orderId: number): string {
  return `NW${orderId}`
}

/**
 * MSH-10 of a cancellation request: after a refusal it may be requested again. Drawn, not counted: after a restore a count
 * would come again, and the laboratory acknowledges a name that it knows without acting.
 */
export function newCancellationControlId(orderId: number): string {
  return `CA${orderId}-${drawn()}`
}

/** MSH-10 of a change to the order, drawn like that of a cancellation request. */
export function newChangeControlId(orderId: number): string {
  return `XO${orderId}-${drawn()}`
}

/** Eight hexadecimal digits: with the number of the order no more than the twenty characters of MSH-10. */
const drawn = () => randomBytes(4).toString('hex')

export function storeRaw(db: Gateway, raw: string) {
  return db
    .insertInto('message_in')
    .values({ raw })
    .returning(['id', 'received_at'])
    .executeTakeFirstOrThrow()
}

/** Notes which orders a message names: whatever becomes of it, it is erased with the last of them. Waits for nothing. */
export async function noteOrders(db: Gateway, messageId: number, names: readonly OrderName[]): Promise<void> {
  for (const name of new Map(names.map((one) => [one.orderId ?? JSON.stringify(one), one])).values())
    await db
      .insertInto('message_order')
      .columns(['message_id', 'order_id'])
      .expression(
        called(
          name,
          db.selectFrom('orders').select([sql<number>`${messageId}::bigint`.as('message_id'), 'id']),
        ),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

export async function recordOutcome(
  db: Gateway,
  id: number,
  read: { sender: string; control_id: string; type: string },
  outcome: { outcome: 'applied' | 'refused' | 'repeated'; reason?: string; acknowledgement: string | null },
) {
  await db
    .updateTable('message_in')
    .set({ ...read, reason: '', ...outcome })
    .where('id', '=', id)
    .execute()
}

/** The message applied under this name before, and whether it was identical; undefined for a new name. */
export function appliedBefore(db: Gateway, sender: string, controlId: string, raw: string) {
  return db
    .selectFrom('message_in')
    .select(sql<boolean>`raw = ${raw}`.as('isSame'))
    .where('sender', '=', sender)
    .where('control_id', '=', controlId)
    .where('outcome', '=', 'applied')
    .executeTakeFirst()
}

/**
 * The submitted order that an update is about: by our number, else by the laboratory's. An add-on may share a
 * number with the order whose specimen it uses: then the one with the test. Locked until the transaction
 * ends.
 */
export function orderOf(db: GatewayTransaction, name: OrderName) {
  return called(name, db.selectFrom('orders').selectAll().forUpdate()).executeTakeFirst()
}

function called<Row>(
  { orderId, laboratoryNumber, testCode }: OrderName,
  all: SelectQueryBuilder<Tables, 'orders', Row>,
) {
  const orders = all.where('state', '<>', 'draft')
  if (orderId !== null) return orders.where('id', '=', orderId)
  return orders
    .where('accession_number', '=', laboratoryNumber)
    .orderBy(sql`${testCode} = any (test_codes)`, 'desc')
    .orderBy('id')
    .limit(1)
}

export type StoredOrder = NonNullable<Awaited<ReturnType<typeof orderOf>>>

/** All laboratory events of an order, in order of arrival. */
export async function labEventsOf(db: GatewayTransaction, orderId: number): Promise<LabEvent[]> {
  const rows = await db
    .selectFrom('laboratory_fact')
    .select(['fact_key', 'at', 'fact'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
  return rows.map(({ fact_key: key, at, fact: event }) => ({ ...(event as LabEventContent), key, at }))
}

/** Records the documents of reports, including waiting ones, so that a backup includes them. */
export async function addReportFiles(
  db: GatewayTransaction,
  labUpdates: readonly StoredLabUpdate[],
): Promise<void> {
  const reportParts = labUpdates.flatMap(({ report }) => report?.parts ?? [])
  const keys = new Set(reportParts.flatMap((part) => (part.kind === 'document' ? [part.fileKey] : [])))
  if (keys.size === 0) return
  await db
    .insertInto('report_file')
    .values([...keys].toSorted().map((file_key) => ({ file_key })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Adds events to an order, which is locked; one message may contain the same event twice. */
export async function addLabEvents(
  db: GatewayTransaction,
  { id: order_id, institution_code }: StoredOrder,
  events: readonly LabEvent[],
  messageId: number | null,
) {
  const rows = events.map(({ key, at, ...content }) => ({
    ...{ order_id, institution_code, fact_key: key, at, message_id: messageId },
    fact: JSON.stringify(content),
  }))
  await db
    .insertInto('laboratory_fact')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['order_id', 'fact_key']).doNothing())
    .execute()
}

export async function addLaboratoryEvent(
  db: Gateway,
  order: { id: number; institution_code: string },
  kind: OrderEvent['kind'],
  detail = '',
  actor = 'Laboratory',
) {
  await db
    .insertInto('order_event')
    .values({
      order_id: order.id,
      institution_code: order.institution_code,
      kind,
      actor,
      actor_id: null,
      detail,
    })
    .execute()
}

export function outgoingMessage(db: Gateway, id: number) {
  return db.selectFrom('message_out').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function noteTry(db: Gateway, id: number, error: string) {
  await db
    .updateTable('message_out')
    .set({ tries: sql`tries + 1`, last_error: error })
    .where('id', '=', id)
    .execute()
}

/**
 * Whether the laboratory has the order: it accepted the order's message, or has told of its number, a specimen or progress,
 * because it may enter by hand an order whose message it refused.
 */
export async function wasTaken(db: Gateway, orderId: number): Promise<boolean> {
  const { rows } = await sql<{ isTaken: boolean }>`
    select exists (select from message_out
        where control_id = ${orderControlId(orderId)} and answer_code in ('AA', 'CA'))
      or exists (select from orders where id = ${orderId} and (accession_number is not null
        or coalesce(state_before_cancel, state) in ('accessioned', 'in-process', 'reported')))
      or exists (select from laboratory_fact where order_id = ${orderId}
        and (fact->>'kind' in ('numbered', 'arrived', 'rejected', 'report', 'result')
          or fact->>'progress' in ('accessioned', 'in-process', 'reported'))) as "isTaken"`.execute(db)
  return rows[0]?.isTaken === true
}

export async function isCancelled(db: Gateway, orderId: number): Promise<boolean> {
  const found = await db.selectFrom('orders').select('state').where('id', '=', orderId).executeTakeFirst()
  return found?.state === 'cancelled'
}

/** Whether the message tells of a withdrawn consent: both are written in one transaction, and so at one moment. */
export async function tellsOfWithdrawal(db: Gateway, messageId: number): Promise<boolean> {
  const told = await db
    .selectFrom('message_out')
    .innerJoin('consent_withdrawal', 'consent_withdrawal.order_id', 'message_out.order_id')
    .select('message_out.id')
    .where('message_out.id', '=', messageId)
    .where('message_out.kind', '=', 'change')
    .where(
      sql`date_trunc('milliseconds', message_out.created_at)`,
      '=',
      sql.ref('consent_withdrawal.recorded_at'),
    )
    .executeTakeFirst()
  return told !== undefined
}

/** The last refusal by the laboratory's system, if nothing was accepted since; otherwise undefined. */
export async function lastRefusal(db: Gateway, orderId: number): Promise<string | undefined> {
  const last = await db
    .selectFrom('order_event')
    .select(['kind', 'detail'])
    .where('order_id', '=', orderId)
    .where('kind', 'in', ['refused-by-laboratory', 'acknowledged'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.kind === 'refused-by-laboratory' ? last.detail : undefined
}

/** Stores the laboratory's answer once, with the reason for a refusal; false if it is stored already. */
export async function noteAnswer(
  db: Gateway,
  id: number,
  { code, raw, text = '' }: { code: string; raw: string; text?: string },
  refusal: string | null,
): Promise<boolean> {
  const noted = await db
    .updateTable('message_out')
    .set({
      ...{ answered_at: sql`now()`, answer_code: code, answer: raw },
      answer_words: refusal === null ? text.slice(0, 2000) : '',
      ...(refusal === null ? {} : { last_error: refusal }),
    })
    .where('id', '=', id)
    .where('answered_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return noted !== undefined
}
