import type { ReactNode } from 'react'
import classes from './dialogs.module.css'

/** What a dialog is about, in a few named facts. */
export function DialogDetails({ details }: { details: Readonly<Record<string, ReactNode>> }) {
  return (
    <dl className={classes.facts}>
      {Object.entries(details).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
