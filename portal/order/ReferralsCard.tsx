import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import type { Order } from '#contract/order.ts'
import { stationInWords } from '#domain/va/station.ts'
import { Card } from '#ui/Card.tsx'
import { counted } from '#ui/counted.ts'
import classes from './content-card.module.css'
import * as texts from './texts.ts'
import { vaStationsOptions } from './va-stations.ts'
import { providerInWords, recipientInWords } from './words.ts'

/** Who refers the patient, and who else gets the report. */
export function ReferralsCard({ order }: { order: Order }) {
  const { orderingProvider, recipients, vaStation = '' } = order.document
  const { data: stations = [] } = useQuery({ ...vaStationsOptions, enabled: vaStation !== '' })
  const station = stations.find(({ stationNumber }) => stationNumber === vaStation)
  const others = recipients.map(recipientInWords).filter((words) => words.trim() !== '')
  const details = [
    [texts.orderingProvider, [providerInWords(orderingProvider)].filter(Boolean)],
    ['Institution', [order.institutionName]],
    ...(vaStation === ''
      ? []
      : ([[texts.vaStation, [station ? stationInWords(station) : vaStation]]] as const)),
    [texts.reportRecipients, others],
  ] as const
  return (
    <Card
      title={texts.referral}
      essence={[
        `${orderingProvider.firstName} ${orderingProvider.lastName}`.trim(),
        others.length > 0 && texts.reportAlsoTo(counted(others.length, 'other')),
      ]
        .filter(Boolean)
        .join(', ')}
    >
      <dl className={classes.facts}>
        {details.map(([name, lines]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>
              {lines.length === 0 && (
                <span className={classes.none}>
                  {name === texts.reportRecipients ? 'Nobody' : texts.notGiven}
                </span>
              )}
              {lines.map((line, index) => (
                <div key={index}>{line}</div>
              ))}
            </dd>
          </Fragment>
        ))}
      </dl>
    </Card>
  )
}
