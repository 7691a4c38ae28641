import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { ProcedureCode } from '#domain/catalogue/lint/procedure-codes.ts'
import { isIsoDate } from '#domain/dates/dates.ts'
import { cptCode, gene, orEmpty, set, wholeNumber } from '#server/csv/data-cells.ts'
import { type DataFileProblem, readTable } from '#server/csv/data-table.ts'
import { insertAll } from '#server/database/migrate/bulk.ts'
import type { Tables } from '#server/database/schema/tables.ts'

const PROCEDURE_CODES = 'procedure-codes.csv'

const day = z
  .string()
  .refine((given) => given === '' || isIsoDate(given), 'is not a day such as 2026-01-01, or empty')
const numberOrNone = orEmpty(wholeNumber, 'must be a whole number or empty').transform((value) =>
  value === '' ? null : value,
)
const cells = z.object({
  code: cptCode,
  validFrom: day,
  validUntil: day,
  minimumGenes: numberOrNone,
  maximumGenes: numberOrNone,
  namedGenes: set(gene),
  source: z.string(),
})
const row = cells.refine(({ validFrom, validUntil }) => validUntil === '' || validFrom <= validUntil, {
  path: ['validUntil'],
  message: 'is before validFrom',
})

export type ProcedureCodeRow = ProcedureCode & { source: string }

/** The laboratory's procedure codes; null if the folder has no such file. Problems are added to `problems`. */
export function readProcedureCodes(dir: string, problems: DataFileProblem[]): ProcedureCodeRow[] | null {
  const file = join(dir, PROCEDURE_CODES)
  if (!existsSync(file)) return null
  const codes = readTable(file, cells, row, problems)
  codes.unique('code', 'validFrom')
  return codes.values
}

/** Replaces the procedure codes; null removes all. */
export async function importProcedureCodes(
  db: Transaction<Tables>,
  codes: readonly ProcedureCodeRow[] | null,
): Promise<void> {
  await db.deleteFrom('procedure_code').execute()
  const rows = (codes ?? []).map((one) => ({
    ...{
      code: one.code,
      valid_from: one.validFrom || '-infinity',
      valid_until: one.validUntil || 'infinity',
    },
    ...{ minimum_genes: one.minimumGenes, maximum_genes: one.maximumGenes },
    ...{ named_genes: [...one.namedGenes], source: one.source },
  }))
  await insertAll(db, 'procedure_code', rows)
}
