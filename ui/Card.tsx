import { UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import classes from './card.module.css'
import { useFold } from './Folding.tsx'

interface CardProps {
  title?: ReactNode
  sub?: ReactNode
  /** Shown to the right of the title. */
  action?: ReactNode
  /** A short summary, shown while the card is folded. */
  essence?: ReactNode
  children: ReactNode
  id?: string
}

/** A white section card. With a title it is a named region that a screen reader can jump to. */
export function Card({ title, sub, action, essence, children, id }: CardProps) {
  const titleId = useId()
  const fold = useFold()
  if (fold && title)
    return (
      <section className={classes.card} id={id} aria-labelledby={titleId} data-folds>
        <h2 className={classes.foldHead}>
          <UnstyledButton className={classes.fold} aria-expanded={fold.isOpen} onClick={fold.toggle}>
            <IconChevronRight size={18} aria-hidden="true" className={classes.chevron} />
            <span id={titleId} className={classes.foldTitle}>
              {title}
            </span>
            {!fold.isOpen && essence && <span className={classes.essence}>{essence}</span>}
          </UnstyledButton>
        </h2>
        {/* Rendered even while folded: input is kept, and print shows everything. */}
        <div className={classes.body} hidden={!fold.isOpen}>
          {(sub || action) && (
            <div className={classes.head}>
              <div className={classes.sub}>{sub}</div>
              {action}
            </div>
          )}
          {children}
        </div>
      </section>
    )
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
