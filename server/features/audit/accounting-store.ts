import { type Selectable, sql } from 'kysely'
import { PATIENT_ACTIONS, type PatientAction } from '#domain/audit/actions.ts'
import type { Tables } from '#server/database/schema/tables.ts'
import type { Scope } from '#server/database/scope.ts'

export interface AccountingQuery {
  hospital: string
  /** The patient's `personKey`. */
  key: string
  /** Instants: `from` is included, `before` is not. */
  from: string
  before: string
}

/** The patient's orders at the institution, in any state. */
async function ordersOf({ db }: Scope, { hospital, key }: AccountingQuery): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from orders_of_people(${hospital}, array[${key}]) id`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * The audit trail's lines about a patient, newest first and at most `most`; how many there are; and the
 * patient's orders. Lines written before lines named patients are found by their order.
 */
export async function linesAbout(scope: Scope, query: AccountingQuery, most: number) {
  const orders = await ordersOf(scope, query)
  const { hospital, key, from, before } = query
  const about = scope.db
    .selectFrom(
      sql<Selectable<Tables['audit_event']>>`(
        select * from lines_of_people(${hospital}, array[${key}], ${from}, ${before})
        union all
        select * from audit_event where people is null and entity = 'order' and entity_id = any (${orders.map(String)})
          and institution_code = ${hospital} and at >= ${from} and at < ${before})`.as('line'),
    )
    .where('action', 'in', Object.keys(PATIENT_ACTIONS))
  const { total } = await about.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await about
    .select(['id', 'at', 'actor_name', 'action', 'entity', 'entity_id', 'detail'])
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
  return { total, rows: rows.map((row) => ({ ...row, action: row.action as PatientAction })), orders }
}

export type StoredLine = Awaited<ReturnType<typeof linesAbout>>['rows'][number]
