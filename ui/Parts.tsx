import { Fragment, type ReactNode } from 'react'
import classes from './parts.module.css'

interface PartsProps {
  /** What is empty is left out. */
  of: readonly ReactNode[]
  /** Between two of them. */
  by?: '·' | ','
}

/** `Rapid genome · reported 19 Nov 2026`: a line breaks between its parts, and inside of one only where it has no room. */
export function Parts({ of, by = '·' }: PartsProps) {
  const parts = of.filter(Boolean)
  return parts.map((part, index) => (
    <Fragment key={index}>
      {index > 0 && ' '}
      <span className={classes.part}>
        {part}
        {index < parts.length - 1 && (by === ',' ? ',' : ` ${by}`)}
      </span>
    </Fragment>
  ))
}
