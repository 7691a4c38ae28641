import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type DataFileProblem, readTable } from '#server/csv/data-table.ts'
import type { Catalogue } from '../catalogue-rows.ts'
import type { NamedInCatalogue } from '../named.ts'
import {
  bloodHistoryCells,
  bloodHistoryRow,
  type CatalogueBloodHistory,
  type CatalogueSpecimen,
  specimenCells,
  specimenRow,
} from './rows.ts'

/** Reads `specimens.csv` and `blood-history.csv` in a folder; both files are optional. */
export function readSpecimens(
  dir: string,
  named: NamedInCatalogue,
  problems: DataFileProblem[],
): Pick<Catalogue, 'specimens' | 'bloodHistory'> {
  const read = (file: string, table: () => Table) => (existsSync(join(dir, file)) ? table() : null)
  const specimens = read('specimens.csv', () =>
    readTable(join(dir, 'specimens.csv'), specimenCells, specimenRow, problems),
  )
  const bloodHistory = read('blood-history.csv', () =>
    readTable(join(dir, 'blood-history.csv'), bloodHistoryCells, bloodHistoryRow, problems),
  )
  specimens?.unique('testCode', 'category', 'role', 'type', 'additive', 'state')
  bloodHistory?.unique('testCode', 'category')
  for (const table of [specimens, bloodHistory]) {
    if (!table) continue
    named.check(table, 'test', 'testCode')
    named.check(table, 'category', 'category')
  }
  if (specimens) named.check(specimens, 'specimen', 'type')
  if (bloodHistory) named.check(bloodHistory, 'specimen', 'instead')
  return {
    specimens: (specimens?.values ?? []) as CatalogueSpecimen[],
    bloodHistory: (bloodHistory?.values ?? []) as CatalogueBloodHistory[],
  }
}

type Table = ReturnType<typeof readTable>
