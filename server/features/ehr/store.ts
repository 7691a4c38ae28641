import { type Kysely, sql } from 'kysely'
import { type EhrOrder, placerKey } from '#domain/ehr/ehr-order.ts'
import { type Maps, mapsOf, type Unmapped } from '#domain/ehr/maps.ts'
import type { Tables } from '#server/database/schema/tables.ts'
import { type Authority, authorizeInterface, type Scope } from '#server/database/scope.ts'

/** The interface of a hospital: whose messages a connection brings. */
export interface EhrInterface {
  code: string
  name: string
  institution: string
  physicianId: number
  sender: string
  processingId: string
  answersOrders: boolean
}

const COLUMNS = [
  ...(['code', 'name', 'institution_code as institution', 'physician_id as physicianId'] as const),
  ...(['sender', 'processing_id as processingId', 'answers_orders as answersOrders'] as const),
] as const

/** Whose connection presents this certificate, on the worker's connection, which sees every institution. */
export function interfaceOf(db: Kysely<Tables>, certificate: string): Promise<EhrInterface | undefined> {
  return db
    .selectFrom('ehr_interface')
    .select(COLUMNS)
    .where(sql<boolean>`${certificate} = any (certificates)`)
    .executeTakeFirst()
}

export function interfaceNamed(db: Kysely<Tables>, code: string): Promise<EhrInterface | undefined> {
  return db.selectFrom('ehr_interface').select(COLUMNS).where('code', '=', code).executeTakeFirst()
}

export function authorityOf({ code, ...of }: EhrInterface, requestId: string): Authority {
  return authorizeInterface({ id: `ehr-interface ${code}`, ...of }, requestId)
}

