import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { code, oneOf } from '#server/csv/data-cells.ts'
import { type DataFileProblem, readTable } from '#server/csv/data-table.ts'
import type { Catalogue } from './store.ts'

/** What a laboratory sets for some of its tests, by topic. */
export interface TestSettings {
  /** Whether each side's ancestry is asked for, and whether residual risk is computed from it. */
  ancestry?: { required: boolean }
}
type Topic = keyof TestSettings

/** A setting as it is stored. */
export type TestSetting = {
  [T in Topic]: { testCode: string; topic: T; setting: NonNullable<TestSettings[T]> }
}[Topic]

const ancestryCells = z.object({ testCode: code, ancestry: oneOf(['shown', 'required']) })

/**
 * Reads the files of settings in the catalogue's folder. A file that is not there sets nothing, so that a laboratory's
 * files of an earlier version can still be imported.
 */
export function readTestSettings(
  dir: string,
  hasTest: (code: string) => boolean,
  problems: DataFileProblem[],
): TestSetting[] {
  const rowsOf = <T extends { testCode: string }>(file: string, cells: z.ZodObject, row: z.ZodType<T>) => {
    const path = join(dir, file)
    if (!existsSync(path)) return []
    const table = readTable(path, cells, row, problems)
    table.unique('testCode')
    for (const { row: at, cells } of table.rows)
      if (!hasTest(cells.testCode ?? ''))
        table.report(at, 'testCode', `'${cells.testCode}' is not the code of a test in tests.csv`)
    return table.values
  }
  return rowsOf('ancestry.csv', ancestryCells, ancestryCells).map(({ testCode, ancestry }) => ({
    ...{ testCode, topic: 'ancestry' },
    setting: { required: ancestry === 'required' },
  }))
}

/** The settings of tests by code; the import has validated them. */
export async function settingsOf(
  db: Catalogue,
  codes: readonly string[],
): Promise<Map<string, TestSettings>> {
  const rows = await db
    .selectFrom('test_setting')
    .selectAll()
    .where('test_code', 'in', [...codes, ''])
    .execute()
  const settings = new Map<string, TestSettings>()
  for (const { test_code, topic, setting } of rows)
    settings.set(test_code, { ...settings.get(test_code), [topic]: setting })
  return settings
}
