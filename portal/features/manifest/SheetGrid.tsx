// biome-ignore-all lint/a11y/useSemanticElements: a table's layout cannot draw only what is in sight
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus stays with the grid (aria-activedescendant)

import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { Column } from '#domain/manifest/columns.ts'
import { GridRow } from './GridRow.tsx'
import classes from './grid.module.css'
import {
  anchorSpot,
  currentSpotOf,
  FIXED_COLUMNS,
  moveSpot,
  type Spot,
  type SpotAnchor,
} from './grid-keys.ts'
import type { Cell, Sheet, SheetState } from './sheet.ts'
import { MADE } from './states.ts'
import * as texts from './texts.ts'

const ROW_HEIGHT = 34
const HEAD_HEIGHT = 36
const FIXED_WIDTH = 212 + 172

interface SheetGridProps {
  sheet: Sheet
  state: SheetState
  /** The rows to show, by their places in the sheet. */
  rowIndexes: readonly number[]
  columns: readonly Column[]
  /** The cell to go to. */
  target: Cell | null
  readOnly: boolean
  onEdit: (cell: Cell, value: string) => void
  onUndo: () => void
}

/** An edit under way; `value` is what it begins with. */
interface Editing extends SpotAnchor {
  value: string
}

const widthOf = ({ heading }: Column) => Math.min(260, Math.max(120, 40 + heading.length * 8))