/** Messages of one interface are applied one after the other: each sees what the one before it left. */
export async function lockInterface({ db }: Scope, { code }: EhrInterface): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`ehr ${code}`}, 0))`.execute(db)
}

export async function storeRaw({ db }: Scope, of: EhrInterface, raw: string) {
  return db
    .insertInto('ehr_message_in')
    .values({ interface_code: of.code, institution_code: of.institution, raw, acknowledgement: null })
    .returning(['id', 'received_at'])
    .executeTakeFirstOrThrow()
}

export async function recordOutcome(
  { db }: Scope,
  id: number,
  read: { sender: string; controlId: string; type: string },
  outcome: { outcome: 'applied' | 'repeated' | 'refused'; reason?: string; acknowledgement: string | null },
): Promise<void> {
  const { sender, controlId: control_id, type } = read
  await db
    .updateTable('ehr_message_in')
    .set({ sender, control_id, type, reason: '', ...outcome })
    .where('id', '=', id)
    .execute()
}

/** The answer to the same message, if it was applied before. */
export function appliedBefore(
  { db }: Scope,
  { code }: EhrInterface,
  { sender, controlId }: { sender: string; controlId: string },
  raw: string,
) {
  return db
    .selectFrom('ehr_message_in')
    .select('acknowledgement')
    .where('interface_code', '=', code)
    .where('sender', '=', sender)
    .where('control_id', '=', controlId)
    .where('outcome', '=', 'applied')
    .where('raw', '=', raw)
    .limit(1)
    .executeTakeFirst()
}

export async function mapsOfInterface({ db }: Scope, { code }: Pick<EhrInterface, 'code'>): Promise<Maps> {
  const rows = await db
    .selectFrom('ehr_map')
    .select(['kind', 'code', 'meaning'])
    .where('interface_code', '=', code)
    .execute()
  return mapsOf(rows)
}

export interface KnownOrder {
  id: number
  placer: string
  content: EhrOrder | null
  isCancelled: boolean
  sentAt: Date
  orderId: number | null
  writtenVersion: number | null
  /** The draft's version that a launch filled: as long as it is this one, no person has changed it. */
  filledVersion: number | null
  differs: boolean
}

const orders = ({ db }: Scope, { code }: EhrInterface) =>
  db
    .selectFrom('ehr_order')
    .select(['id', 'placer', 'content', 'is_cancelled as isCancelled', 'sent_at as sentAt', 'differs'])
    .select(['order_id as orderId', 'written_version as writtenVersion', 'filled_version as filledVersion'])
    .where('interface_code', '=', code)

export function knownOrder(scope: Scope, of: EhrInterface, placer: EhrOrder['placer']) {
  return orders(scope, of).where('placer', '=', placerKey(placer)).executeTakeFirst() as Promise<
    KnownOrder | undefined
  >
}

/** What was placed together with an order and has a draft or order here. */
export function placedTogether(scope: Scope, of: EhrInterface, group: string): Promise<KnownOrder[]> {
  return orders(scope, of)
    .where(sql<boolean>`content ->> 'group' = ${group}`)
    .where('order_id', 'is not', null)
    .where('is_cancelled', '=', false)
    .orderBy('id')
    .execute()
}

/** The hospital's orders that a draft is written from. */
export function ordersIn(scope: Scope, of: EhrInterface, orderId: number): Promise<KnownOrder[]> {
  return orders(scope, of).where('order_id', '=', orderId).where('is_cancelled', '=', false).execute()
}

/** Those with a code that has no meaning here yet. */
export function ordersWithout(
  scope: Scope,
  of: EhrInterface,
  { kind, code }: Pick<Unmapped, 'kind' | 'code'>,
): Promise<KnownOrder[]> {
  return orders(scope, of)
    .where(
      sql<boolean>`exists (select from jsonb_to_recordset(unmapped) as u (kind text, code text)
        where u.kind = ${kind} and lower(u.code) = ${code.toLowerCase()})`,
    )
    .orderBy('id')
    .execute()
}

export function ordersByIds(scope: Scope, of: EhrInterface, ids: readonly number[]): Promise<KnownOrder[]> {
  return orders(scope, of)
    .where('id', 'in', [...ids])
    .execute()
}

/** Writes what a hospital said of an order; returns its row's number. `echo`: left out, it stays. */
export async function keepOrder(
  { db }: Scope,
  of: EhrInterface,
  order: EhrOrder,
  how: { isCancelled: boolean; sentAt: Date; unmapped: readonly Unmapped[]; echo?: string },
): Promise<number> {
  const values = {
    ...{ content: JSON.stringify(order), is_cancelled: how.isCancelled, sent_at: how.sentAt },
    unmapped: JSON.stringify(how.unmapped),
    ...(how.echo === undefined ? {} : { echo: how.echo }),
  }
  const placer = placerKey(order.placer)
  const { id } = await db
    .insertInto('ehr_order')
    .values({ interface_code: of.code, institution_code: of.institution, placer, ...values })
    .onConflict((conflict) =>
      conflict.columns(['interface_code', 'placer']).doUpdateSet({ ...values, changed_at: sql`now()` }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function setOrder(
  { db }: Scope,
  ids: readonly number[],
  set: Partial<{
    order_id: number | null
    written_version: number | null
    filled_version: number | null
    differs: boolean
    unmapped: string
  }>,
): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('ehr_order')
    .set({ ...set, changed_at: sql`now()` })
    .where('id', 'in', [...ids])
    .execute()
}

/** A launch has filled a draft, or a test was added to one that it has: the next version is still no person's. */
export async function setFilled(
  { db }: Scope,
  orderId: number,
  { seen, version }: { seen: number; version: number },
): Promise<void> {
  await db
    .updateTable('ehr_order')
    .set({ filled_version: version })
    .where('order_id', '=', orderId)
    .where((eb) => eb.or([eb('written_version', '=', seen), eb('filled_version', '=', seen)]))
    .execute()
}

/** Tests that can be ordered. */
export async function testNames({ db }: Scope, codes: readonly string[]) {
  if (codes.length === 0) return []
  return db
    .selectFrom('test')
    .select(['code', 'name'])
    .where('code', 'in', [...codes])
    .where('orderable', '=', true)
    .execute()
}

/** Active users of the institution or its parent, by NPI: for the ordering providers that messages name. */
export async function usersByNpi({ db }: Scope, institution: string, npis: readonly string[]) {
  if (npis.length === 0) return []
  const { rows } = await sql<{ id: number; npi: string }>`
    select id, npi from users_at(${institution}) where npi = any (${npis}::text[]) order by id`.execute(db)
  return rows.map(({ id, npi }) => ({ id: Number(id), npi }))
}
