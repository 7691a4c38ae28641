import { Badge } from '@mantine/core'
import type { Order } from '#contract/order.ts'
import classes from '#portal/files/file-lines.module.css'
import { ButtonLink } from '#portal/links/ButtonLink.tsx'
import { Card } from '#ui/Card.tsx'
import { showInstant } from '#ui/dates.ts'

/** What the laboratory recommends besides the reports of an order; nothing where it recommends nothing. */
export function TreatmentsCard({ order }: { order: Order }) {
  const { treatments } = order
  if (treatments.length === 0) return null
  return (
    <Card title="Treatment recommendations">
      <ul className={classes.list}>
        {treatments.map(({ id, title, madeAt, viewed, isOfReplaced }) => (
          <li key={id} className={classes.line}>
            <div>
              <div className={classes.name}>
                {title}
                {!viewed && (
                  <Badge variant="light" tt="none">
                    New for you
                  </Badge>
                )}
                {isOfReplaced && (
                  <Badge variant="light" color="yellow" tt="none">
                    Its report was replaced
                  </Badge>
                )}
              </div>
              <div className={classes.facts}>Made {showInstant(madeAt)}</div>
            </div>
            <div className={classes.actions}>
              <ButtonLink
                to="/treatment/$treatmentId"
                params={{ treatmentId: String(id) }}
                variant="default"
                aria-label={`Open ${title}`}
              >
                Open
              </ButtonLink>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
