import type { Order } from '#contract/order.ts'
import { Card } from '#ui/Card.tsx'
import { counted } from '#ui/counted.ts'
import { showInstant } from '#ui/dates.ts'
import * as texts from '../texts.ts'
import { HtmlText } from './HtmlText.tsx'
import classes from './requisition-card.module.css'

/** What was added to the requisition, oldest first. */
export function RequisitionCard({ order: { requisitionAdditions: additions } }: { order: Order }) {
  if (additions.length === 0) return null
  return (
    <Card title={texts.addedTitle} essence={counted(additions.length, 'addition')}>
      {additions.map(({ html, by, at }, index) => (
        <article key={index} className={classes.addition} aria-label={texts.addedBy(by, showInstant(at))}>
          <div className={classes.text}>
            <HtmlText html={html} />
          </div>
          <div className={classes.by}>
            {by} · <time dateTime={at}>{showInstant(at)}</time>
          </div>
        </article>
      ))}
    </Card>
  )
}
