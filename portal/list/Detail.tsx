import type { ReactNode } from 'react'
import classes from './list.module.css'

/** One fact of a card under its name; a fact without a name stands alone, one without a value is left out. */
export function Detail({ name, children }: { name: string; children: ReactNode }) {
  if (children === null) return null
  return (
    <div className={classes.fact}>
      {name && <div className={classes.name}>{name}</div>}
      {children}
    </div>
  )
}
