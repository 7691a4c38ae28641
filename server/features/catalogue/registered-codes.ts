import type { Transaction } from 'kysely'
import type { DataFileProblem } from '#server/csv/data-table.ts'
import type { Tables } from '#server/database/schema/tables.ts'
import { SetupError } from '#server/database/setup-error.ts'

// A clinic that is in no list registers itself and gets a code of the portal's, 20001 and so on. In the laboratory's own numbering the
// same code may be another institution's, whose patients the clinic's users would then see. Only the operator can know which it is.

/** The names of institutions that registered themselves, by their code. */
export async function registeredCodes(db: Transaction<Tables>): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('institution')
    .select(['code', 'name'])
    .where('created_by_subject', 'is not', null)
    .execute()
  return new Map(rows.map(({ code, name }) => [code, name]))
}

/** A row of a file that names an institution by its code. */
export interface NamedByCode {
  file: string
  row: number | null
  column: string
  code: string
}

/** The operator's `--same 20001,20002`: these are the institutions that registered themselves. Each has to be one of the rows'. */
export function sameCodes(given: readonly string[], rows: readonly NamedByCode[]): ReadonlySet<string> {
  const codes = given.flatMap((some) => some.split(',')).map((one) => one.trim())
  for (const code of codes)
    if (!rows.some((row) => row.code === code)) throw new SetupError(`--same ${code}: no row has this code`)
  return new Set(codes)
}

/** A fault for each code of an institution that registered itself, at the first row that has it. */
export function codeFaults(
  rows: readonly NamedByCode[],
  registered: ReadonlyMap<string, string>,
  same: ReadonlySet<string>,
): DataFileProblem[] {
  const first = new Map(rows.toReversed().map((one) => [one.code, one]))
  return rows.flatMap((one) => {
    const { file, row, column, code } = one
    const name = registered.get(code)
    if (name === undefined || same.has(code) || first.get(code) !== one) return []
    const rule = `'${code}' is the code of ${name}, which registered itself here: give another code, or add --same ${code} if it is the same institution`
    return [{ file, row, column, rule }]
  })
}
