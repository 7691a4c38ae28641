// biome-ignore-all lint/a11y/useSemanticElements: a table's layout cannot draw only what is in sight
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus stays with the grid (aria-activedescendant)
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the keys are the grid's

import { Tooltip, VisuallyHidden } from '@mantine/core'
import { IconAlertCircle, IconAlertTriangle } from '@tabler/icons-react'
import type { VirtualItem } from '@tanstack/react-virtual'
import type { Column } from '#domain/manifest/columns.ts'
import type { RowError } from '#domain/manifest/row.ts'
import { CellEditor, type Finish } from './CellEditor.tsx'
import { shortMessageOf } from './error-words.ts'
import classes from './grid.module.css'
import { FIXED_COLUMNS } from './grid-keys.ts'
import { type RowState, type SheetRow, stateInWords } from './states.ts'
import * as texts from './texts.ts'

interface GridRowProps {
  /** Of the grid: what the ids of its cells begin with. */
  id: string
  row: SheetRow
  rowIndex: number
  rowState: RowState
  errors: readonly RowError[]
  columns: readonly Column[]
  visibleColumns: readonly VirtualItem[]
  start: number
  /** The column of the grid's active cell, where it is in this row. */
  activeCol: number | null
  editing: { col: number; value: string } | null
  onPress: (col: number) => void
  onEdit: (col: number) => void
  onFinish: Finish
}

export function GridRow(props: GridRowProps) {
  const { id, row, rowState, errors, columns, activeCol, editing } = props
  const rowErrors = errors.filter((error) => error.column === '')
  const own = (col: number) => ({
    id: `${id}-${row.row}-${col}`,
    'data-active': activeCol === col || undefined,
    'aria-colindex': col + 1,
    onClick: () => props.onPress(col),
  })
  return (
    <div
      className={classes.row}
      role="row"
      aria-rowindex={props.rowIndex + 2}
      style={{ transform: `translateY(${props.start}px)` }}
    >
      <div {...own(0)} className={classes.number} role="rowheader">
        {row.row}
        <span className={classes.text}>{patientOf(row)}</span>
      </div>
      <div {...own(1)} className={classes.outcome} role="gridcell">
        <span className={classes.state} data-state={rowState}>
          {stateInWords(rowState, row.checkResult)}
        </span>
        <Mark errors={rowErrors} active={activeCol === 1} />
      </div>
      {props.visibleColumns.map(({ index, start, size }) => {
        const column = columns[index]
        if (!column) return null
        const col = index + FIXED_COLUMNS
        const wrong = errors.filter((error) => error.column === column.heading)
        const value = row.cells[column.heading] ?? ''
        const worst = wrong.some((error) => error.severity === 'error')
          ? 'error'
          : wrong.length > 0
            ? 'warning'
            : ''
        return (
          <div
            {...own(col)}
            key={column.heading}
            className={classes.cell}
            role="gridcell"
            aria-invalid={worst === 'error' || undefined}
            data-wrong={worst || undefined}
            style={{ left: start, width: size }}
            onDoubleClick={() => props.onEdit(col)}
          >
            {editing?.col === col ? (
              <CellEditor
                column={column}
                label={texts.cellLabel(column.heading, row.row)}
                value={editing.value}
                onFinish={props.onFinish}
              />
            ) : (
              <>
                <span className={classes.text}>{value}</span>
                <Mark errors={wrong} active={activeCol === col} />
              </>
            )}
          </div>
        )
      })}
    </div>
  )
}

/** Whose row it is: stays in sight beside the row's number, wherever the columns are. */
function patientOf({ cells }: SheetRow): string {
  return [cells['First name'], cells['Last name']].filter(Boolean).join(' ')
}

/** That something is wrong here, by icon and colour; what, by words for whoever comes to the cell. */
function Mark({ errors, active }: { errors: readonly RowError[]; active: boolean }) {
  if (errors.length === 0) return null
  const warning = errors.every((error) => error.severity === 'warning')
  const Icon = warning ? IconAlertTriangle : IconAlertCircle
  const words = errors.map(shortMessageOf).join('. ')
  return (
    <Tooltip
      label={words}
      multiline
      maw={320}
      position="bottom-start"
      {...(active ? { opened: true } : {})}
      openDelay={100}
    >
      <span className={warning ? classes.warning : classes.error}>
        <Icon size={16} aria-hidden />
        <VisuallyHidden>{`${warning ? texts.warning : texts.error}: ${words}`}</VisuallyHidden>
      </span>
    </Tooltip>
  )
}
