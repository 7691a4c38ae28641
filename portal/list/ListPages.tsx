import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { grouped } from '#domain/text/figures.ts'
import classes from './list-pages.module.css'
import { PAGE_SIZE, pagingOf } from './paging.ts'
import * as texts from './texts.ts'

interface ListPagesProps {
  page: number
  total: number
  /** There are more than `total`, and nobody has counted how many. */
  hasMore?: boolean
}

/** Which part of the list this is, and the way to the next: the address has `page`. */
export function ListPages({ page, total, hasMore = false }: ListPagesProps) {
  const { from, to, pages } = pagingOf(page, total)
  const figure = (value: number) => grouped(value)
  const atLeast = (value: number) => (hasMore ? texts.moreThan(figure(value)) : figure(value))
  return (
    <nav className={classes.bar} aria-label={texts.pages}>
      <span>{texts.rangeOf(total === 0 ? '0' : `${figure(from)}–${figure(to)}`, atLeast(total))}</span>
      <span className={classes.steps}>
        <Step label={texts.previousPage} to={page > 1 ? page - 1 : null}>
          <IconChevronLeft size={18} aria-hidden />
        </Step>
        {texts.pageOf(figure(page), atLeast(hasMore ? Math.floor(total / PAGE_SIZE) : pages))}
        <Step label={texts.nextPage} to={page < pages || hasMore ? page + 1 : null}>
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
