import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import { code, wholeNumber } from '#server/csv/data-cells.ts'
import { type DataFileProblem, readTable } from '#server/csv/data-table.ts'
import { insertAll } from '#server/database/migrate/bulk.ts'
import type { Tables } from '#server/database/schema/tables.ts'
import type { Catalogue } from './store.ts'

const cells = z.object({
  testCode: code,
  /** With fewer terms than this the form asks for more. */
  few: wholeNumber.refine((few) => few > 0, 'must be at least 1'),
})

/** The tests that are read by the patient's findings. */
export interface PhenotypeFile {
  phenotype: z.output<typeof cells>[]
}

/** Reads `phenotype.csv` of a catalogue's folder. It may be missing: then no test asks for findings. */
export function readPhenotypeFile(
  dir: string,
  isTest: (code: string) => boolean,
  problems: DataFileProblem[],
): PhenotypeFile {
  const file = join(dir, 'phenotype.csv')
  if (!existsSync(file)) return { phenotype: [] }
  const table = readTable(file, cells, cells, problems)
  table.unique('testCode')
  for (const { row, cells: given } of table.rows)
    if (given.testCode && !isTest(given.testCode))
      table.report(row, 'testCode', `'${given.testCode}' is not the code of a test in tests.csv`)
  return { phenotype: table.values }
}

/** In the transaction of a catalogue import; the earlier rows are gone already. */
export async function importPhenotypeTests(db: Transaction<Tables>, { phenotype }: PhenotypeFile) {
  await insertAll(
    db,
    'test_phenotype',
    phenotype.map(({ testCode, few }) => ({ test_code: testCode, few })),
  )
}

/** Which tests of `codes` ask for findings. */
export async function phenotypeTests(db: Catalogue, codes: readonly string[]) {
  const rows = await db
    .selectFrom('test_phenotype')
    .selectAll()
    .where('test_code', 'in', [...codes, ''])
    .execute()
  return new Map(rows.map(({ test_code, few }) => [test_code, few]))
}

/** A test's setting as a member that is left out if it does not ask for findings. */
export function phenotypeOf(few: ReadonlyMap<string, number>, test: string): { phenotype?: { few: number } } {
  const asked = few.get(test)
  return asked === undefined ? {} : { phenotype: { few: asked } }
}
