import { sql } from 'kysely'
import { PATIENT_ACTIONS, type PatientAction } from '#domain/audit/actions.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import { personKey } from '#domain/orders/identity.ts'
import { type OwnPart, ownPart } from '#domain/orders/own-part.ts'
import { isForPatient } from '#domain/orders/uploaded-files.ts'
import type { Connection } from '#server/database/connection/connect.ts'
import { detailWithoutWithdrawn } from '#server/features/orders/public.ts'
import { type FilesOfOrder, filesOf } from './person-files.ts'
import {
  estimatesOf,
  payerChecksOf,
  type RecordsOfOrder,
  recordsOf,
  timelineGiven,
} from './person-records.ts'

export interface PersonNamed {
  lastName: string
  firstName: string
  /** ISO date. */
  dateOfBirth: string
}

interface OrderOfPerson extends OwnPart, FilesOfOrder, Omit<RecordsOfOrder, 'leftOfRecords'> {
  number: number
  institution: string
  state: string
  startedAt: string
  submittedAt: string | null
  /** Of the patient of record only: what happened to the order. Quotes only if nobody else is in it. */
  timeline: { at: string; kind: string; detail: string }[]
  /** Treatment recommendations that the laboratory has not withdrawn. */
  recommendations: Recommendation[]
}

interface Recommendation {
  madeAt: string
  title: string
  words: string
  /** It came with a report that was replaced by another. */
  isOfReplaced: boolean
}

/** What a portal holds about a person, of all institutions, except for what `NOT_COLLECTED` names. */
export interface PersonData {
  person: PersonNamed
  orders: OrderOfPerson[]
  payerChecks: Awaited<ReturnType<typeof payerChecksOf>>
  costEstimates: Awaited<ReturnType<typeof estimatesOf>>
  counselingRequests: { receivedAt: string; content: unknown }[]
  /** Who saw, changed, exported or received it. */
  accesses: { at: string; what: string; by: string; institution: string }[]
}

/** The institutions at which an order names a person, or a payer was asked about them, by name and date of birth. */
export async function institutionsHolding(
  { db }: Pick<Connection, 'db'>,
  person: PersonNamed,
): Promise<string[]> {
  const key = personKey(person)
  if (key === null) return []
  const rows = await db
    .selectFrom('orders')
    .select('institution_code')
    .distinct()
    .where(sql<boolean>`people && array[${key}]`)
    .execute()
  const checks = await payerChecksOf({ db }, person, key)
  const codes = [
    ...rows.map(({ institution_code }) => institution_code),
    ...checks.map(({ institution }) => institution),
  ]
  return [...new Set(codes)].toSorted()
}

/**
 * Collects what the portal holds about a person, by name and date of birth, as the worker, who sees all institutions. Not
 * included: what an order says of its other people, withdrawn reports, and those that the laboratory is checking.
 */
export async function collectPerson(
  { db }: Pick<Connection, 'db'>,
  person: PersonNamed,
): Promise<PersonData | null> {
  const key = personKey(person)
  if (key === null) return null
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'institution_code', 'state', 'document', 'created_at', 'submitted_at'])
    .where(sql<boolean>`people && array[${key}]`)
    .orderBy('id')
    .execute()
  const orders: OrderOfPerson[] = []
  const ownOrders: number[] = []
  for (const row of rows) {
    const document = row.document as OrderDocument
    const part = ownPart(document, key)
    if (!part) continue
    const isOfRecord = part.person === document.patients[0]
    if (isOfRecord) ownOrders.push(row.id)
    const isAlone = isOfRecord && document.patients.length === 1
    const happened = isOfRecord ? await timelineOf({ db }, row.id) : []
    const { timeline, leftOfTimeline } = timelineGiven(happened, isAlone)
    const { keys } = part
    const { leftOfRecords, ...records } = await recordsOf({ db }, row.id, { keys, isOfRecord, isAlone })
    const files = await filesOf(
      { db },
      row.id,
      part,
      (uploadedFor) => isAlone && isForPatient(uploadedFor, document),
    )
    orders.push({
      ...{ number: row.id, institution: row.institution_code, state: row.state },
      startedAt: row.created_at.toISOString(),
      submittedAt: row.submitted_at?.toISOString() ?? null,
      ...part,
      timeline,
      recommendations: await recommendationsOf({ db }, row.id, part),
      ...records,
      ...files,
      left: [...files.left, ...leftOfRecords, ...leftOfTimeline],
    })
  }
  const requests = await db
    .selectFrom('appointment_request')
    .select(['received_at', 'content'])
    .where('content', 'is not', null)
    .where(sql<boolean>`content ->> 'dateOfBirth' = ${person.dateOfBirth}`)
    .execute()
  const payerChecks = await payerChecksOf({ db }, person, key)
  const checks = payerChecks.map(({ id }) => id)
  return {
    person,
    orders,
    payerChecks,
    costEstimates: await estimatesOf({ db }, { orders: ownOrders, checks, dateOfBirth: person.dateOfBirth }),
    counselingRequests: requests
      .filter(({ content }) => content !== null && personKey(content) === key)
      .map(({ received_at, content }) => ({ receivedAt: received_at.toISOString(), content })),
    accesses: await accessesOf({ db }, key),
  }
}

/** As the order's page gives it: without the words of withdrawn reports, which may be about somebody else. */
async function timelineOf({ db }: Pick<Connection, 'db'>, order: number) {
  const reports = await db
    .selectFrom('report')
    .select(['state', 'words'])
    .where('order_id', '=', order)
    .execute()
  const treatments = await db
    .selectFrom('treatment')
    .select(['title', 'withdrawn_at'])
    .where('order_id', '=', order)
    .execute()
  const events = await db
    .selectFrom('order_event')
    .select(['at', 'kind', 'detail'])
    .where('order_id', '=', order)
    .orderBy('id')
    .execute()
  return events.map(({ at, kind, detail }) => ({
    ...{ at: at.toISOString(), kind },
    detail: detailWithoutWithdrawn({ kind, detail }, { reports, treatments }),
  }))
}

async function recommendationsOf(
  { db }: Pick<Connection, 'db'>,
  order: number,
  { keys }: OwnPart,
): Promise<Recommendation[]> {
  const treatments = await db
    .selectFrom('treatment')
    .select(['made_at', 'title', 'recommendation', 'of_replaced'])
    .where('order_id', '=', order)
    .where('person', 'in', keys)
    .where('withdrawn_at', 'is', null)
    .orderBy('id')
    .execute()
  return treatments.map(({ made_at, title, recommendation, of_replaced }) => ({
    ...{ madeAt: made_at.toISOString(), title, words: recommendation, isOfReplaced: of_replaced },
  }))
}

async function accessesOf({ db }: Pick<Connection, 'db'>, key: string): Promise<PersonData['accesses']> {
  const lines = await db
    .selectFrom('audit_event')
    .select(['at', 'action', 'actor_name', 'institution_code'])
    .where(sql<boolean>`people && array[${key}]`)
    .where('action', 'in', Object.keys(PATIENT_ACTIONS))
    .orderBy('id')
    .execute()
  return lines.map(({ at, action, actor_name, institution_code }) => ({
    ...{ at: at.toISOString(), what: PATIENT_ACTIONS[action as PatientAction].words },
    ...{ by: actor_name, institution: institution_code ?? '' },
  }))
}
