import { Link } from '@tanstack/react-router'
import { grouped } from '#domain/text/figures.ts'
import { Card } from '#ui/Card.tsx'
import classes from './figures.module.css'
import type { FiguresReply } from './queries.ts'
import * as texts from './texts.ts'

const KEYS = ['late', 'missingInfo', 'onHold', 'unread'] as const

/** The orders that wait at this moment, each number a link to its list. */
export function NowCard({
  now,
  hospitalCodes,
}: {
  now: FiguresReply['now']
  hospitalCodes?: string | undefined
}) {
  return (
    <Card title={texts.rightNow} sub={texts.rightNowHint}>
      <ul className={classes.now}>
        {KEYS.map((key) => (
          <li key={key}>
            <Link to="/orders" search={{ [key]: true, ...(hospitalCodes ? { hospitalCodes } : {}) }}>
              <span className={classes.number}>{grouped(now[key])}</span>
              <span>{texts.nowLabels[key]}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
