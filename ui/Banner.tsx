import { type ReactNode, useId } from 'react'
import classes from './banner.module.css'

interface BannerProps {
  tone: 'good' | 'bad' | 'quiet'
  title: string
  actions?: ReactNode
  children: ReactNode
}

/** One thing that should be known first, and what can be done about it. */
export function Banner({ tone, title, actions, children }: BannerProps) {
  const titleId = useId()
  return (
    <section className={classes.banner} data-tone={tone} aria-labelledby={titleId}>
      <div>
        <h2 id={titleId}>{title}</h2>
        {children}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </section>
  )
}
