import { Fragment, type ReactNode } from 'react'
import classes from './inline-list.module.css'

interface InlineListProps {
  /** Empty parts are left out. */
  of: readonly ReactNode[]
  /** The separator. */
  by?: '·' | ','
}

/**
 * `Rapid genome · reported 19 Nov 2026`: a line breaks between its parts, and within one only if there is no
 * room.
 */
export function InlineList({ of, by = '·' }: InlineListProps) {
  const items = of.filter(Boolean)
  return items.map((item, index) => (
    <Fragment key={index}>
      {index > 0 && ' '}
      <span className={classes.part}>
        {item}
        {index < items.length - 1 && (by === ',' ? ',' : ` ${by}`)}
      </span>
    </Fragment>
  ))
}