/** The rows as a grid (ARIA grid pattern): only what is in sight is drawn, and the focus stays with the grid itself. */
export function SheetGrid(props: SheetGridProps) {
  const { sheet, state, rowIndexes, columns, target, readOnly } = props
  const grid = useRef<HTMLDivElement>(null)
  const id = useId()
  const [chosen, setChosen] = useState<SpotAnchor>({ at: 0, col: FIXED_COLUMNS, row: null, heading: null })
  const [begun, setBegun] = useState<Editing | null>(null)
  const rowAt = (index: number) => {
    const rowIndex = rowIndexes[index]
    return rowIndex === undefined ? undefined : state.rows[rowIndex]
  }
  const inGrid = {
    rowNumber: (index: number) => rowAt(index)?.row,
    rows: rowIndexes.length,
    headings: columns.map(({ heading }) => heading),
  }
  const setSpot = (to: Spot) => setChosen(anchorSpot(to, inGrid))
  const spot = currentSpotOf(chosen, inGrid) ?? chosen
  const beingEdited = begun && currentSpotOf(begun, inGrid)
  const editing = begun && beingEdited && { ...begun, ...beingEdited }
  const at = Math.min(spot.at, Math.max(0, rowIndexes.length - 1))
  const col = Math.min(spot.col, columns.length + FIXED_COLUMNS - 1)
  const withSpot = (index: number) => (range: Range) =>
    [
      ...new Set([...defaultRangeExtractor(range), ...(index >= 0 && index < range.count ? [index] : [])]),
    ].sort((one, other) => one - other)
  const rows = useVirtualizer({
    count: rowIndexes.length,
    getScrollElement: () => grid.current,
    estimateSize: () => ROW_HEIGHT,
    paddingStart: HEAD_HEIGHT,
    scrollPaddingStart: HEAD_HEIGHT,
    overscan: 6,
    rangeExtractor: withSpot(at),
  })
  const cols = useVirtualizer({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => grid.current,
    estimateSize: (index) => widthOf(columns[index] as Column),
    paddingStart: FIXED_WIDTH,
    scrollPaddingStart: FIXED_WIDTH,
    overscan: 2,
    rangeExtractor: withSpot(col - FIXED_COLUMNS),
  })
  useEffect(() => cols.measure(), [columns])

  function go(to: Spot) {
    setSpot(to)
    rows.scrollToIndex(to.at)
    if (to.col >= FIXED_COLUMNS) cols.scrollToIndex(to.col - FIXED_COLUMNS)
  }
  // Before the next key: an effect after painting would let it go to the cell of before.
  useLayoutEffect(() => {
    if (target === null) return
    const targetIndex = rowIndexes.findIndex((rowIndex) => state.rows[rowIndex]?.row === target.row)
    const column = columns.findIndex(({ heading }) => heading === target.column)
    if (targetIndex < 0) return
    setBegun(null)
    go({ at: targetIndex, col: column < 0 ? 1 : column + FIXED_COLUMNS })
    grid.current?.focus({ preventScroll: true })
  }, [target])

  function edit(to: Spot, value?: string) {
    const column = columns[to.col - FIXED_COLUMNS]
    const row = rowAt(to.at)
    const made = MADE.includes(state.states[rowIndexes[to.at] ?? -1] ?? 'repair')
    if (!column || !row || made || readOnly) return setBegun(null)
    setBegun({ ...anchorSpot(to, inGrid), value: value ?? row.cells[column.heading] ?? '' })
  }
  /** Puts in what was typed; `next` moves on: a row down, or to the cell beside, which is then edited. */
  function finish(value: string | null, next: 'down' | 'next' | 'back' | null) {
    if (!editing) return
    const [row, column] = [rowAt(editing.at), columns[editing.col - FIXED_COLUMNS]]
    setBegun(null)
    if (value !== null && row && column) props.onEdit({ row: row.row, column: column.heading }, value)
    if (next !== null || value === null) grid.current?.focus({ preventScroll: true })
    if (next === 'down') go({ at: Math.min(editing.at + 1, rowIndexes.length - 1), col: editing.col })
    if (next !== 'next' && next !== 'back') return
    const nextCol = editing.col + (next === 'next' ? 1 : -1)
    if (nextCol < FIXED_COLUMNS || nextCol >= columns.length + FIXED_COLUMNS) return
    const to = { at: editing.at, col: nextCol }
    go(to)
    edit(to)
  }

  function keyDown(event: KeyboardEvent) {
    if (event.target !== grid.current) return
    const size = { rows: rowIndexes.length, cols: columns.length + FIXED_COLUMNS, page: 10 }
    const to = moveSpot({ at, col }, event, size)
    const command = event.ctrlKey || event.metaKey
    if (to) go(to)
    else if (event.key === 'Enter' || event.key === 'F2') edit({ at, col })
    else if (command && event.key.toLowerCase() === 'z') props.onUndo()
    else if (event.key === 'Delete' || event.key === 'Backspace') {
      const [row, column] = [rowAt(at), columns[col - FIXED_COLUMNS]]
      if (row && column && !readOnly) props.onEdit({ row: row.row, column: column.heading }, '')
    } else if (event.key.length === 1 && !command && !event.altKey) edit({ at, col }, event.key)
    else return
    event.preventDefault()
  }

  const visibleColumns = cols.getVirtualItems()
  const cellId = `${id}-${rowAt(at)?.row}-${col}`
  return (
    <div
      ref={grid}
      className={classes.grid}
      role="grid"
      tabIndex={0}
      aria-label={texts.rowsOfTheManifest}
      aria-rowcount={rowIndexes.length + 1}
      aria-colcount={columns.length + FIXED_COLUMNS}
      aria-activedescendant={rowIndexes.length > 0 ? cellId : undefined}
      aria-readonly={readOnly}
      onKeyDown={keyDown}
    >
      <div
        className={classes.inner}
        role="presentation"
        style={{ height: rows.getTotalSize(), width: cols.getTotalSize() }}
      >
        <div className={classes.head} role="row" aria-rowindex={1}>
          <div className={classes.number} role="columnheader" aria-colindex={1}>
            {texts.rowAndPatient}
          </div>
          <div className={classes.outcome} role="columnheader" aria-colindex={2}>
            {texts.outcome}
          </div>
          {visibleColumns.map(({ index, start, size }) => (
            <div
              key={columns[index]?.heading}
              className={classes.cell}
              role="columnheader"
              aria-colindex={index + FIXED_COLUMNS + 1}
              style={{ left: start, width: size }}
              title={columns[index]?.heading}
            >
              {columns[index]?.heading}
            </div>
          ))}
        </div>
        {rows.getVirtualItems().map(({ index, start }) => {
          const rowIndex = rowIndexes[index] ?? -1
          const row = state.rows[rowIndex]
          if (!row) return null
          return (
            <GridRow
              key={row.row}
              {...{ id, row, columns, visibleColumns, start }}
              rowIndex={index}
              rowState={state.states[rowIndex] ?? 'waiting'}
              errors={sheet.errorsAt(rowIndex)}
              activeCol={index === at ? col : null}
              editing={editing?.at === index ? editing : null}
              onPress={(pressed) => {
                setSpot({ at: index, col: pressed })
                setBegun(null)
                grid.current?.focus({ preventScroll: true })
              }}
              onEdit={(pressed) => edit({ at: index, col: pressed })}
              onFinish={finish}
            />
          )
        })}
      </div>
      {rowIndexes.length === 0 && <p className={classes.none}>{texts.noneToFix}</p>}
    </div>
  )
}
