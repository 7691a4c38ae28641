import { IconAlertCircle, IconAlertTriangle } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useMemo, useRef } from 'react'
import { counted } from '#ui/counted.ts'
import { numberRepeats } from '#ui/number-repeats.ts'
import { shortMessageOf } from './error-words.ts'
import classes from './errors-list.module.css'
import type { Cell, Sheet, SheetState } from './sheet.ts'
import { listedErrors } from './states.ts'
import * as texts from './texts.ts'
import { useSteadyLines } from './use-steady-lines.ts'

interface ErrorsListProps {
  sheet: Sheet
  state: SheetState
  onGo: (cell: Cell) => void
}

/** Everything that is to repair, or that an order has otherwise than its row, line by line; each leads to its cell. */
export function ErrorsList({ sheet, state, onGo }: ErrorsListProps) {
  const scroll = useRef<HTMLDivElement>(null)
  const lines = useMemo(
    () =>
      state.rows.flatMap((sheetRow, at) => {
        const rowState = state.states[at] ?? 'waiting'
        return listedErrors(rowState, sheet.errorsAt(at), sheetRow).map((error) => ({
          ...{ row: sheetRow.row, isOrdered: rowState === 'warned' },
          ...error,
        }))
      }),
    [sheet, state],
  )
  // By what they are about, not by their places: who has come to a line by key stays with it when others come before it.
  const keys = useMemo(
    () => numberRepeats(lines.map(({ row, path, rule }) => `${row} ${path} ${rule}`)),
    [lines],
  )
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroll.current,
    getItemKey: useCallback((index: number) => keys[index] ?? index, [keys]),
    estimateSize: () => 62,
    overscan: 6,
  })
  const { shift, handlers } = useSteadyLines(scroll, virtual, keys)
  const warnings = lines.filter((line) => line.severity === 'warning').length
  const inWords = [
    lines.length > warnings ? counted(lines.length - warnings, 'error') : '',
    warnings > 0 ? counted(warnings, 'warning') : '',
  ]
    .filter(Boolean)
    .join(', ')
  return (
    <aside className={classes.list} aria-label={texts.errors}>
      <h2>{texts.errors}</h2>
      <p className={classes.sub}>{lines.length === 0 ? texts.noErrors : inWords}</p>
      <div className={classes.scroll} ref={scroll} {...handlers}>
        <ul style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, key, start }) => {
            const line = lines[index]
            if (!line) return null
            const warning = line.severity === 'warning'
            const Icon = warning ? IconAlertTriangle : IconAlertCircle
            return (
              <li
                key={key}
                ref={virtual.measureElement}
                data-index={index}
                aria-setsize={lines.length}
                aria-posinset={index + 1}
                style={{ transform: `translateY(${start + shift}px)` }}
              >
                <button type="button" onClick={() => onGo({ row: line.row, column: line.column })}>
                  <Icon size={16} aria-hidden className={warning ? classes.warning : classes.error} />
                  <span>
                    <strong>{texts.rowAndColumn(line.row, line.column && ` · ${line.column}`)}</strong>
                    <span>
                      {shortMessageOf(line)}
                      {warning && !line.isOrdered && texts.warningHint}
                    </span>
                  </span>
                </button>
              </li>
            )
          })}
        </ul>
      </div>
    </aside>
  )
}
