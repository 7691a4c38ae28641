import type { Kysely } from 'kysely'
import type { FindingSince } from '#domain/reanalysis/findings.ts'
import type { Tables } from '#server/database/schema/tables.ts'

/** The findings recorded since an order was submitted, oldest first. */
export async function findingsOf(db: Kysely<Tables>, orderId: number): Promise<FindingSince[]> {
  const rows = await db
    .selectFrom('order_finding')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    ...{ patient: row.patient_key, termId: row.term_id, label: row.label, release: row.release },
    ...{ status: row.status, observedOn: row.observed_on, note: row.note },
    ...{ by: row.recorded_by_name, at: row.recorded_at.toISOString() },
  }))
}
