import { type Selectable, sql } from 'kysely'
import type { EligibilityResponse } from '#domain/coverage/benefits.ts'
import { type Subject, subjectKey } from '#domain/coverage/eligibility-subject.ts'
import type { IsoDate } from '#domain/dates/dates.ts'
import type { Tables } from '#server/database/schema/tables.ts'
import type { Db } from '../coverage-deps.ts'

export type StoredCheck = Selectable<Tables['eligibility_check']>
/** An answered check. */
export type AnsweredCheck = StoredCheck & {
  answer: EligibilityResponse
  checked_at: Date
  counts_until: IsoDate
}

export function isAnswered(check: StoredCheck): check is AnsweredCheck {
  return check.answer !== null && check.checked_at !== null && check.counts_until !== null
}

/** The day of collection that a check is for, or its answer; null: it was not known, so the day of asking. */
export function dayOf({ answer, service_day, asked_day }: StoredCheck): IsoDate | null {
  return answer === null ? service_day : asked_day
}

/**
 * Serializes requests and answers about one person until the transaction ends: a verification being submitted
 * either sees the answer, or is found when the answer arrives.
 */
export async function oneAtATime(db: Db, hospital: string, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`eligibility ${hospital} ${key}`}, 0))`.execute(
    db,
  )
}

/** What a payer is asked: about whom, and for which day. */
export interface Question {
  /** `subjectKey` of the person. */
  key: string
  /** The day of collection; null: it is not known. */
  serviceDay: IsoDate | null
  today: IsoDate
}

function checksAbout(db: Db, hospital: string, key: string) {
  return db
    .selectFrom('eligibility_check')
    .selectAll()
    .where('institution_code', '=', hospital)
    .where('subject_key', '=', key)
    .orderBy('asked_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
}

/**
 * Those for the day of the question. An answer is for the day that the payer was asked about, which may be another than the check's:
 * a portal of the previous version asks about today. If no day is known, in a check or the question, it is the day of the answer.
 */
function checksFor(db: Db, hospital: string, { key, serviceDay, today }: Question) {
  const asked = sql`coalesce((checked_at at time zone 'America/Chicago')::date, ${today}::date)`
  return checksAbout(db, hospital, key).where(
    sql<boolean>`coalesce(case when answer is null then service_day else asked_day end, ${asked}) = coalesce(${serviceDay}::date, ${asked})`,
  )
}

/** The newest check for a person and day, answered or not. */
export function newestCheck(db: Db, hospital: string, question: Question): Promise<StoredCheck | undefined> {
  return checksFor(db, hospital, question).executeTakeFirst()
}

/** The pending check for a person and day. */
export function waitingCheck(db: Db, hospital: string, question: Question): Promise<StoredCheck | undefined> {
  return checksFor(db, hospital, question).where('state', '=', 'queued').executeTakeFirst()
}

/**
 * The newest answer about a person and day, whichever order it was requested for, if it is still valid. An
 * expired answer does not make an older one valid again.
 */
export async function currentAnswer(
  db: Db,
  hospital: string,
  question: Question,
): Promise<AnsweredCheck | null> {
  const found = await checksFor(db, hospital, question).where('state', '=', 'answered').executeTakeFirst()
  return found && isAnswered(found) && found.counts_until >= question.today ? found : null
}

/** By which an answer was marked, before it was refused, that may be about somebody else. */
const DOUBTFUL_REMARKS = ['The answer has a different first name', 'The answer has a different date of birth']

/** What the payer last answered about a person, for whatever day, valid or not; a refusal is no answer. */
export async function lastAnswer(db: Db, hospital: string, key: string): Promise<AnsweredCheck | null> {
  const found = await checksAbout(db, hospital, key)
    .where(sql<boolean>`answer -> 'rejections' = '[]' and not problems && ${DOUBTFUL_REMARKS}::text[]`)
    .executeTakeFirst()
  return found && isAnswered(found) ? found : null
}

/** Whether a payer was ever asked about a person. */
export async function wasAsked(db: Db, hospital: string, key: string): Promise<boolean> {
  return (await checksAbout(db, hospital, key).executeTakeFirst()) !== undefined
}

export function findCheck(db: Db, hospital: string, id: number): Promise<StoredCheck | undefined> {
  return db
    .selectFrom('eligibility_check')
    .selectAll()
    .where('institution_code', '=', hospital)
    .where('id', '=', id)
    .executeTakeFirst()
}

export interface NewCheck {
  hospital: string
  orderId: number | null
  subject: Subject
  /** The day of collection to ask about; null: it is not known, so today. */
  serviceDay: IsoDate | null
  /** `id` is null for the portal itself. */
  by: { id: number | null; name: string }
}

export function insertCheck(
  db: Db,
  { hospital, orderId, subject, serviceDay, by }: NewCheck,
): Promise<StoredCheck> {
  return db
    .insertInto('eligibility_check')
    .values({
      ...{ institution_code: hospital, order_id: orderId, payer_id: subject.payerId },
      ...{ subject: JSON.stringify(subject), subject_key: subjectKey(subject) },
      ...{ service_day: serviceDay, asked_by: by.id, asked_by_name: by.name },
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
