import { sql } from 'kysely'
import type { SavedEstimate } from '#contract/coverage.ts'
import type { EligibilityResponse } from '#domain/coverage/benefits.ts'
import type { Subject } from '#domain/coverage/eligibility-subject.ts'
import type { KitRecipient } from '#domain/kits/kit.ts'
import { personKey } from '#domain/orders/identity.ts'
import { isForPatient } from '#domain/orders/uploaded-files.ts'
import type { Connection } from '#server/database/connection/connect.ts'

type Database = Pick<Connection, 'db'>

/** What was recorded beside an order's content. */
export interface RecordsOfOrder {
  /** Of each of its people, their own. */
  consentWithdrawals: { recordedAt: string; by: string; items: string[]; on: string; reason: string }[]
  findings: {
    recordedAt: string
    by: string
    term: string
    label: string
    status: string
    on: string
    note: string
  }[]
  /** These and what follows: of the patient of record only. */
  questions: {
    askedAt: string
    kind: string
    words: string
    answer: string
    answeredAt: string | null
    answeredBy: string | null
    releasedAt: string | null
  }[]
  requisitionAdditions: { addedAt: string; by: string; html: string }[]
  necessityLetters: {
    editedAt: string
    by: string
    body: string
    signedAt: string | null
    signature: string
  }[]
  kits: {
    orderedAt: string
    kit: string
    quantity: number
    recipient: KitRecipient
    note: string
    status: string
  }[]
  /** What is there of them and not given, each with the reason. */
  leftOfRecords: string[]
}

/** A question to a payer of which the person is the patient, whether or not it belongs to an order. */
interface PayerCheck {
  id: number
  institution: string
  order: number | null
  askedAt: string
  by: string
  asked: Subject
  state: string
  answer: EligibilityResponse | null
}

interface Estimate {
  institution: string
  order: number | null
  madeAt: string
  by: string
  content: Omit<SavedEstimate, 'id' | 'orderId' | 'madeAt' | 'madeBy' | 'countsUntil'>
}

/** What is not collected. Said with every look-up, so that nobody takes the data for all there is. */
export const NOT_COLLECTED =
  'Not collected: follow-up of results, with letters about reclassifications; families; variants found in others; shipments; users’ feedback; messages of the laboratory, hospitals and payers as they were sent; payers’ answers about somebody else of whose policy this person is the holder; estimates that belong to no order and no payer’s answer; files and letters of medical necessity for the earlier patient of a draft; what lines of the audit trail quote, such as reasons.'

export async function recordsOf(
  { db }: Database,
  order: number,
  { keys, isOfRecord, isAlone }: { keys: string[]; isOfRecord: boolean; isAlone: boolean },
): Promise<RecordsOfOrder> {
  const withdrawals = await db
    .selectFrom('consent_withdrawal')
    .select(['recorded_at', 'recorded_by_name', 'items', 'withdrawn_on', 'reason'])
    .where('order_id', '=', order)
    .where('patient_key', 'in', keys)
    .orderBy('id')
    .execute()
  const findings = await db
    .selectFrom('order_finding')
    .select(['recorded_at', 'recorded_by_name', 'term_id', 'label', 'status', 'observed_on', 'note'])
    .where('order_id', '=', order)
    .where('patient_key', 'in', keys)
    .orderBy('id')
    .execute()
  return {
    consentWithdrawals: withdrawals.map((one) => ({
      ...{ recordedAt: one.recorded_at.toISOString(), by: one.recorded_by_name },
      ...{ items: one.items, on: one.withdrawn_on, reason: one.reason },
    })),
    findings: findings.map((one) => ({
      ...{ recordedAt: one.recorded_at.toISOString(), by: one.recorded_by_name, term: one.term_id },
      ...{ label: one.label, status: one.status, on: one.observed_on, note: one.note },
    })),
    ...(isOfRecord
      ? givenOf(await recordsOfRecord({ db }, order), isAlone)
      : { ...NO_RECORDS, leftOfRecords: [] }),
  }
}

const NO_RECORDS = { questions: [], requisitionAdditions: [], necessityLetters: [], kits: [] }

const mayBeAbout = (what: string) => `${what} may be about somebody else: look at it first.`

/** What somebody wrote or sent for an order with several people may be about any of them: as uploaded documents, it is not given unseen. */
function givenOf(records: Awaited<ReturnType<typeof recordsOfRecord>>, isAlone: boolean) {
  if (isAlone) return { ...records, leftOfRecords: [] }
  const { questions, requisitionAdditions, necessityLetters, kits } = records
  return {
    ...NO_RECORDS,
    leftOfRecords: [
      ...questions.map(({ askedAt }) => `A question of the laboratory with its answer (${askedAt})`),
      ...requisitionAdditions.map(({ addedAt }) => `An addition to the requisition (${addedAt})`),
      ...necessityLetters.map(({ editedAt }) => `A letter of medical necessity (${editedAt})`),
      ...kits.map(({ orderedAt }) => `A kit with its recipient (${orderedAt})`),
    ].map(mayBeAbout),
  }
}

