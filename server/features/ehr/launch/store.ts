import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { LaunchArrival } from '#adapters/ehr/port.ts'
import type { Chart } from '#domain/ehr/chart.ts'
import type { EhrOrder } from '#domain/ehr/ehr-order.ts'
import { LAUNCH_MINUTES, type LaunchOfDraft } from '#domain/ehr/launch.ts'
import type { Tables } from '#server/database/schema/tables.ts'
import type { Scope } from '#server/database/scope.ts'
import type { KnownLaunchClient } from './clients.ts'

export interface Launch {
  id: string
  clientId: string
  institution: string
  issuer: string
  subject: string
  patientId: string
  launchedAt: Date
  chart: Chart | null
  openedBy: number | null
  orderId: number | null
  /** The order that a card of ours named; it comes back by way of the hospital, so it is only looked for. */
  namedOrder: number | null
}

const hashOf = (proof: string) => createHash('sha256').update(proof).digest('hex')

/** Keeps what a launch brought until its user opens it, on a connection that sees every institution. */
export async function keepLaunch(
  db: Kysely<Tables>,
  { id, institution }: KnownLaunchClient,
  launch: { id: string; proof: string; arrival: LaunchArrival },
): Promise<void> {
  const { issuer, subject, patientId, chart, namedOrder } = launch.arrival
  await db
    .insertInto('ehr_launch')
    .values({
      ...{ id: launch.id, client_id: id, institution_code: institution, issuer, subject },
      ...{ patient_id: patientId, proof_hash: hashOf(launch.proof), chart: JSON.stringify(chart) },
      named_order: namedOrder,
    })
    .execute()
}

/** What was not opened in time is forgotten: the chart is the hospital's. */
export async function forgetCharts(db: Kysely<Tables>): Promise<void> {
  await db
    .deleteFrom('ehr_launch')
    .where('chart', 'is not', null)
    .where('launched_at', '<', sql<Date>`now() - make_interval(mins => ${LAUNCH_MINUTES})`)
    .execute()
}

/** A launch of this browser, locked until the transaction ends. */
export function lockLaunch({ db }: Scope, id: string, proof: string): Promise<Launch | undefined> {
  return db
    .selectFrom('ehr_launch')
    .select(['id', 'client_id as clientId', 'institution_code as institution', 'issuer', 'subject'])
    .select(['patient_id as patientId', 'launched_at as launchedAt', 'chart'])
    .select(['opened_by as openedBy', 'order_id as orderId', 'named_order as namedOrder'])
    .where('id', '=', id)
    .where('proof_hash', '=', hashOf(proof))
    .forUpdate()
    .executeTakeFirst()
}

/** Which user somebody is whom the hospital names; undefined before the first time. */
export async function linkedUser({ db }: Scope, { id }: Launch): Promise<number | undefined> {
  const { rows } = await sql<{ linked: number | null }>`select linked_user(${id}) as linked`.execute(db)
  return rows[0]?.linked ?? undefined
}

/** False: one of the two is linked otherwise. */
export async function link({ db, actor }: Scope, { issuer, subject, institution }: Launch): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('ehr_launch_link')
    .values({ issuer, subject, institution_code: institution, physician_id: actor.id })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** The orders with one of these numbers that messages of an interface brought and that stand. */
export function ordersWithNumbers({ db }: Scope, interfaceCode: string, numbers: readonly string[]) {
  return db
    .selectFrom('ehr_order')
    .select(['id', 'content', 'order_id as orderId'])
    .where('interface_code', '=', interfaceCode)
    .where('is_cancelled', '=', false)
    .where('order_id', 'is not', null)
    .where(sql<boolean>`content -> 'placer' ->> 'number' = any (${[...numbers]})`)
    .limit(20)
    .execute() as Promise<{ id: number; content: EhrOrder | null; orderId: number }[]>
}

/** The drafts of the user's earlier launches for the same patient, the latest first. */
export function earlierDrafts({ db, actor }: Scope, launch: Launch): Promise<{ orderId: number | null }[]> {
  return db
    .selectFrom('ehr_launch as l')
    .innerJoin('orders as o', 'o.id', 'l.order_id')
    .select('l.order_id as orderId')
    .where('l.client_id', '=', launch.clientId)
    .where('l.patient_id', '=', launch.patientId)
    .where('l.opened_by', '=', actor.id)
    .where('o.state', '=', 'draft')
    .orderBy('l.launched_at', 'desc')
    .limit(1)
    .execute()
}

/** The chart is in the draft now, and only what the form shows of it is kept. */
export async function setOpened(
  { db, actor }: Scope,
  { id }: Launch,
  { orderId, filled }: { orderId: number; filled: LaunchOfDraft },
): Promise<void> {
  await db
    .updateTable('ehr_launch')
    .set({
      ...{ chart: null, opened_at: sql`now()`, opened_by: actor.id },
      ...{ order_id: orderId, filled: JSON.stringify(filled) },
    })
    .where('id', '=', id)
    .execute()
}

/** The launches that wrote into an order, the latest last. */
export function launchesOf({ db }: Scope, orderId: number) {
  return db
    .selectFrom('ehr_launch as l')
    .innerJoin('ehr_launch_client as c', 'c.id', 'l.client_id')
    .select(['l.launched_at as launchedAt', 'l.filled', 'c.name as hospitalName'])
    .where('l.order_id', '=', orderId)
    .where('l.filled', 'is not', null)
    .orderBy('l.launched_at')
    .execute()
}
