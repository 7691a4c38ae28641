import { type Selectable, sql } from 'kysely'
import type { EligibilityResponse } from '#domain/coverage/benefits.ts'
import { type Subject, subjectKey } from '#domain/coverage/eligibility-subject.ts'
import type { IsoDate } from '#domain/dates/dates.ts'
import type { Tables } from '#server/database/schema/tables.ts'
import type { Db } from '../coverage-deps.ts'

export type StoredCheck = Selectable<Tables['eligibility_check']>
/** One that was answered. */
export type AnsweredCheck = StoredCheck & {
  answer: EligibilityResponse
  checked_at: Date
  counts_until: IsoDate
}

export function isAnswered(check: StoredCheck): check is AnsweredCheck {
  return check.answer !== null && check.checked_at !== null && check.counts_until !== null
}

/**
 * Lets what is asked about one person, and what comes of an answer about them, be one after the other until the
 * transaction ends: who submits a verification either sees the answer, or is seen when it comes.
 */
export async function oneAtATime(db: Db, hospital: string, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`eligibility ${hospital} ${key}`}, 0))`.execute(
    db,
  )
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

/** What was asked last about somebody, answered or not. */
export function newestCheck(db: Db, hospital: string, key: string): Promise<StoredCheck | undefined> {
  return checksAbout(db, hospital, key).executeTakeFirst()
}

/** What is being asked about somebody. */
export function waitingCheck(db: Db, hospital: string, key: string): Promise<StoredCheck | undefined> {
  return checksAbout(db, hospital, key).where('state', '=', 'queued').executeTakeFirst()
}

/**
 * The newest answer about somebody, whichever order it was asked for, where it counts on `day`. One that no longer counts
 * brings no older one back.
 */
export async function currentAnswer(
  db: Db,
  hospital: string,
  key: string,
  day: IsoDate,
): Promise<AnsweredCheck | null> {
  const found = await checksAbout(db, hospital, key).where('state', '=', 'answered').executeTakeFirst()
  return found && isAnswered(found) && found.counts_until >= day ? found : null
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
  /** `id` is null for the portal itself. */
  by: { id: number | null; name: string }
}

export function insertCheck(db: Db, { hospital, orderId, subject, by }: NewCheck): Promise<StoredCheck> {
  return db
    .insertInto('eligibility_check')
    .values({
      ...{ institution_code: hospital, order_id: orderId, payer_id: subject.payerId },
      ...{ subject: JSON.stringify(subject), subject_key: subjectKey(subject) },
      ...{ asked_by: by.id, asked_by_name: by.name },
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
