import { Loader } from '@mantine/core'
import type { ReactNode } from 'react'
import { PageHead } from '#ui/PageHead.tsx'
import { Footer } from './Footer.tsx'
import { Logo } from './Logo.tsx'
import classes from './screen.module.css'

interface ScreenProps {
  title: string
  children: ReactNode
  /** The way on. */
  action?: ReactNode
  /** LOGIN or LOGOUT. */
  headerAction?: ReactNode
}

/** A whole-app screen: one message in place of the app. */
export function Screen({ title, children, action, headerAction }: ScreenProps) {
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <Logo />
        {headerAction}
      </header>
      <main className={classes.main}>
        <section className={classes.card}>
          <PageHead title={title} />
          {children}
          {action && <div className={classes.action}>{action}</div>}
        </section>
      </main>
      <Footer />
    </div>
  )
}

export function LoadingScreen() {
  return (
    <div className={classes.loading} role="status" aria-label="Loading">
      <Loader type="oval" />
    </div>
  )
}
