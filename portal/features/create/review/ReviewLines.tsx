import type { Line } from '#portal/order/people-lines.ts'
import classes from './review.module.css'

/** Lines of a review; a dash where nothing is said. */
export function ReviewLines({ lines }: { lines: readonly Line[] }) {
  return (
    <dl className={classes.list}>
      {lines.map(([name, value], index) => (
        <div key={index} className={classes.line}>
          <dt>{name}</dt>
          <dd data-empty={value === '' || undefined}>{value === '' ? '–' : value}</dd>
        </div>
      ))}
    </dl>
  )
}
