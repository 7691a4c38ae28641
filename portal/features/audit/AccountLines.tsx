import { Checkbox, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import type { AccountLine, auditRoutes } from '#contract/audit.ts'
import type { ReplyOf } from '#contract/route.ts'
import { Card } from '#ui/Card.tsx'
import { counted } from '#ui/counted.ts'
import { showDate, showInstant } from '#ui/dates.ts'
import classes from './accounting.module.css'
import * as texts from './texts.ts'

const KINDS: Record<AccountLine['kind'], string> = {
  seen: 'Viewed',
  changed: 'Changed',
  exported: 'Exported',
  sent: 'Sent',
}

/** The acts of an accounting, newest first. */
export function AccountLines({ lines, total, from, until }: ReplyOf<typeof auditRoutes.accounting>) {
  const [onlySent, setOnlySent] = useState(false)
  const visibleLines = onlySent ? lines.filter(({ kind }) => kind === 'sent') : lines
  const listedCount = lines.reduce((sum, one) => sum + one.lines, 0)
  const cut = total > listedCount ? texts.newestOnly(listedCount) : ''
  return (
    <Card title={counted(lines.length, 'act')} sub={texts.period(showDate(from), showDate(until), cut)}>
      <Checkbox
        label={texts.disclosuresToOthersOnly}
        checked={onlySent}
        onChange={(event) => setOnlySent(event.currentTarget.checked)}
      />
      <ol className={classes.lines}>
        {visibleLines.map((line) => (
          <li key={line.id} className={classes.line}>
            <time dateTime={line.at} className={classes.when}>
              {showInstant(line.at)}
            </time>
            <div>
              <span className={classes.kind}>{KINDS[line.kind]}</span> {line.words}
              {line.lines > 1 && (
                <div className={classes.quiet}>
                  {line.since !== line.at && texts.sinceInstant(showInstant(line.since))}
                  {texts.linesInTrail(counted(line.lines, 'line'))}
                </div>
              )}
              {line.orderIds.length > 0 && (
                <div className={classes.quiet}>{ordersInWords(line.orderIds)}</div>
              )}
            </div>
            <div>
              {line.by}
              {line.to !== '' && (
                <div className={classes.quiet}>{texts.disclosedTo(line.to, line.purpose.toLowerCase())}</div>
              )}
            </div>
          </li>
        ))}
      </ol>
      {visibleLines.length === 0 && <p className={classes.quiet}>{texts.noDisclosures}</p>}
      <VisuallyHidden role="status">{texts.actsListed(counted(visibleLines.length, 'act'))}</VisuallyHidden>
    </Card>
  )
}

function ordersInWords(ids: readonly number[]): string {
  return `${ids.length === 1 ? 'Order' : 'Orders'} ${ids.join(', ')}`
}
