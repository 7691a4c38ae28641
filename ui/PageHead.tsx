import type { ReactNode } from 'react'
import { brand } from '#brand/brand.ts'
import classes from './page-head.module.css'

interface PageHeadProps {
  /** The page's one h1; it takes the focus after a navigation. */
  title: string
  /** The browser tab's text where it must differ from the title: a patient's name does not go into the history. */
  tabTitle?: string
  sub?: ReactNode
  /** From the section down to this page: links, then words. */
  crumbs?: readonly ReactNode[]
  /** Beside the title: a status. */
  badge?: ReactNode
  /** At the right: the primary action last. */
  actions?: ReactNode
}

/** The top of a page: where it is, what it is, and what can be done. */
export function PageHead({ title, tabTitle, sub, crumbs, badge, actions }: PageHeadProps) {
  return (
    <div className={classes.head}>
      <title>{`${tabTitle ?? title} · ${brand.name}`}</title>
      {crumbs && crumbs.length > 0 && (
        <nav aria-label="Breadcrumb">
          <ol className={classes.crumbs}>
            {crumbs.map((crumb, index) => (
              <li key={index} aria-current={index === crumbs.length - 1 ? 'page' : undefined}>
                {crumb}
              </li>
            ))}
          </ol>
        </nav>
      )}
      <div className={classes.row}>
        <div className={classes.titles}>
          <div className={classes.title}>
            <h1 tabIndex={-1}>{title}</h1>
            {badge}
          </div>
          {sub && <div className={classes.sub}>{sub}</div>}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
    </div>
  )
}
