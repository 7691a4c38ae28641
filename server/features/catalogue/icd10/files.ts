import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { isIsoDate } from '#domain/dates/dates.ts'
import { ICD10 } from '#domain/icd10/diagnosis-code.ts'
import { text, yesNo } from '#server/csv/data-cells.ts'
import { type DataFileProblem, readTable, throwIfAny } from '#server/csv/data-table.ts'

const code = z.string().regex(ICD10, 'is not an ICD-10-CM code such as Q87.40')
const day = z
  .string()
  .refine((given) => given === '' || isIsoDate(given), 'is not a day such as 2026-10-01, or empty')
  .default('')

/** The last three columns are optional: without them every code is for billing, on any day. */
const codeCells = z.object({
  code,
  description: text,
  billable: yesNo.default(true),
  validFrom: day,
  validUntil: day,
})
const codeRow = codeCells.refine(
  ({ validFrom, validUntil }) => validFrom === '' || validUntil === '' || validFrom <= validUntil,
  { path: ['validUntil'], message: 'is before validFrom' },
)
const selectionCells = z.object({ code, words: text })

export type CodeRow = z.output<typeof codeRow>

/** Codes with their periods, and the laboratory's selection: codes that come first, with its own words. */
export interface DiagnosisCodes {
  codes: CodeRow[]
  selection: z.output<typeof selectionCells>[]
}

const CODES = ['codes.csv.gz', 'codes.csv']
const SELECTION = 'selection.csv'

/**
 * Reads a file of codes, or a folder with one (`codes.csv.gz` or `codes.csv`) and perhaps `selection.csv`.
 * Throws {@link DataFilesInvalid} with every problem of both.
 */
export function readIcd10(source: string): DiagnosisCodes {
  if (!isFolder(source)) return read(source, null)
  const [packed = '', plain = ''] = CODES.map((name) => join(source, name))
  const selection = join(source, SELECTION)
  return read(existsSync(packed) ? packed : plain, existsSync(selection) ? selection : null)
}

/** The laboratory's selection alone, by its own words, as codes for billing on any day. Throws {@link DataFilesInvalid}. */
export function readSelection(folder: string): DiagnosisCodes {
  const problems: DataFileProblem[] = []
  const { values } = readTable(join(folder, SELECTION), selectionCells, selectionCells, problems)
  throwIfAny(problems)
  return {
    codes: values.map((row) => ({
      ...{ code: row.code, description: row.words },
      ...{ billable: true, validFrom: '', validUntil: '' },
    })),
    selection: values,
  }
}

function read(file: string, selectionFile: string | null): DiagnosisCodes {
  const problems: DataFileProblem[] = []
  const codes = readTable(file, codeCells, codeRow, problems)
  const hasPeriods = codes.rows[0]?.cells.validFrom !== undefined
  codes.unique('code', ...(hasPeriods ? ['validFrom'] : []))
  const periods = new Map<string, CodeRow[]>()
  for (const row of codes.values) periods.set(row.code, [...(periods.get(row.code) ?? []), row])
  for (const [code, of] of periods) {
    const inOrder = of.toSorted((one, other) => (one.validFrom < other.validFrom ? -1 : 1))
    const overlapping = inOrder.some(
      ({ validFrom, validUntil }, index) =>
        index < inOrder.length - 1 &&
        validFrom !== inOrder[index + 1]?.validFrom &&
        (validUntil === '' || validUntil >= (inOrder[index + 1]?.validFrom ?? '')),
    )
    if (overlapping) codes.report(null, 'validUntil', `the periods of '${code}' overlap`)
  }
  if (selectionFile === null) {
    throwIfAny(problems)
    return { codes: codes.values, selection: [] }
  }
  const selection = readTable(selectionFile, selectionCells, selectionCells, problems)
  selection.unique('code')
  for (const { row, cells } of selection.rows) {
    const of = periods.get(cells.code ?? '')
    const last = of?.find(({ validUntil }) => validUntil === '')
    if (!of) selection.report(row, 'code', `'${cells.code}' is not a code of ICD-10-CM`)
    else if (!last) selection.report(row, 'code', `'${cells.code}' is no longer valid`)
    else if (!last.billable)
      selection.report(row, 'code', `'${cells.code}' is a heading, not a code for billing`)
  }
  throwIfAny(problems)
  return { codes: codes.values, selection: selection.values }
}

function isFolder(source: string): boolean {
  return statSync(source, { throwIfNoEntry: false })?.isDirectory() ?? false
}
