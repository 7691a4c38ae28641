import type { ReactNode } from 'react'
import classes from './dialogs.module.css'

/** The subject of a dialog, as a short list of named details. */
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
