import type { ReactNode } from 'react'
import { brand } from './brand.ts'
import classes from './page-head.module.css'

interface PageHeadProps {
  /** The page's only h1; focused after navigation. */
  title: string
  /** The browser tab's text, if different from the title: a patient's name must not enter the history. */
  tabTitle?: string
  sub?: ReactNode
  /** Breadcrumbs from the section to this page: links, then text. */
  crumbs?: readonly ReactNode[]
  /** A status next to the title. */
  badge?: ReactNode
  /** Buttons on the right, the primary one last. */
  actions?: ReactNode
}

/** The head of a page: breadcrumbs, title and actions. */
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
