import { type ReactNode, useEffect, useRef } from 'react'
import { LoadingIndicator } from '#ui/LoadingIndicator.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { Footer } from './Footer.tsx'
import { Logo } from './Logo.tsx'
import classes from './screen.module.css'

interface ShellProps {
  /** LOGIN or LOGOUT. */
  headerAction?: ReactNode
  /** Room for a text or a form; else for a message. */
  wide?: boolean
  children: ReactNode
}

/** What stands around a page outside the signed-in frame: the laboratory's name, and the footer. */
export function Shell({ headerAction, wide = false, children }: ShellProps) {
  const main = useRef<HTMLElement>(null)
  // One screen follows another without a change of address: a screen reader says so, and the page begins at its top.
  useEffect(() => {
    window.scrollTo(0, 0)
    if (document.activeElement === document.body)
      main.current?.querySelector('h1')?.focus({ preventScroll: true })
  }, [])
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <Logo />
        {headerAction}
      </header>
      <main className={classes.main} data-wide={wide || undefined} ref={main}>
        {children}
      </main>
      <Footer />
    </div>
  )
}

interface ScreenProps extends ShellProps {
  title: string
  /** The way on. */
  action?: ReactNode
}

/** A whole-app screen: one message in place of the app. */
export function Screen({ title, children, action, ...shell }: ScreenProps) {
  return (
    <Shell {...shell}>
      <section className={classes.card}>
        <PageHead title={title} />
        {children}
        {action && <div className={classes.action}>{action}</div>}
      </section>
    </Shell>
  )
}

export function LoadingScreen() {
  return (
    <div className={classes.loading}>
      <LoadingIndicator />
    </div>
  )
}
