import { isDeepStrictEqual } from 'node:util'
import type { Selectable } from 'kysely'
import type { SavedEstimate } from '#contract/coverage.ts'
import { fail } from '#contract/errors.ts'
import { countsUntil } from '#domain/coverage/counts-until.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import { letters } from '#domain/orders/identity.ts'
import type { Tables } from '#server/database/schema/tables.ts'
import type { Scope } from '#server/database/scope.ts'
import type { Db } from '../coverage-deps.ts'
import { orderOf } from '../orders-store.ts'
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

interface EstimatedOrder {
  hospital: string
  id: number
  document: OrderDocument
}

function storedEstimates(db: Db, hospital: string, id: number): Promise<StoredEstimate[]> {
  return db
    .selectFrom('cost_estimate')
    .selectAll()
    .where('institution_code', '=', hospital)
    .where('order_id', '=', id)
    .orderBy('made_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** The stored estimates of an order and its patient, newest first: a draft may have been changed to another patient. */
export async function estimatesOf(
  db: Db,
  { hospital, id, document }: EstimatedOrder,
): Promise<StoredEstimate[]> {
  const saved = await storedEstimates(db, hospital, id)
  return saved.filter((estimate) => isOfPatient(document, estimate))
}

/**
 * Near `isAnotherPerson`, where the name is stored as a whole: its letters are the same, or the birth date is and one of
 * the names. A correction does not take the patient's own estimate away; what was not typed proves nothing.
 */
function isOfPatient({ patients: [patient] }: OrderDocument, { content }: StoredEstimate): boolean {
  const [first, last] = [letters(patient?.firstName ?? ''), letters(patient?.lastName ?? '')]
  const stored = letters(content.patientName)
  if (stored === first + last) return true
  const isSameDate = content.patientDateOfBirth !== '' && content.patientDateOfBirth === patient?.dateOfBirth
  return isSameDate && ((first !== '' && stored.startsWith(first)) || (last !== '' && stored.endsWith(last)))
}

/**
 * The newest stored estimate for exactly the patient who is in the order now: what it is compared with, sent to the payer or
 * copied as theirs.
 */
export async function newestEstimate(
  db: Db,
  { hospital, id, document }: EstimatedOrder,
): Promise<StoredEstimate | null> {
  const now = patientIn(document)
  const saved = await storedEstimates(db, hospital, id)
  return (
    saved.find(
      ({ content }) =>
        content.patientName === now.patientName && content.patientDateOfBirth === now.patientDateOfBirth,
    ) ?? null
  )
}

/** Whether an order's newest estimate already has what is known about its price, from the same answer. */
export async function isSaved(db: Db, order: EstimatedOrder, priced: PricedOrder): Promise<boolean> {
  const newest = await newestEstimate(db, order)
  return isDeepStrictEqual(newest?.content, JSON.parse(JSON.stringify(contentOf(order.document, priced))))
}

/**
 * A stored estimate, for its PDF. Of an order that is for another patient by now only what the actor has just saved from the
 * form, which stores the draft's new patient a moment later.
 */
export async function findEstimate(
  { db, actor }: Pick<Scope, 'db' | 'actor'>,
  hospital: string,
  id: number,
): Promise<StoredEstimate> {
  const found = await db
    .selectFrom('cost_estimate')
    .selectAll()
    .where('institution_code', '=', hospital)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) fail('not-found')
  if (found.order_id === null) return found
  const { document, submitted_at } = await orderOf({ db }, hospital, found.order_id)
  const isJustSaved = submitted_at === null && found.made_by === actor.id
  return isJustSaved || isOfPatient(document, found) ? found : fail('not-found')
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
