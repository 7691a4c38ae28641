import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { grouped } from '#domain/text/figures.ts'
import classes from './list-pages.module.css'
import { pagingOf } from './paging.ts'
import * as texts from './texts.ts'

/** Which part of the list this is, and the way to the next: the address has `page`. */
export function ListPages({ page, total }: { page: number; total: number }) {
  const { from, to, pages } = pagingOf(page, total)
  const figure = (value: number) => grouped(value)
  return (
    <nav className={classes.bar} aria-label={texts.pages}>
      <span>{texts.rangeOf(total === 0 ? '0' : `${figure(from)}–${figure(to)}`, figure(total))}</span>
      <span className={classes.steps}>
        <Step label={texts.previousPage} to={page > 1 ? page - 1 : null}>
          <IconChevronLeft size={18} aria-hidden />
        </Step>
        Page {figure(page)} of {figure(pages)}
        <Step label={texts.nextPage} to={page < pages ? page + 1 : null}>
          <IconChevronRight size={18} aria-hidden />
        </Step>
      </span>
    </nav>
  )
}

/** `to` is null at the end of the list: the place stays, so that nothing jumps under the finger. */
function Step({ label, to, children }: { label: string; to: number | null; children: ReactNode }) {
  if (to === null) return <span className={classes.step} data-end aria-hidden children={children} />
  return (
    <Link to="." search={(before) => ({ ...before, page: to })} className={classes.step} aria-label={label}>
      {children}
    </Link>
  )
}
