import { sql, type Transaction } from 'kysely'
import type { Tables } from '#server/database/schema/tables.ts'
import type { DiagnosisCodes } from './files.ts'

/** ICD-10-CM has a hundred thousand codes: few statements with long lists are several times faster than many rows. */
const ROWS_PER_STATEMENT = 20_000

/** Replaces all diagnosis codes. */
export async function importIcd10(
  db: Transaction<Tables>,
  { codes, selection }: DiagnosisCodes,
): Promise<void> {
  const words = new Map(selection.map((row) => [row.code, row.words]))
  await db.deleteFrom('icd10').execute()
  for (let at = 0; at < codes.length; at += ROWS_PER_STATEMENT) {
    const rows = codes.slice(at, at + ROWS_PER_STATEMENT)
    await sql`
      insert into icd10 (code, description, billable, valid_from, valid_until, words)
      select * from unnest(
        ${rows.map(({ code }) => code)}::text[],
        ${rows.map(({ description }) => description)}::text[],
        ${rows.map(({ billable }) => billable)}::boolean[],
        ${rows.map(({ validFrom }) => validFrom || '-infinity')}::date[],
        ${rows.map(({ validUntil }) => validUntil || 'infinity')}::date[],
        ${rows.map(({ code }) => words.get(code) ?? '')}::text[])`.execute(db)
  }
  await sql`analyze icd10`.execute(db)
}
