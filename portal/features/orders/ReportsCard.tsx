import { Badge } from '@mantine/core'
import type { Order } from '#contract/order.ts'
import { ButtonLink } from '#portal/links/ButtonLink.tsx'
import { showBytes } from '#ui/bytes.ts'
import { Card } from '#ui/Card.tsx'
import { showInstant } from '#ui/dates.ts'
import classes from '../documents/documents-card.module.css'
import { DownloadReport } from './DownloadReport.tsx'
import { replacementOf, reportHash } from './report-address.ts'

function testNameOf({ document: { tests } }: Order, code: string): string {
  return tests.find((test) => test.testCode === code)?.testName ?? code
}

/** Every version of the report that the laboratory has sent, the newest first. */
export function ReportsCard({ order }: { order: Order }) {
  const { reports } = order
  if (reports.length === 0) return null
  const several = order.document.tests.length > 1
  const mayRead = order.abilities.includes('readReport')
  return (
    <Card title="Reports">
      <ul className={classes.list}>
        {reports
          .toSorted((a, b) => b.version - a.version)
          .map((report) => ({ report, replacement: replacementOf(report, reports) }))
          .map(({ report, replacement }) => (
            <li key={report.version} className={classes.line}>
              <div>
                <div className={classes.name}>
                  Version {report.version}
                  {several && ` · ${testNameOf(order, report.testCode)}`}
                  {report.isUnread && (
                    <Badge variant="light" tt="none">
                      Not opened yet
                    </Badge>
                  )}
                  {replacement ? (
                    <Badge variant="light" color="gray" tt="none">
                      Replaced by version {replacement.version}
                    </Badge>
                  ) : (
                    report.corrected && (
                      <Badge variant="light" color="yellow" tt="none">
                        Corrected
                      </Badge>
                    )
                  )}
                </div>
                <div className={classes.facts}>
                  Received {showInstant(report.receivedAt)} · PDF, {showBytes(report.bytes)}
                </div>
              </div>
              {mayRead && (
                <div className={classes.actions}>
                  <ButtonLink
                    to="/order/details/$id"
                    params={{ id: String(order.id) }}
                    hash={reportHash(report, reports)}
                    variant="default"
                    aria-label={`Open version ${report.version}`}
                  >
                    Open
                  </ButtonLink>
                  <DownloadReport
                    order={order}
                    report={report}
                    label={`Download version ${report.version}`}
                  />
                </div>
              )}
            </li>
          ))}
      </ul>
    </Card>
  )
}
