import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type Column, REASON, REFERENCE } from '#domain/manifest/columns.ts'
import type { RowError } from '#domain/manifest/row.ts'
import { grouped } from '#domain/text/figures.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { shortMessageOf } from './error-words.ts'
import classes from './repair-cards.module.css'
import type { Cell, Sheet, SheetState } from './sheet.ts'
import { listedErrors, stateInWords } from './states.ts'
import * as texts from './texts.ts'

interface RepairCardsProps {
  sheet: Sheet
  state: SheetState
  rowIndexes: readonly number[]
  readOnly: boolean
  onEdit: (cell: Cell, value: string) => void
}

const CARDS_PER_PAGE = 20
/** A warning stands below its field, as an error does. */
const ORDER: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']

/** On a phone: the rows to repair, each with just the fields that are wrong. */
export function RepairCards({ sheet, state, rowIndexes, readOnly, onEdit }: RepairCardsProps) {
  const [most, setMost] = useState(CARDS_PER_PAGE)
  if (rowIndexes.length === 0) return <EmptyState title={texts.noRowsToFix} text={texts.rowsReadyHint} />
  return (
    <>
      <ul className={classes.cards} aria-label={texts.rowsToFix}>
        {rowIndexes.slice(0, most).map((rowIndex) => (
          <RepairCard key={state.rows[rowIndex]?.row} {...{ sheet, state, rowIndex, readOnly, onEdit }} />
        ))}
      </ul>
      {rowIndexes.length > most && (
        <Button variant="default" fullWidth mt="sm" onClick={() => setMost(most + CARDS_PER_PAGE)}>
          {texts.showMoreOf(grouped(rowIndexes.length))}
        </Button>
      )}
    </>
  )
}

interface RepairCardProps extends Omit<RepairCardsProps, 'rowIndexes'> {
  rowIndex: number
}

function RepairCard({ sheet, state, rowIndex, readOnly, onEdit }: RepairCardProps) {
  /** What was wrong once stays, so that nothing goes away under the finger. */
  const [stickyHeadings, setStickyHeadings] = useState<readonly string[]>([])
  const row = state.rows[rowIndex]
  if (!row) return null
  const rowState = state.states[rowIndex] ?? 'waiting'
  const isOrdered = rowState === 'warned'
  const errors = isOrdered ? listedErrors(rowState, [], row) : sheet.errorsAt(rowIndex)
  // No reason changes an order.
  const warned = !isOrdered && errors.some((error) => error.severity === 'warning')
  // What is wrong with a row as a whole (the same is in another row, or was ordered) is put right by its reference.
  const isRowWrong = errors.some((error) => error.column === '')
  const wrong = new Set([
    ...stickyHeadings,
    ...(isRowWrong ? [REFERENCE] : []),
    ...errors.map((error) => error.column),
    ...(warned ? [REASON] : []),
  ])
  const columns = sheet.columns.filter(({ heading }) => wrong.has(heading))
  const name = `${row.cells['First name'] ?? ''} ${row.cells['Last name'] ?? ''}`.trim()
  return (
    <li className={classes.card}>
      <p className={classes.title}>
        Row {row.row}
        {name && ` · ${name}`}
        <span> {stateInWords(rowState, row.checkResult)}</span>
      </p>
      {errors
        .filter((error) => error.column === '')
        .map((error) => (
          <p key={error.message} className={classes.whole}>
            {error.message}
          </p>
        ))}
      {columns.map((column) => (
        <WrongField
          key={`${column.heading} ${row.cells[column.heading]}`}
          column={column}
          value={row.cells[column.heading] ?? ''}
          errors={errors.filter((error) => error.column === column.heading)}
          disabled={readOnly}
          onEdit={(value) => {
            setStickyHeadings(columns.map(({ heading }) => heading))
            onEdit({ row: row.row, column: column.heading }, value)
          }}
        />
      ))}
    </li>
  )
}

interface WrongFieldProps {
  column: Column
  value: string
  errors: readonly RowError[]
  disabled: boolean
  onEdit: (value: string) => void
}

function WrongField({ column, value, errors, disabled, onEdit }: WrongFieldProps) {
  const messageOf = (severity: RowError['severity']) =>
    errors
      .filter((error) => error.severity === severity)
      .map(shortMessageOf)
      .join('. ')
  const common = {
    label: column.heading,
    error: messageOf('error') || null,
    description: messageOf('warning') || null,
    descriptionProps: { className: classes.warning ?? '' },
    inputWrapperOrder: ORDER,
    disabled,
    defaultValue: value,
  }
  if (column.values.length === 0 || column.several)
    return (
      <TextInput
        {...common}
        autoComplete="off"
        onBlur={(event) => onEdit(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onEdit(event.currentTarget.value)
        }}
      />
    )
  const known = value === '' || column.values.includes(value) ? [] : [value]
  return (
    <NativeSelect
      {...common}
      data={['', ...known, ...column.values]}
      onChange={(event) => onEdit(event.currentTarget.value)}
    />
  )
}
