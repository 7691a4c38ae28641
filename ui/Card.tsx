import { type ReactNode, useId } from 'react'
import classes from './card.module.css'

interface CardProps {
  title?: ReactNode
  sub?: ReactNode
  /** At the right of the title. */
  action?: ReactNode
  children: ReactNode
  id?: string
}

/** A white section card. With a title it is a named region, so that a screen reader can jump to it. */
export function Card({ title, sub, action, children, id }: CardProps) {
  const titleId = useId()
  return (
    <section className={classes.card} id={id} aria-labelledby={title ? titleId : undefined}>
      {(title || action) && (
        <div className={classes.head}>
          <div>
            {title && <h2 id={titleId}>{title}</h2>}
            {sub && <div className={classes.sub}>{sub}</div>}
          </div>
          {action}
        </div>
      )}
      {children}
    </section>
  )
}
