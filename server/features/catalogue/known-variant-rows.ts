import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Insertable, Transaction } from 'kysely'
import { z } from 'zod'
import type { KnownVariantTest } from '#domain/orders/known-variant-tests.ts'
import { VARIANT_KINDS, type VariantKind } from '#domain/orders/known-variants.ts'
import { code, gene, oneOf, orEmpty, set, wholeNumber, yesNo } from '#server/csv/data-cells.ts'
import { type DataFileProblem, readTable } from '#server/csv/data-table.ts'
import { insertAll } from '#server/database/migrate/bulk.ts'
import type { Tables } from '#server/database/schema/tables.ts'
import type { Catalogue } from './store.ts'

const cells = z.object({
  testCode: code,
  kinds: set(oneOf(VARIANT_KINDS)).refine((kinds) => kinds.length > 0, 'names no kind of variant'),
  /** Empty: any number. */
  most: orEmpty(wholeNumber, 'is not a whole number'),
  excludedGenes: set(gene),
  forRelatives: yesNo,
  /** Empty: any time. */
  familyDays: orEmpty(wholeNumber, 'is not a whole number of days'),
})
export type KnownVariantRow = z.output<typeof cells>

/** Reads `known-variants.csv`, the tests that look at known variants; a catalogue may come without it. */
export function readKnownVariantTests(
  dir: string,
  isTest: (code: string) => boolean,
  problems: DataFileProblem[],
): KnownVariantRow[] {
  const file = join(dir, 'known-variants.csv')
  if (!existsSync(file)) return []
  const table = readTable(file, cells, cells, problems)
  table.unique('testCode')
  for (const { row, cells: given } of table.rows)
    if (given.testCode && !isTest(given.testCode))
      table.report(row, 'testCode', `'${given.testCode}' is not the code of a test in tests.csv`)
  return table.values
}

const orNull = (value: number | '') => (value === '' ? null : value)

export async function importKnownVariantTests(
  db: Transaction<Tables>,
  rows: readonly KnownVariantRow[],
): Promise<void> {
  await db.deleteFrom('known_variant_test').execute()
  await insertAll(
    db,
    'known_variant_test',
    rows.map(
      (row): Insertable<Tables['known_variant_test']> => ({
        test_code: row.testCode,
        kinds: [...row.kinds],
        most: orNull(row.most),
        excluded_genes: [...row.excludedGenes],
        for_relatives: row.forRelatives,
        family_days: orNull(row.familyDays),
      }),
    ),
  )
}

/** What is set about those of the tests that look at known variants. */
export async function knownVariantTestsOf(
  db: Catalogue,
  codes: readonly string[],
): Promise<Map<string, KnownVariantTest>> {
  const rows = await db
    .selectFrom('known_variant_test')
    .selectAll()
    .where('test_code', 'in', [...codes, ''])
    .execute()
  return new Map(
    rows.map((row) => [
      row.test_code,
      {
        kinds: row.kinds as VariantKind[],
        most: row.most,
        excludedGenes: row.excluded_genes,
        forRelatives: row.for_relatives,
        familyDays: row.family_days,
      },
    ]),
  )
}

/** As a member that is left out for every other test. */
export function knownVariantOf(all: Map<string, KnownVariantTest>, code: string) {
  const knownVariant = all.get(code)
  return knownVariant ? { knownVariant } : {}
}
