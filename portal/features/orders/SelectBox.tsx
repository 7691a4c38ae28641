import { Checkbox } from '@mantine/core'
import type { OrderRow } from '#contract/order.ts'
import { listName } from '#portal/order/words.ts'
import classes from './select-box.module.css'
import * as texts from './texts.ts'
import type { SelectionOfRows } from './use-selection.ts'

/** Chooses a row; with Shift all from the one chosen last. It lies above the row's link. */
export function SelectBox({ row, selection }: { row: OrderRow; selection: SelectionOfRows }) {
  return (
    <div className={classes.box}>
      <Checkbox
        size="sm"
        aria-label={texts.selectOrder(row.id, listName(row.patient))}
        checked={selection.has(row.id)}
        onChange={() => {}}
        onClick={(event) => selection.toggle(row.id, event.shiftKey)}
      />
    </div>
  )
}

/** Chooses all rows of the page, or none of them. */
export function SelectPage({ count, selection }: { count: number; selection: SelectionOfRows }) {
  const { onPage, togglePage } = selection
  return (
    <Checkbox
      size="sm"
      aria-label={texts.selectAll}
      disabled={count === 0}
      checked={count > 0 && onPage === count}
      indeterminate={onPage > 0 && onPage < count}
      onChange={togglePage}
    />
  )
}
