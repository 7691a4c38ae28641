import { ORDER_STATE_META, type OrderState } from '#domain/orders/status.ts'
import classes from './status-tag.module.css'

/** Where an order stands, as a quiet pill: the word says it, the colour helps. */
export function StatusTag({ state }: { state: OrderState }) {
  return (
    <span className={classes.tag} data-state={state}>
      {ORDER_STATE_META[state].display}
    </span>
  )
}
