import { isIsoDate } from '../dates/dates.ts'
import { date, yesNo } from './cells.ts'
import type { Column } from './columns.ts'

/** Whether a cell can belong to its column: `any` if every text can. */
type Fit = 'yes' | 'no' | 'any'

/**
 * The form of text columns that have one, by path: a cell that matches `fits` surely belongs, one that
 * matches `not` surely does not.
 */
const FORMS: readonly { path: RegExp; fits?: RegExp; not?: RegExp }[] = [
  { path: /\/npi$/, fits: /^\d{10}$/, not: /^(?!\d{10}$)/ },
  { path: /\/indicationsForTesting\/\d\/code$/, fits: /^[a-z]\d[\da-z](\.?[\da-z]{1,4})?$/i, not: /\s|@|-/ },
  { path: /\/contacts\/1\/value$/, fits: /^\S+@\S+$/, not: /^[^@]*$/ },
  { path: /\/postalCode$/, fits: /^\d{5}(-\d{4})?$/ },
  { path: /name$/i, not: /[\d@]/ },
]

function fitOf(column: Column, cell: string): Fit {
  const typed = cell.trim()
  const reading = column.read(typed)
  if (column.read === date) return 'value' in reading && isIsoDate(String(reading.value)) ? 'yes' : 'no'
  if (column.read === yesNo || (column.values.length > 0 && !column.isOpen))
    return 'value' in reading ? 'yes' : 'no'
  const form = FORMS.find(({ path }) => path.test(column.path))
  if (form?.fits?.test(typed)) return 'yes'
  return form?.not?.test(typed) ? 'no' : 'any'
}

/**
 * Cells that do not fit their column but fit the one next to it: the sign of a row that an unquoted comma has
 * shifted. `columns` are the file's, in its order.
 */
export function shiftedCells(
  cells: Readonly<Record<string, string>>,
  columns: readonly Column[],
): { column: Column; neighbor: Column }[] {
  return columns.flatMap((column, at) => {
    const cell = cells[column.heading] ?? ''
    if (cell.trim() === '' || fitOf(column, cell) !== 'no') return []
    const neighbor = [columns[at - 1], columns[at + 1]].find((one) => one && fitOf(one, cell) === 'yes')
    return neighbor ? [{ column, neighbor }] : []
  })
}
