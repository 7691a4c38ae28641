import { join } from 'node:path'
import { lintCatalogue } from '#domain/catalogue/lint/catalogue-lint.ts'
import type { IsoDate } from '#domain/dates/dates.ts'
import type { SymbolMeaning } from '#domain/genes/gene.ts'
import { SPECIMEN_LIFE_DAYS } from '#domain/orders/rules/specimen-life.ts'
import { isOurType } from '#domain/specimens/own-types.ts'
import { type DataFileProblem, readTable } from '#server/csv/data-table.ts'
import { type CatalogueTest, testCells, testRow } from '../catalogue-rows.ts'
import { NamedInCatalogue } from '../named.ts'
import { readSpecimens } from '../specimens/files.ts'
import type { CatalogueSpecimen } from '../specimens/rows.ts'
import { readSpecimenTypes } from '../specimens/type-rows.ts'
import { readProcedureCodes } from './procedure-code-file.ts'

const TESTS = 'tests.csv'

export interface LintOptions {
  /** Null: symbols are not judged. */
  symbols: { meaning: (symbol: string) => SymbolMeaning } | null
  today: IsoDate
}

/**
 * What is wrong in the files of a catalogue besides cells that cannot be read, which readCatalogue reports: all
 * at once, in the order of the file. A row with an unreadable cell is left out.
 */
export function lintCatalogueFiles(dir: string, { symbols, today }: LintOptions): DataFileProblem[] {
  const problems: DataFileProblem[] = []
  const tests = readTable(join(dir, TESTS), testCells, testRow, [])
  const procedureCodes = readProcedureCodes(dir, problems)
  const types = readSpecimenTypes(dir, [])
  const like = (name: string) => types.find(({ type }) => type === name)?.like || name
  const withLike = <T extends { type: string }>(row: T): T => ({ ...row, type: like(row.type) })
  const specimens = readSpecimens(dir, new NamedInCatalogue(() => true), []).specimens.map(withLike)
  const linted = tests.rows.flatMap(({ row, cells }) => {
    const parsed = testRow.safeParse(cells)
    if (!parsed.success) return []
    // A note is about what a type of the laboratory's own is like.
    const data = { ...parsed.data, specimens: parsed.data.specimens.map(like) }
    return [
      {
        ...{ ...data, row, geneChoice: data.geneChoice as 'all' | 'one' | 'some' },
        ...livesOf(data, rowsOf(data, specimens)),
      },
    ]
  })
  const faults = lintCatalogue({ tests: linted, procedureCodes, symbols, today })
  return [...problems, ...faults.map((fault) => ({ file: TESTS, ...fault }))]
}

/** What a test accepts of its patient: its own rows, or those of its category. */
function rowsOf(
  { code, category }: CatalogueTest,
  specimens: readonly CatalogueSpecimen[],
): CatalogueSpecimen[] {
  const own = specimens.filter(({ testCode }) => testCode === code)
  const rows = own.length > 0 ? own : specimens.filter((row) => row.category === category)
  return rows.filter(({ refused, role }) => refused === '' && role === 'Proband')
}

/** For how many hours each specimen of a test can be used, how it is kept, and the types that it accepts beyond its list. */
function livesOf({ specimens }: CatalogueTest, rows: readonly CatalogueSpecimen[]) {
  const types = rows.flatMap(({ type }) => (type === '' ? [] : [type]))
  const all = [...new Set([...specimens, ...types])]
  const lives = new Map(
    all.map((type): [string, number | null] => {
      const known = rows.filter((row) => row.type === type && row.life !== null).map(inHours)
      const days = (isOurType(type) && SPECIMEN_LIFE_DAYS[type]) || null
      return [type, known.length > 0 ? Math.max(...known) : days === null ? null : days * 24]
    }),
  )
  const storages = new Map(
    all.map((type): [string, Set<string>] => {
      const kept = rows.filter((row) => row.type === type && row.storage !== '')
      return [type, new Set(kept.map(({ storage }) => storage))]
    }),
  )
  const leasts = new Map(
    rows.flatMap(({ type, least, unit, leastByAge: [first] }) =>
      type !== '' && least !== null && unit === 'mL'
        ? [[type, { least, youngest: first?.least ?? least }] as const]
        : [],
    ),
  )
  return { lives, storages, leasts, furtherSpecimens: types.filter((type) => !specimens.includes(type)) }
}

const inHours = ({ life, lifeUnit }: CatalogueSpecimen) => (life ?? 0) * (lifeUnit === 'days' ? 24 : 1)
