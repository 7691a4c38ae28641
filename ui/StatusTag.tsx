import { ORDER_STATE_META, type OrderState } from '#domain/orders/status.ts'
import classes from './status-tag.module.css'

/** An order's status as a pill: the word carries the meaning, the color supports it. */
export function StatusTag({ state }: { state: OrderState }) {
  return (
    <span className={classes.tag} data-state={state}>
      {ORDER_STATE_META[state].display}
    </span>
  )
}
