import { type QueryExecutorProvider, sql } from 'kysely'
import { isNpi } from '#domain/npi/npi.ts'
import type { NpiRecord } from '#domain/npi/npi-record.ts'
import type { NpiRegistry } from './port.ts'
import { recentRecords } from './recent-records.ts'

/** The embedded default: the table `npi_record`, filled by an import. */
export function tableRegistry(db: QueryExecutorProvider, now: () => number = Date.now): NpiRegistry {
  const recent = recentRecords(now)
  return {
    async lookup(npi) {
      if (!isNpi(npi)) return null
      const { rows } = await sql<NpiRecord>`
        select npi, kind, first_name as "firstName", middle_name as "middleName", last_name as "lastName",
          other_names as "otherNames", credential, active, taxonomies, city, state
        from npi_record where npi = ${npi}`.execute(db)
      const record = rows[0] ?? null
      recent.note(npi, record)
      return record
    },
    recent: recent.get,
  }
}

const ROWS_PER_BATCH = 500

/**
 * Writes any number of records in batches: inserts new ones, updates known ones; the last record for a number
 * wins. Calls `written` with the count so far, and returns the total.
 */
export async function storeRecords(
  db: QueryExecutorProvider,
  records: AsyncIterable<NpiRecord>,
  written: (count: number) => void = () => undefined,
): Promise<number> {
  let count = 0
  let batch = new Map<string, NpiRecord>()
  const flush = async () => {
    await upsert(db, [...batch.values()])
    count += batch.size
    batch = new Map()
    written(count)
  }
  for await (const record of records) {
    batch.set(record.npi, record)
    if (batch.size === ROWS_PER_BATCH) await flush()
  }
  if (batch.size > 0) await flush()
  return count
}

/** One parameter for all rows. Unchanged records are not rewritten: they are most of a monthly file. */
async function upsert(db: QueryExecutorProvider, records: NpiRecord[]): Promise<void> {
  await sql`
    insert into npi_record as known
      (npi, kind, first_name, middle_name, last_name, other_names, credential, active, taxonomies, city, state)
    select npi, kind, "firstName", "middleName", "lastName", "otherNames", credential, active, taxonomies, city, state
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as new (
      npi text, kind text, "firstName" text, "middleName" text, "lastName" text, "otherNames" jsonb,
      credential text, active boolean, taxonomies jsonb, city text, state text)
    on conflict (npi) do update set
      kind = excluded.kind, first_name = excluded.first_name, middle_name = excluded.middle_name,
      last_name = excluded.last_name, other_names = excluded.other_names, credential = excluded.credential,
      active = excluded.active, taxonomies = excluded.taxonomies, city = excluded.city, state = excluded.state
    where known is distinct from excluded`.execute(db)
}
