import type { OrderRow } from '#contract/order.ts'
import { type IsoDate, todayAtLaboratory } from '#domain/dates/dates.ts'
import { pendingInWords } from '#domain/orders/pending-tests.ts'
import { STATUS_WORDS } from '#domain/reports/words.ts'
import { listedResultInWords } from '#domain/results/words.ts'
import { csvInPieces } from '#server/csv/csv-batches.ts'
import { presentRow } from '../view/present.ts'
import type { ListedRow } from './list-store.ts'

const dayOf = (instant: string | null) => (instant === null ? '' : todayAtLaboratory(new Date(instant)))
const yes = (is: boolean) => (is ? 'yes' : '')

/** The columns of an exported file. Dates are the laboratory's, as 2026-03-12. */
const COLUMNS: readonly (readonly [heading: string, cell: (row: OrderRow) => string])[] = [
  ['Order', ({ id }) => String(id)],
  ['Institution', ({ hospitalCode }) => hospitalCode],
  ['Last name', ({ patient }) => patient.lastName],
  ['First name', ({ patient }) => patient.firstName],
  ['Fetus', ({ patient }) => patient.fetuses],
  ['Date of birth', ({ patient }) => patient.dateOfBirth],
  ['Sex', ({ patient }) => patient.sex],
  ['MRN', ({ recordNumber }) => recordNumber],
  ['Test code', ({ testCode }) => testCode],
  ['Test', ({ testName }) => testName],
  ['Laboratory number', ({ accessionNumber }) => accessionNumber ?? ''],
  ['Status', ({ displayStatus }) => displayStatus],
  ['Ordering provider', ({ providerName }) => providerName],
  ['Begun', ({ createdAt }) => dayOf(createdAt)],
  ['Ordered', ({ orderedAt }) => dayOf(orderedAt)],
  ['Report expected', ({ expectedOn }) => expectedOn ?? ''],
  ['Report', ({ reportStatus }) => (reportStatus === null ? '' : STATUS_WORDS[reportStatus])],
  ['Result', ({ result }) => (result === null ? '' : listedResultInWords(result))],
  ['Reported', ({ reportedAt }) => dayOf(reportedAt)],
  ['Late', ({ isLate }) => yes(isLate)],
  ['On hold', ({ onHold }) => yes(onHold)],
  ['Information missing', ({ missingInfo }) => yes(missingInfo)],
  ['Report not opened', ({ unreadReport }) => yes(unreadReport)],
  ['Late parcels', ({ lateParcels }) => lateParcels.join(' ')],
  ['Samples without tracking number', ({ unsentSamples }) => String(unsentSamples.length || '')],
  ['Benefits verification', ({ isVOB }) => yes(isVOB)],
  ['Still awaited', ({ pendingTests }) => (pendingTests ? pendingInWords(pendingTests) : '')],
]

/** Rows of the list as a CSV file; if there are more orders than rows, its last line says so. */
export function csvOf(
  rows: readonly ListedRow[],
  { total, today }: { total: number; today: IsoDate },
): Promise<Uint8Array> {
  return csvInPieces(
    COLUMNS.map(([heading]) => heading),
    linesOf(rows, total, today),
  )
}

function* linesOf(rows: readonly ListedRow[], total: number, today: IsoDate) {
  for (const row of rows) {
    const cells = presentRow(row, today, row)
    yield COLUMNS.map(([, cell]) => cell(cells))
  }
  const cut = `Truncated: this file has the first ${rows.length} of ${total} orders. Narrow the list to export the rest.`
  if (total > rows.length) yield [cut, ...COLUMNS.slice(1).map(() => '')]
}
