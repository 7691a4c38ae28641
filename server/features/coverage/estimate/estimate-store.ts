import { isDeepStrictEqual } from 'node:util'
import type { Selectable } from 'kysely'
import type { SavedEstimate } from '#contract/coverage.ts'
import { fail } from '#contract/errors.ts'
import { countsUntil } from '#domain/coverage/counts-until.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import type { Tables } from '#server/database/schema/tables.ts'
import type { Db } from '../coverage-deps.ts'
import { type PricedOrder, presentTests } from './price.ts'

export type StoredEstimate = Selectable<Tables['cost_estimate']>

/** The author of an estimate: `id` is null for the portal itself. */
interface Maker {
  id: number | null
  name: string
}

interface SavedFor {
  hospital: string
  orderId: number | null
  document: OrderDocument
  by: Maker
}

function contentOf(document: OrderDocument, priced: PricedOrder): StoredEstimate['content'] {
  const { answered } = priced
  const isInsured = priced.estimate !== null
  const { insurance } = document.payment
  return {
    ...patientIn(document),
    payerName: isInsured ? (priced.payer?.name ?? insurance.company.trim()) : '',
    memberId: isInsured ? insurance.memberId.trim() : '',
    planName: answered?.answer.member.planName ?? '',
    checkedAt: answered?.checked_at.toISOString() ?? null,
    tests: presentTests(priced.tests),
    listPriceCents: priced.listPriceCents,
    selfPayCents: priced.selfPayCents,
    estimate: priced.estimate,
    assistance: priced.assistance,
  }
}

function patientIn({ patients: [patient] }: OrderDocument) {
  return {
    patientName: `${patient?.firstName ?? ''} ${patient?.lastName ?? ''}`.trim(),
    patientDateOfBirth: patient?.dateOfBirth ?? '',
  }
}

/**
 * Stores what is known about a price. It is valid as long as the payer's answer and the prices it is based
 * on.
 */
export function insertEstimate(
  db: Db,
  { hospital, orderId, document, by }: SavedFor,
  priced: PricedOrder,
): Promise<StoredEstimate> {
  const { answered, today, pricesUntil } = priced
  const answerUntil = answered?.counts_until ?? countsUntil(today, '')
  return db
    .insertInto('cost_estimate')
    .values({
      ...{ institution_code: hospital, order_id: orderId, check_id: answered?.id ?? null },
      ...{ made_by: by.id, made_by_name: by.name },
      counts_until: pricesUntil !== null && pricesUntil < answerUntil ? pricesUntil : answerUntil,
      content: JSON.stringify(contentOf(document, priced)),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** An order's stored estimates, newest first. */
export function estimatesOf(db: Db, hospital: string, orderId: number): Promise<StoredEstimate[]> {
  return db
    .selectFrom('cost_estimate')
    .selectAll()
    .where('institution_code', '=', hospital)
    .where('order_id', '=', orderId)
    .orderBy('made_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

interface EstimatedOrder {
  hospital: string
  id: number
  document: OrderDocument
}

/** The newest estimate for an order and its patient: a draft may have been changed to another patient. */
export async function newestEstimate(
  db: Db,
  { hospital, id, document }: EstimatedOrder,
): Promise<StoredEstimate | null> {
  const { patientName, patientDateOfBirth } = patientIn(document)
  const saved = await estimatesOf(db, hospital, id)
  return (
    saved.find(
      ({ content }) =>
        content.patientName === patientName && content.patientDateOfBirth === patientDateOfBirth,
    ) ?? null
  )
}

/** Whether an order's newest estimate already has what is known about its price, from the same answer. */
export async function isSaved(db: Db, order: EstimatedOrder, priced: PricedOrder): Promise<boolean> {
  const newest = await newestEstimate(db, order)
  return isDeepStrictEqual(newest?.content, JSON.parse(JSON.stringify(contentOf(order.document, priced))))
}

/** A stored estimate, for its PDF. */
export async function findEstimate(db: Db, hospital: string, id: number): Promise<StoredEstimate> {
  const found = await db
    .selectFrom('cost_estimate')
    .selectAll()
    .where('institution_code', '=', hospital)
    .where('id', '=', id)
    .executeTakeFirst()
  return found ?? fail('not-found')
}

/** Copies a verification's estimate to the order made from it, with the same day and author. */
export async function carryEstimate(db: Db, from: EstimatedOrder, to: number): Promise<void> {
  const saved = await newestEstimate(db, from)
  if (!saved) return
  const { id: _, content, ...same } = saved
  await db
    .insertInto('cost_estimate')
    .values({ ...same, order_id: to, content: JSON.stringify(content) })
    .execute()
}

export function presentSavedEstimate(row: StoredEstimate): SavedEstimate {
  return {
    ...row.content,
    id: row.id,
    orderId: row.order_id,
    madeAt: row.made_at.toISOString(),
    madeBy: row.made_by_name,
    countsUntil: row.counts_until,
  }
}
