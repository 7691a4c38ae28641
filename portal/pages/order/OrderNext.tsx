import type { Order } from '#contract/order.ts'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { showDate } from '#ui/dates.ts'
import { nextOf } from './next.ts'
import classes from './order-timeline.module.css'

/** What is expected of the order next, and when; nothing where nothing is. */
export function OrderNext({ order }: { order: Order }) {
  const next = nextOf(order, todayAtLaboratory(new Date()))
  if (next === null) return null
  return (
    <p className={classes.expected} data-late={next.isLate || undefined}>
      {next.title}
      {next.on && (
        <>
          {' by '}
          <strong>{showDate(next.on)}</strong>
        </>
      )}
      {next.more}
    </p>
  )
}
