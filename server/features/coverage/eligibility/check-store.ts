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

/**
 * Serializes requests and answers about one person until the transaction ends: a verification being submitted
 * either sees the answer, or is found when the answer arrives.
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

/** The newest check for a person, answered or not. */
export function newestCheck(db: Db, hospital: string, key: string): Promise<StoredCheck | undefined> {
  return checksAbout(db, hospital, key).executeTakeFirst()
}

/** The pending check for a person. */
export function waitingCheck(db: Db, hospital: string, key: string): Promise<StoredCheck | undefined> {
  return checksAbout(db, hospital, key).where('state', '=', 'queued').executeTakeFirst()
}

/**
 * The newest answer about a person, whichever order it was requested for, if it is valid on `day`. An expired
 * answer does not make an older one valid again.
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

/**
 * What the payer last answered about a person, no matter whether it still counts; a refusal is no answer.
 */
export async function lastAnswer(db: Db, hospital: string, key: string): Promise<EligibilityResponse | null> {
  const found = await checksAbout(db, hospital, key)
    .where(sql<boolean>`answer -> 'rejections' = '[]'`)
    .executeTakeFirst()
  return found?.answer ?? null
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
