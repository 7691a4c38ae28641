import type { ManifestRow } from '#contract/manifest.ts'
import { REASON } from '#domain/manifest/columns.ts'
import { earlierPositions } from '#domain/manifest/keys.ts'
import type { RowError } from '#domain/manifest/row.ts'
import { createJudge, type Rules } from './judge.ts'
import type { JudgedRow } from './read-file.ts'
import { errorsOf, isUnchecked, MADE, ROW_STATES, type RowState, type SheetRow, stateOf } from './states.ts'

export interface SheetState {
  rows: readonly SheetRow[]
  /** Of each row, in the order of the rows. */
  states: readonly RowState[]
  counts: Readonly<Record<RowState, number>>
  /** The rows that the server is to be asked about. */
  uncheckedRows: readonly SheetRow[]
  /** Columns of which some row says something, or lacks it; the rest is empty all the way down. */
  used: ReadonlySet<string>
  canUndo: boolean
}

export interface Cell {
  row: number
  column: string
}

interface Edit extends Cell {
  before: string
}

/** The rows of one manifest while they are repaired; `save` is told each row that is not as it was. */
export function createSheet(rules: Rules, begun: readonly SheetRow[], save: (rows: SheetRow[]) => void) {
  const { columns, judge } = createJudge(rules)
  const indexByRow = new Map(begun.map(({ row }, at) => [row, at]))
  const edits: Edit[] = []
  const listeners = new Set<() => void>()
  let earlier: (number | null)[] = []
  let state = deriveState(begun, usedColumnsIn(begun, new Set([REASON])))

  function deriveState(rows: readonly SheetRow[], used: ReadonlySet<string>): SheetState {
    earlier = earlierPositions(rows.map((row) => row.key)).map((at) =>
      at === null ? null : (rows[at]?.row ?? null),
    )
    const states = rows.map((row, at) => stateOf(row, earlier[at] ?? null))
    const counts = Object.fromEntries(ROW_STATES.map((one) => [one, 0])) as Record<RowState, number>
    for (const one of states) counts[one] += 1
    const uncheckedRows = rows.filter((row, at) => isUnchecked(row, earlier[at] ?? null))
    return { rows, states, counts, uncheckedRows, used, canUndo: edits.length > 0 }
  }

  function change(changed: ReadonlyMap<number, SheetRow>) {
    const rows = state.rows.map((one, at) => changed.get(at) ?? one)
    const all = [...changed.values()]
    state = deriveState(rows, usedColumnsIn(all, state.used))
    save(all)
    for (const listener of listeners) listener()
  }

  function write({ row, column }: Cell, value: string) {
    const at = indexByRow.get(row) ?? -1
    const before = state.rows[at]
    if (!before) return
    const cells = { ...before.cells, [column]: value }
    change(new Map([[at, { ...before, cells, ...judge(cells), checkResult: null }]]))
  }

  const isMade = (row: number) => MADE.includes(state.states[indexByRow.get(row) ?? -1] ?? 'repair')

  return {
    columns,
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    errorsAt: (at: number): readonly RowError[] => {
      const row = state.rows[at]
      return row ? errorsOf(row, earlier[at] ?? null) : []
    },
    /** Nothing where the cell says so already, or where the row has an order. */
    edit(cell: Cell, value: string) {
      const before = state.rows[indexByRow.get(cell.row) ?? -1]?.cells[cell.column] ?? ''
      if (before === value || isMade(cell.row)) return
      edits.push({ ...cell, before })
      write(cell, value)
    },
    /** Takes the last edit back, and says where it was; null: there is none. */
    undo(): Cell | null {
      const last = edits.pop()
      if (!last) return null
      if (!isMade(last.row)) write(last, last.before)
      return { row: last.row, column: last.column }
    },
    /** What the server said of the rows as they were sent; a row that was changed meanwhile waits for its next check. */
    answer(sent: readonly SheetRow[], results: readonly ManifestRow[]) {
      const known = new Map(results.map((one) => [one.row, one]))
      const changed = new Map<number, SheetRow>()
      for (const one of sent) {
        const [at = -1, answer] = [indexByRow.get(one.row), known.get(one.row)]
        if (!answer || state.rows[at]?.cells !== one.cells) continue
        const { outcome, orderId, orderState } = answer
        const isNew = (found: RowError) =>
          one.errors.every(({ path, rule }) => path !== found.path || rule !== found.rule)
        const errors = answer.errors.filter(isNew)
        const ofOrder = orderState === undefined ? {} : { orderState }
        changed.set(at, { ...one, checkResult: { outcome, orderId, ...ofOrder, errors } })
      }
      change(changed)
    },
  }
}
export type Sheet = ReturnType<typeof createSheet>

/** A row as it was read, before the server was asked. */
export const toSheetRow = (row: JudgedRow): SheetRow => ({ ...row, checkResult: null })

function usedColumnsIn(rows: readonly SheetRow[], before: ReadonlySet<string>): ReadonlySet<string> {
  const used = new Set(before)
  for (const { cells, errors, checkResult } of rows) {
    for (const heading in cells) if (cells[heading] !== '' && !used.has(heading)) used.add(heading)
    for (const { column } of [...errors, ...(checkResult?.errors ?? [])]) if (column !== '') used.add(column)
  }
  return used.size === before.size ? before : used
}
