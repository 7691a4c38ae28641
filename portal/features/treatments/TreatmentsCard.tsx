import { Badge } from '@mantine/core'
import type { Order } from '#contract/order.ts'
import classes from '#portal/files/file-lines.module.css'
import { ButtonLink } from '#portal/links/ButtonLink.tsx'
import { Card } from '#ui/Card.tsx'
import { showInstant } from '#ui/dates.ts'
import * as texts from './texts.ts'

/** What the laboratory recommends besides the reports of an order; nothing where it recommends nothing. */
export function TreatmentsCard({ order }: { order: Order }) {
  const { treatments } = order
  if (treatments.length === 0) return null
  return (
    <Card title={texts.treatmentRecommendations}>
      <ul className={classes.list}>
        {treatments.map(({ id, title, madeAt, viewed, isOfReplaced }) => (
          <li key={id} className={classes.line}>
            <div>
              <div className={classes.name}>
                {title}
                {!viewed && (
                  <Badge variant="light" tt="none">
                    {texts.newForYou}
                  </Badge>
                )}
                {isOfReplaced && (
                  <Badge variant="light" color="yellow" tt="none">
                    {texts.itsReportWasReplaced}
                  </Badge>
                )}
              </div>
              <div className={classes.facts}>{texts.issuedAt(showInstant(madeAt))}</div>
            </div>
            <div className={classes.actions}>
              <ButtonLink
                to="/treatment/$treatmentId"
                params={{ treatmentId: String(id) }}
                variant="default"
                aria-label={texts.openNamed(title)}
              >
                {texts.openLabel}
              </ButtonLink>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
