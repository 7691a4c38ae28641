import type { ReactNode } from 'react'
import classes from './detail-list.module.css'

interface DetailListProps {
  details: readonly (readonly [name: string, value: ReactNode])[]
  /** In two columns where there is room. */
  wide?: boolean
}

/** Names and values, one below the other; a value that is null is left out. */
export function DetailList({ details, wide = false }: DetailListProps) {
  return (
    <dl className={classes.facts} data-wide={wide || undefined}>
      {details.map(
        ([name, value], index) =>
          value !== null && (
            <div key={index} className={classes.fact}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
