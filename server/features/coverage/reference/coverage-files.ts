import { join } from 'node:path'
import type { z } from 'zod'
import { plainName } from '#domain/coverage/payer.ts'
import { type DataFileProblem, readTable, throwIfAny } from '#server/csv/data-table.ts'
import * as rows from './coverage-rows.ts'

/** The coverage read from its files, with every test and category that they name. */
export interface CoverageFiles {
  readonly coverage: rows.Coverage
  readonly named: readonly rows.NamedPlace[]
}

/** What the import compares with the laboratory's lists of codes. */
export interface CodedCoverage {
  readonly cptPrices: readonly { row: number; code: string; from: string; until: string | null }[]
  readonly ruleTexts: readonly { row: number; column: string; text: string }[]
}

/**
 * Reads the six files in a folder such as data/coverage, each in its file's order. Whether the named tests
 * and categories exist is checked by the import, against the catalogue. Throws {@link DataFilesInvalid}.
 */
export function readCoverage(dir: string): CoverageFiles & { readonly linted: CodedCoverage } {
  const problems: DataFileProblem[] = []
  const read = <T>(file: string, head: z.ZodObject, row: z.ZodType<T>) =>
    Object.assign(readTable(join(dir, file), head, row, problems), { file })
  const payers = read('payers.csv', rows.payerCells, rows.payerCells)
  const contracts = read('contracts.csv', rows.contractCells, rows.contractRow)
  const contractPrices = read('contract-prices.csv', rows.contractPriceCells, rows.contractPriceRow)
  const rules = read('rules.csv', rows.ruleCells, rows.ruleRow)
  const prices = read('prices.csv', rows.priceCells, rows.priceRow)
  const assistance = read('assistance.csv', rows.assistanceCells, rows.assistanceRow)

  payers.unique('id')
  contracts.unique('payerId', 'effectiveFrom')
  contractPrices.unique('payerId', 'testCode', 'cptCode', 'effectiveFrom')
  rules.unique('payerId', 'testCode', 'category', 'effectiveFrom')
  prices.unique('testCode', 'effectiveFrom')
  assistance.unique('name', 'effectiveFrom')
  for (const table of [contracts, contractPrices, rules])
    for (const { row, cells } of table.rows)
      if (!payers.has('id', cells.payerId ?? ''))
        table.report(row, 'payerId', `'${cells.payerId}' is not the id of a payer in payers.csv`)
  onePayerAName(payers)
  throwIfAny(problems)
  return {
    coverage: {
      payers: payers.values,
      contracts: contracts.values,
      contractPrices: contractPrices.values,
      rules: rules.values,
      prices: prices.values,
      assistance: assistance.values,
    },
    named: [contractPrices, rules, prices].flatMap((table) =>
      table.rows.flatMap(({ row, cells }) =>
        (['testCode', 'category'] as const).flatMap((column) =>
          cells[column] ? [{ file: table.file, row, column, name: cells[column] }] : [],
        ),
      ),
    ),
    linted: {
      cptPrices: contractPrices.rows.flatMap(({ row, cells }) =>
        cells.cptCode
          ? [
              {
                row,
                code: cells.cptCode,
                from: cells.effectiveFrom ?? '',
                until: cells.effectiveUntil || null,
              },
            ]
          : [],
      ),
      ruleTexts: rules.rows.flatMap(({ row, cells }) =>
        ['documents', 'note'].map((column) => ({ row, column, text: cells[column] ?? '' })),
      ),
    },
  }
}

/** A typed name must mean one payer only. */
function onePayerAName({ rows: all, report }: Pick<ReturnType<typeof readTable>, 'rows' | 'report'>) {
  const idOf = new Map<string, string>()
  for (const column of ['name', 'aliases'] as const)
    for (const { row, cells } of all)
      for (const name of (cells[column] ?? '').split('|').filter(Boolean)) {
        const [plain, id] = [plainName(name), cells.id ?? '']
        const already = idOf.get(plain)
        if (already === undefined) idOf.set(plain, id)
        else if (already !== id) report(row, column, `'${name}' is already a name of payer ${already}`)
      }
}
