import { sql } from 'kysely'
import type { EligibilityResponse } from '#domain/coverage/benefits.ts'
import type { IsoDate } from '#domain/dates/dates.ts'
import type { CoverageTables } from '#server/database/schema/coverage-tables.ts'
import type { Db } from '../coverage-deps.ts'
import type { StoredCheck } from './check-store.ts'

/** A check with the identifier under which the payer is queried. */
export type PendingCheck = StoredCheck & { clearinghouse_id: string | null }

/** On the worker's connection, which sees every institution. */
export function findPendingCheck(db: Db, id: number): Promise<PendingCheck | undefined> {
  return db
    .selectFrom('eligibility_check')
    .innerJoin('payer', 'payer.id', 'eligibility_check.payer_id')
    .selectAll('eligibility_check')
    .select('payer.clearinghouse_id')
    .where('eligibility_check.id', '=', id)
    .executeTakeFirst()
}

export async function nextControlNumber(db: Db): Promise<number> {
  const { rows } = await sql<{ number: number }>`select nextval('interchange_number') as number`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a sequence gives a number')
  return row.number
}

type Exchange = Pick<
  CoverageTables['eligibility_exchange'],
  'service_type' | 'outcome' | 'raw_270' | 'raw_271'
> & { reason?: string }

/** The messages sent and received, verbatim. */
export async function noteExchange(
  db: Db,
  { id, institution_code }: StoredCheck,
  exchange: Exchange,
): Promise<void> {
  await db
    .insertInto('eligibility_exchange')
    .values({ check_id: id, institution_code, ...exchange })
    .execute()
}

interface Failed {
  trouble: NonNullable<StoredCheck['trouble']>
  /** Null: no further try. */
  nextTryAt: Date | null
}

export async function noteFailure(db: Db, id: number, { trouble, nextTryAt }: Failed): Promise<void> {
  await db
    .updateTable('eligibility_check')
    .set({
      ...{ trouble, next_try_at: nextTryAt, tries: sql`tries + 1` },
      ...(nextTryAt === null ? { state: 'given-up' } : {}),
    })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .execute()
}

interface CheckAnswer {
  answer: EligibilityResponse
  problems: readonly string[]
  checkedAt: Date
  countsUntil: IsoDate
  /** The day of collection that was asked about; null: it was not known. */
  askedDay: IsoDate | null
}

export async function noteAnswer(
  db: Db,
  id: number,
  { answer, problems, checkedAt, countsUntil, askedDay }: CheckAnswer,
): Promise<void> {
  await db
    .updateTable('eligibility_check')
    .set({
      ...{ state: 'answered', checked_at: checkedAt, counts_until: countsUntil, next_try_at: null },
      asked_day: askedDay,
      ...{ answer: JSON.stringify(answer), problems: [...problems], tries: sql`tries + 1` },
    })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .execute()
}

/**
 * The checks whose next try has been due since `since`; moves that time to `now`, so that each is returned
 * once.
 */
export async function takeLostChecks(db: Db, { since, now }: { since: Date; now: Date }): Promise<number[]> {
  const lost = await db
    .updateTable('eligibility_check')
    .set({ next_try_at: now })
    .where('state', '=', 'queued')
    .where((eb) => eb(eb.fn.coalesce('next_try_at', 'asked_at'), '<', since))
    .returning('id')
    .execute()
  return lost.map(({ id }) => id)
}

/**
 * How many checks are waiting for an answer, since when the oldest is, and how many were given up in the last
 * seven days.
 */
export function waitingChecks({ db }: { db: Db }) {
  return db
    .selectFrom('eligibility_check')
    .where('state', '<>', 'answered')
    .select((eb) => eb.fn.countAll<number>().filterWhere('state', '=', 'queued').as('count'))
    .select(
      sql<number | null>`extract(epoch from now() - min(asked_at) filter (where state = 'queued'))::float`.as(
        'oldestSeconds',
      ),
    )
    .select((eb) =>
      eb.fn
        .countAll<number>()
        .filterWhere('state', '=', 'given-up')
        .filterWhere('asked_at', '>', sql<Date>`now() - interval '7 days'`)
        .as('givenUp'),
    )
    .executeTakeFirstOrThrow()
}
