import { sql } from 'kysely'
import { PATIENT_ACTIONS, type PatientAction } from '#domain/audit/actions.ts'
import type { Scope } from '#server/database/scope.ts'

export interface Asked {
  hospital: string
  /** `personKey` of the patient. */
  key: string
  /** Instants: from the first, and before the second. */
  from: string
  before: string
}

/** The patient's orders at the institution, whatever became of them. */
async function ordersOf({ db }: Scope, { hospital, key }: Asked): Promise<number[]> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where('institution_code', '=', hospital)
    .where(sql<boolean>`people @> array[${key}]`)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * The lines of the audit trail that are about a patient, newest first, `most` at most; how many there are; and the
 * patient's orders. Lines from before they named patients count by their order.
 */
export async function linesAbout(scope: Scope, asked: Asked, most: number) {
  const orders = await ordersOf(scope, asked)
  const about = scope.db
    .selectFrom('audit_event')
    .where('institution_code', '=', asked.hospital)
    .where('action', 'in', Object.keys(PATIENT_ACTIONS))
    .where('at', '>=', sql<Date>`${asked.from}`)
    .where('at', '<', sql<Date>`${asked.before}`)
    .where(
      sql<boolean>`((people <> '{}' and people @> array[${asked.key}])
        or (people is null and entity = 'order' and entity_id = any(${orders.map(String)})))`,
    )
  const { total } = await about.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await about
    .select(['id', 'at', 'actor_name', 'action', 'entity', 'entity_id', 'detail'])
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
  return { total, rows: rows.map((row) => ({ ...row, action: row.action as PatientAction })), orders }
}

export type StoredLine = Awaited<ReturnType<typeof linesAbout>>['rows'][number]
