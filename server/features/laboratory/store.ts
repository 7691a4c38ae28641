import { type Kysely, sql, type Transaction } from 'kysely'
import type { LaboratoryNews } from '#adapters/laboratory/port.ts'
import type { OrderEvent } from '#contract/order.ts'
import type { Tables } from '#server/database/tables.ts'

/**
 * The gateway's store. It serves no user and therefore has no scope: it runs as karyo_worker, which sees every
 * institution and is reachable from no route.
 */
export type Gateway = Kysely<Tables>
export type GatewayTransaction = Transaction<Tables>

/** MSH-10 of the message of an order: made of its number, so that the database refuses a second one. */
export function orderControlId(orderId: number): string {
  return `NW${orderId}`
}

/** MSH-10 of the `n`th request to cancel it: after a refusal it may be asked again. */
export function cancellationControlId(orderId: number, n: number): string {
  return `CA${orderId}-${n}`
}

export async function storeRaw(db: Gateway, raw: string): Promise<number> {
  const { id } = await db.insertInto('message_in').values({ raw }).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function settle(
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

/** Whether this message was applied before: a row if so, undefined when it is new. */
export function appliedBefore(db: Gateway, sender: string, controlId: string) {
  return db
    .selectFrom('message_in')
    .select('id')
    .where('sender', '=', sender)
    .where('control_id', '=', controlId)
    .where('outcome', '=', 'applied')
    .executeTakeFirst()
}

/**
 * The submitted order that the news is of: by our number, else by the laboratory's. An add-on may have the number of the
 * order whose specimen it is on: then the one that has the test. Held until the end.
 */
export function orderOf(db: GatewayTransaction, { orderId, laboratoryNumber, testCode }: LaboratoryNews) {
  const orders = db.selectFrom('orders').selectAll().where('state', '<>', 'draft').forUpdate()
  if (orderId !== null) return orders.where('id', '=', orderId).executeTakeFirst()
  return orders
    .where('accession_number', '=', laboratoryNumber)
    .orderBy(sql`${testCode} = any (test_codes)`, 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/** The specimens of an order have come to the laboratory. */
export async function markArrived(db: GatewayTransaction, orderId: number) {
  await db
    .updateTable('sample')
    .set({ accessioned_at: sql`now()` })
    .where('order_id', '=', orderId)
    .where('accessioned_at', 'is', null)
    .execute()
}

/** The order's reports, the newest first. */
export function reportsOf(db: GatewayTransaction, orderId: number) {
  return db
    .selectFrom('report')
    .select(['version', 'file_key', 'made_at', 'test_code'])
    .where('order_id', '=', orderId)
    .orderBy('version', 'desc')
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

export function outgoing(db: Gateway, id: number) {
  return db.selectFrom('message_out').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function noteTry(db: Gateway, id: number, error: string) {
  await db
    .updateTable('message_out')
    .set({ tries: sql`tries + 1`, last_error: error })
    .where('id', '=', id)
    .execute()
}

/** Whether the laboratory has said that it took the order in. */
export async function wasTaken(db: Gateway, orderId: number): Promise<boolean> {
  const taken = await db
    .selectFrom('message_out')
    .select('id')
    .where('control_id', '=', orderControlId(orderId))
    .where('answer_code', 'in', ['AA', 'CA'])
    .executeTakeFirst()
  return taken !== undefined
}

/** Writes down the laboratory's answer once; false when it stands already. */
export async function noteAnswer(db: Gateway, id: number, code: string, answer: string): Promise<boolean> {
  const noted = await db
    .updateTable('message_out')
    .set({ answered_at: sql`now()`, answer_code: code, answer })
    .where('id', '=', id)
    .where('answered_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return noted !== undefined
}
