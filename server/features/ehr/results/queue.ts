import { type Kysely, sql } from 'kysely'
import type { EhrOrder } from '#domain/ehr/ehr-order.ts'
import type { OutgoingResult, ResultSettings } from '#domain/ehr/results.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import type { EhrOutcome } from '#server/database/schema/ehr-tables.ts'
import type { Tables } from '#server/database/schema/tables.ts'

/*
 * The outgoing messages of hospitals are their own queue, one for each interface: a hospital that does not answer keeps
 * no worker from the others, and what waits can be seen and released where it is.
 */

type Db = Kysely<Tables>

/** A portal that sends renews this with each answer; afterwards another one may send. */
const LEASE = sql`interval '2 minutes'`
const LONGEST_WAIT_SECONDS = 60

/** Whether a message is of a report that the laboratory is checking. A withdrawal goes in any case. */
export const isOfQuestioned = sql<boolean>`(m.status <> 'withdrawn' and exists (select from report r
  where r.order_id = m.order_id and r.person || ' ' || r.test_code = m.stream
    and r.id in (select questioned_reports(m.order_id))))`

/**
 * Whether a message can be sent: released, of no report that the laboratory is checking, and nothing of its order before it
 * waits or was refused. So a correction never reaches a hospital before the report that it corrects, and other orders go on.
 * A withdrawal waits for none of them: it ends what is before it of its report.
 */
export const isReady = sql<boolean>`(m.outcome is null and (m.held_until is null or m.held_until <= now())
  and (m.status = 'withdrawn' or not exists (select from ehr_message_out b
    where b.interface_code = m.interface_code and b.order_id = m.order_id
      and b.id < m.id and (b.outcome is null or b.outcome = 'refused')))
  and not ${isOfQuestioned})`

/** Interfaces with something to send, that nobody sends to and whose next try has come. */
export async function dueInterfaces(db: Db): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select r.interface_code as code from ehr_results r
    where r.retry_at <= now() and (r.sending_until is null or r.sending_until < now())
      and exists (select from ehr_message_out m where m.interface_code = r.interface_code and ${isReady})`.execute(
    db,
  )
  return rows.map(({ code }) => code)
}

/** Of these interfaces, those whose last try got no answer, whichever portal made it. */
export async function unansweredAmong(db: Db, codes: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select interface_code as code from ehr_results where interface_code = any (${codes}::text[]) and tries > 0`.execute(
    db,
  )
  return rows.map(({ code }) => code)
}

export interface Claimed {
  code: string
  settings: ResultSettings
  processingId: string
}

/** Makes this portal the one that sends to a hospital; null if another is. */
export async function claim(db: Db, code: string): Promise<Claimed | null> {
  const { rows } = await sql<Claimed>`
    update ehr_results r set sending_until = now() + ${LEASE} from ehr_interface i
    where r.interface_code = ${code} and i.code = r.interface_code and r.retry_at <= now()
      and (r.sending_until is null or r.sending_until < now())
    returning r.interface_code as code, r.settings, i.processing_id as "processingId"`.execute(db)
  return rows[0] ?? null
}

export async function letGo(db: Db, code: string): Promise<void> {
  await sql`update ehr_results set sending_until = null where interface_code = ${code}`.execute(db)
}

/** After a try without an answer the next one waits twice as long, up to a minute. */
export async function noteNoAnswer(db: Db, code: string, messageId: number, error: string): Promise<void> {
  await sql`update ehr_message_out set tries = tries + 1, last_error = ${error} where id = ${messageId}`.execute(
    db,
  )
  await sql`update ehr_results set tries = tries + 1, last_error = ${error}, sending_until = null,
      retry_at = now() + least(${LONGEST_WAIT_SECONDS}, power(2, least(tries, 10))) * interval '1 second'
    where interface_code = ${code}`.execute(db)
}

export async function noteAnswered(db: Db, code: string): Promise<void> {
  await sql`update ehr_results set tries = 0, last_error = '', retry_at = now(), sending_until = now() + ${LEASE}
    where interface_code = ${code}`.execute(db)
}

/** The next message of an interface, with what it is written from. */
export function nextMessage(db: Db, code: string) {
  return db
    .selectFrom('ehr_message_out as m')
    .innerJoin('orders as o', 'o.id', 'm.order_id')
    .leftJoin('ehr_order as e', 'e.id', 'm.ehr_order_id')
    .select(['m.id', 'm.order_id', 'm.institution_code', 'm.stream', 'm.filler', 'm.status', 'm.result'])
    .select(['m.created_at', 'o.document', 'e.content', 'e.echo'])
    .where('m.interface_code', '=', code)
    .where(isReady)
    .orderBy('m.id')
    .limit(1)
    .executeTakeFirst() as Promise<QueuedMessage | undefined>
}

export interface QueuedMessage {
  id: number
  order_id: number
  institution_code: string
  stream: string
  filler: string
  status: OutgoingResult['status']
  result: OutgoingResult
  created_at: Date
  document: OrderDocument
  content: EhrOrder | null
  echo: string | null
}

interface Settled {
  outcome: EhrOutcome
  reason?: string
  /** The hospital's; none of what is not sent. */
  answer?: string
}

/** Records what became of a message, once; false if that is known already. */
export async function settle(db: Db, id: number, settled: Settled): Promise<boolean> {
  const isRefusedThere = settled.outcome === 'refused' && settled.answer !== undefined
  const row = await db
    .updateTable('ehr_message_out')
    .set({ ...settled, settled_at: sql`now()` })
    .$if(isRefusedThere, (update) => update.set({ open_sends: sql`open_sends - 1` }))
    .where('id', '=', id)
    .where('outcome', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Notes before it is sent what is sent, not answered: the hospital may have it although no answer comes. */
export async function noteSending(db: Db, id: number, body: string): Promise<void> {
  await db
    .updateTable('ehr_message_out')
    .set({ body, answer: '', open_sends: sql`open_sends + 1` })
    .where('id', '=', id)
    .execute()
}

/** Nothing was sent after all. */
export async function takeBackSending(db: Db, id: number): Promise<void> {
  await db
    .updateTable('ehr_message_out')
    .set({ open_sends: sql`open_sends - 1` })
    .where('id', '=', id)
    .execute()
}
