import { writeRows } from '#contract/csv.ts'
import { ANNOTATIONS } from '#domain/manifest/columns.ts'
import { errorInWords } from './error-words.ts'
import type { Sheet } from './sheet.ts'
import { stateInWords } from './states.ts'

const ROWS_PER_CHUNK = 200

/**
 * The whole sheet as a file that can be uploaded again: every row with what became of it, its order's number and what is
 * wrong with it. In parts, so that a page that writes 10,000 rows can breathe between them.
 */
export function* annotatedChunks(sheet: Sheet): Generator<string> {
  const headings = sheet.columns.map((column) => column.heading)
  const { rows, states } = sheet.state()
  yield `\uFEFF${writeRows([[...headings, ...ANNOTATIONS]])}`
  for (let from = 0; from < rows.length; from += ROWS_PER_CHUNK)
    yield writeRows(
      rows.slice(from, from + ROWS_PER_CHUNK).map(({ cells, checkResult }, index) => [
        ...headings.map((heading) => cells[heading] ?? ''),
        stateInWords(states[from + index] ?? 'waiting', checkResult),
        checkResult?.orderId ? String(checkResult.orderId) : '',
        sheet
          .errorsAt(from + index)
          .map(errorInWords)
          .join('; '),
      ]),
    )
}
