import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { type IsoDate, isIsoDate } from '#domain/dates/dates.ts'
import type { FamilyTestingTerms } from '#domain/family/cascade/window.ts'
import { HOLD_KINDS } from '#domain/orders/hold-kinds.ts'
import { COMPARED, type Compared } from '#domain/orders/rule-context.ts'
import type { TestSubjects } from '#domain/orders/test-subjects.ts'
import type { ReanalysisPolicy } from '#domain/reanalysis/policy.ts'
import {
  FAMILY_POLICIES,
  TURNAROUND_STARTS,
  TURNAROUND_UNITS,
  type Turnaround,
} from '#domain/turnaround/turnaround.ts'
import { code, oneOf, set, text, yesNo } from '#server/csv/data-cells.ts'
import { type DataFileProblem, readTable } from '#server/csv/data-table.ts'
import { familyTestingCells, familyTestingRow } from './family-testing-rows.ts'
import { reanalysisCells, reanalysisRow } from './reanalysis-rows.ts'
import type { Catalogue } from './store.ts'
import { subjectCells, subjectRow } from './subject-rows.ts'

/** What a laboratory sets for some of its tests, by topic. */
export interface TestSettings {
  /** Whether each side's ancestry is asked for, and whether residual risk is computed from it. */
  ancestry?: { required: boolean }
  turnaround?: TestTurnaround
  /** Whom it is offered for. */
  subjects?: TestSubjects
  /** When its results come up for reanalysis. */
  reanalysis?: ReanalysisPolicy
  /** At which terms relatives are tested for a finding; its days are in known-variants.csv. */
  familyTesting?: FamilyTestingTerms
  /** Whom it compares with the patient. */
  compared?: { who: Compared }
}

/** The time of a test, with the days on which the laboratory is closed. */
export type TestTurnaround = Turnaround & { holidays: IsoDate[] }

type Topic = keyof TestSettings

/** A setting as it is stored. */
export type TestSetting = {
  [T in Topic]: { testCode: string; topic: T; setting: NonNullable<TestSettings[T]> }
}[Topic]

const whole = z
  .string()
  .regex(/^\d{0,4}$/, 'is not a whole number')
  .transform(Number)
const timeOfDay = z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d)?$/, 'is not a time of day such as 17:00')
const turnaroundCells = z.object({
  testCode: code,
  amount: whole.refine((amount) => amount > 0, 'must be at least 1'),
  unit: oneOf(TURNAROUND_UNITS),
  start: oneOf(TURNAROUND_STARTS),
  /** Kinds of hold. */
  stops: set(oneOf(HOLD_KINDS)),
  cutOff: timeOfDay,
  opensAt: timeOfDay.transform((time) => time || '08:00'),
  aroundTheClock: yesNo,
  cultureExtra: whole,
  confirmationExtra: whole,
  family: oneOf(FAMILY_POLICIES),
})
const holidayCells = z.object({
  day: z.string().refine(isIsoDate, 'is not a day such as 2026-12-25'),
  name: text,
})

const comparedCells = z.object({ testCode: code, compared: oneOf(COMPARED) })

const ancestryCells = z.object({ testCode: code, ancestry: oneOf(['shown', 'required']) })

/**
 * Reads the files of settings in the catalogue's folder. A file that is not there sets nothing, so that a laboratory's
 * files of an earlier version can still be imported.
 */
export function readTestSettings(
  dir: string,
  { hasTest, hasConsent }: { hasTest(code: string): boolean; hasConsent(id: string): boolean },
  problems: DataFileProblem[],
): TestSetting[] {
  /** `references`: what each row names of other files, by column. */
  const rowsOf = <T extends { testCode: string }>(
    file: string,
    cells: z.ZodObject,
    row: z.ZodType<T>,
    references: Record<string, 'test' | 'consents'> = {},
  ) => {
    const path = join(dir, file)
    if (!existsSync(path)) return []
    const table = readTable(path, cells, row, problems)
    table.unique('testCode')
    for (const { row: at, cells } of table.rows)
      for (const [column, what] of Object.entries({ testCode: 'test', ...references })) {
        const cell = cells[column] ?? ''
        if (what === 'test' && !hasTest(cell))
          table.report(at, column, `'${cell}' is not the code of a test in tests.csv`)
        if (what === 'consents')
          for (const id of cell.split('|').filter((one) => one !== '' && !hasConsent(one)))
            table.report(at, column, `'${id}' is not the id of a consent in consents.csv`)
      }
    return table.values
  }
  const holidays = holidaysIn(dir, problems)
  return [
    ...rowsOf('subjects.csv', subjectCells, subjectRow),
    ...rowsOf('reanalysis.csv', reanalysisCells, reanalysisRow, {
      ...{ reanalysisTest: 'test', consents: 'consents' },
    }),
    ...rowsOf('family-testing.csv', familyTestingCells, familyTestingRow),
    ...rowsOf('compared.csv', comparedCells, comparedCells).map(
      ({ testCode, compared: who }): TestSetting => ({ testCode, topic: 'compared', setting: { who } }),
    ),
    ...rowsOf('ancestry.csv', ancestryCells, ancestryCells).map(
      ({ testCode, ancestry }): TestSetting => ({
        ...{ testCode, topic: 'ancestry' },
        setting: { required: ancestry === 'required' },
      }),
    ),
    ...rowsOf('turnaround.csv', turnaroundCells, turnaroundCells).map(
      ({ testCode, ...turnaround }): TestSetting => ({
        ...{ testCode, topic: 'turnaround' },
        setting: { ...turnaround, holidays },
      }),
    ),
  ]
}

function holidaysIn(dir: string, problems: DataFileProblem[]): IsoDate[] {
  const path = join(dir, 'holidays.csv')
  if (!existsSync(path)) return []
  const table = readTable(path, holidayCells, holidayCells, problems)
  table.unique('day')
  return table.values.map(({ day }) => day).toSorted()
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
