import type { ReactNode } from 'react'
import { showInstant } from './dates.ts'
import classes from './timeline.module.css'

export interface TimelineItem {
  key: string | number
  title: ReactNode
  detail?: ReactNode
  /** An instant (ISO), or words if only a day is expected ('about 30 Nov 2026'). */
  at?: string | undefined
  actor?: string | undefined
  /** `expected`: has not happened yet. */
  state: 'done' | 'expected'
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T/

/** A timeline: what happened, when and by whom, then what is expected. */
export function Timeline({ items }: { items: readonly TimelineItem[] }) {
  return (
    <ol className={classes.list}>
      {items.map(({ key, title, detail, at, actor, state }) => (
        <li key={key} className={classes.item} data-state={state}>
          <div className={classes.title}>{title}</div>
          {detail && <div className={classes.detail}>{detail}</div>}
          {(at || actor) && (
            <div className={classes.when}>
              {at && (INSTANT.test(at) ? <time dateTime={at}>{showInstant(at)}</time> : at)}
              {at && actor && ' · '}
              {actor}
            </div>
          )}
        </li>
      ))}
    </ol>
  )
}
