import type { IsoDate } from '#domain/dates/dates.ts'
import { BEYOND_COLUMN, type Column, columnsOf } from '#domain/manifest/columns.ts'
import { testCodeErrors } from '#domain/manifest/in-file.ts'
import { rowKey } from '#domain/manifest/keys.ts'
import { type Cells, judgeRow, type RowError, readRow } from '#domain/manifest/row.ts'
import type { OrderableTest } from '#domain/orders/rule-context.ts'

/** What a row is judged by in the browser. Earlier orders, the NPI registry and who submits are the server's to know. */
export interface Rules {
  test: OrderableTest
  today: IsoDate
  institutionState: string
}

export interface Judged {
  /** Tells the row from every other of the file; null for one that says too little. */
  key: string | null
  errors: RowError[]
}

/** The judge of the rows of one file, by the rules of the form and the server (domain/manifest). */
export function createJudge({ test, today, institutionState }: Rules) {
  const columns: readonly Column[] = [...columnsOf(test), BEYOND_COLUMN]
  const context = {
    ...{ tests: [test], today, institutionState },
    ...{ history: [], provider: null, submitter: null },
  }
  return {
    columns,
    judge(cells: Cells): Judged {
      const read = readRow(cells, columns, test)
      const errors = [...testCodeErrors(read, test, false), ...judgeRow(read, cells, context).errors]
      return { key: rowKey(read, test.code), errors }
    },
  }
}