/** The timeline of an order with several people, without what it quotes. */
export function timelineGiven<Line extends { detail: string }>(lines: Line[], isAlone: boolean) {
  if (isAlone || lines.every(({ detail }) => detail === '')) return { timeline: lines, leftOfTimeline: [] }
  return {
    timeline: lines.map((line) => ({ ...line, detail: '' })),
    leftOfTimeline: [mayBeAbout('What the timeline quotes')],
  }
}

async function recordsOfRecord({ db }: Database, order: number) {
  const holds = await db
    .selectFrom('order_hold')
    .selectAll()
    .where('order_id', '=', order)
    .orderBy('id')
    .execute()
  const additions = await db
    .selectFrom('requisition_addition')
    .selectAll()
    .where('order_id', '=', order)
    .orderBy('id')
    .execute()
  const allLetters = await db
    .selectFrom('necessity_letter')
    .innerJoin('orders', 'orders.id', 'necessity_letter.order_id')
    .selectAll('necessity_letter')
    .select('orders.document')
    .where('order_id', '=', order)
    .orderBy('necessity_letter.id')
    .execute()
  const letters = allLetters.filter(({ written_for, document }) => isForPatient(written_for, document))
  const kits = await db
    .selectFrom('kit_order')
    .selectAll()
    .where('order_id', '=', order)
    .orderBy('id')
    .execute()
  return {
    questions: holds.map((hold) => ({
      ...{ askedAt: hold.held_at.toISOString(), kind: hold.kind, words: hold.words, answer: hold.answer },
      answeredAt: hold.answered_at?.toISOString() ?? null,
      answeredBy: hold.answered_by_name,
      releasedAt: hold.released_at?.toISOString() ?? null,
    })),
    requisitionAdditions: additions.map(({ added_at, added_by_name, html }) => ({
      ...{ addedAt: added_at.toISOString(), by: added_by_name, html },
    })),
    necessityLetters: letters.map((letter) => ({
      ...{ editedAt: letter.edited_at.toISOString(), by: letter.edited_by_name, body: letter.body },
      ...{ signedAt: letter.signed_at?.toISOString() ?? null, signature: letter.signature },
    })),
    kits: kits.map((kit) => ({
      ...{ orderedAt: kit.ordered_at.toISOString(), kit: kit.kit_type, quantity: kit.quantity },
      ...{ recipient: kit.recipient, note: kit.note, status: kit.status },
    })),
  }
}

/**
 * Payers' answers about a person, by name and date of birth, also those of no order. Not those of an order by its number: before it
 * was submitted, it may have named somebody else.
 */
export async function payerChecksOf(
  { db }: Database,
  person: { dateOfBirth: string },
  key: string,
): Promise<PayerCheck[]> {
  const checks = await db
    .selectFrom('eligibility_check')
    .select(['id', 'institution_code', 'order_id', 'asked_at', 'asked_by_name', 'subject', 'state', 'answer'])
    .where(sql<boolean>`subject -> 'patient' ->> 'dateOfBirth' = ${person.dateOfBirth}`)
    .orderBy('id')
    .execute()
  return checks
    .filter(({ subject }) => personKey(subject.patient) === key)
    .map(({ id, subject, state, answer, ...check }) => ({
      ...{ id, institution: check.institution_code, order: check.order_id },
      ...{ askedAt: check.asked_at.toISOString(), by: check.asked_by_name, asked: subject, state, answer },
    }))
}

/** Estimates of the patient's own orders, and those that were made of a payer's answer about the person. */
export async function estimatesOf(
  { db }: Database,
  { orders, checks, dateOfBirth }: { orders: number[]; checks: number[]; dateOfBirth: string },
): Promise<Estimate[]> {
  const estimates = await db
    .selectFrom('cost_estimate')
    .select(['institution_code', 'order_id', 'made_at', 'made_by_name', 'content'])
    .where((eb) =>
      eb.or([eb('order_id', '=', eb.fn.any(eb.val(orders))), eb('check_id', '=', eb.fn.any(eb.val(checks)))]),
    )
    .where(sql<boolean>`content ->> 'patientDateOfBirth' = ${dateOfBirth}`)
    .orderBy('id')
    .execute()
  return estimates.map(({ institution_code, order_id, made_at, made_by_name, content }) => ({
    ...{ institution: institution_code, order: order_id, madeAt: made_at.toISOString() },
    ...{ by: made_by_name, content },
  }))
}
