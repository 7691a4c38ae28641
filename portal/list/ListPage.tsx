import { VisuallyHidden } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { ProblemError } from '#contract/errors.ts'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { StaleNotice } from '#ui/StaleNotice.tsx'
import { ButtonLink } from '../links/ButtonLink.tsx'
import { ListPages } from './ListPages.tsx'
import list from './list.module.css'
import { moveBetweenRows } from './row-keys.ts'
import * as texts from './texts.ts'

/** What the page needs of `useQuery`. */
interface ListQuery {
  data: unknown
  error: unknown
  isError: boolean
  isFetching: boolean
  isPlaceholderData: boolean
  refetch: () => unknown
}

interface ListPageProps
  extends Pick<ComponentProps<typeof PageHead>, 'title' | 'crumbs' | 'sub' | 'actions'> {
  /** Beside the title: how many there are. Left out while unknown. */
  count?: string | undefined
  /** Between the head and the filters. */
  banner?: ReactNode
  /** Shown in place of everything below the head, until other data has arrived too. */
  pending?: ReactNode
  /** `ListFilters` or `StatusChips`. */
  filters?: ReactNode
  query: ListQuery
  /** From the address, beginning with 1. */
  page: number
  /** The rows of this page; undefined while loading. */
  rows: readonly unknown[] | undefined
  /** The number of rows on all pages; undefined while loading. */
  total: number | undefined
  /** There are more rows than `total`, and nobody has counted how many. */
  hasMore?: boolean | undefined
  /** Tells screen readers how many rows were found. */
  announce: (total: number) => string
  /** Shown if there is no row on any page: an `EmptyState`, or `NothingFound` after a search. */
  empty: ReactNode
  /** The rows are cards of their own: they have no common frame. */
  unframed?: boolean
  /** A list of one page does not show which part it is. */
  hidesSinglePage?: boolean
  /** The rows, or their shape while they are loading: a `DataTable`. */
  children: ReactNode
}

/**
 * A page with a list: head, filters, rows and paging, and in place of the rows an error with a retry, the reason why
 * there are none, or that the address has a page number too high. Up and down move between the rows.
 */
export function ListPage(props: ListPageProps) {
  const { title, crumbs, sub, actions, count, banner, pending, filters, query, total, announce } = props
  const isMissing = isInvalidPage(query)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys are a shortcut; every row has a link
    <div onKeyDown={moveBetweenRows}>
      <PageHead
        title={title}
        {...(crumbs && { crumbs })}
        badge={count !== undefined && <span className={list.count}>{count}</span>}
        sub={sub}
        actions={actions}
      />
      {pending ?? (
        <>
          {banner}
          {filters}
          {!isMissing && <StaleNotice query={query} />}
          <ListBody {...props} />
          <VisuallyHidden role="status">
            {total !== undefined && !isMissing && !query.isPlaceholderData && announce(total)}
          </VisuallyHidden>
        </>
      )}
    </div>
  )
}

function ListBody(props: ListPageProps) {
  const { query, page, rows, total, hasMore = false, unframed = false, hidesSinglePage = false } = props
  const state = stateOf(props)
  const content = state ?? (
    <>
      {props.children}
      {total !== undefined && !(hidesSinglePage && total === rows?.length) && (
        <ListPages page={page} total={total} hasMore={hasMore} />
      )}
    </>
  )
  if (unframed) return state ? <Card>{state}</Card> : content
  return (
    <div className={list.frame} data-waiting={query.isPlaceholderData || undefined}>
      {content}
    </div>
  )
}

/** Whether the list has no such page, or none any more: its rows are out of date, and trying again does not help. */
function isInvalidPage({ error, isError }: ListQuery): boolean {
  return isError && error instanceof ProblemError && error.problem.code === 'invalid-page'
}

/** What stands in place of the rows; null if there are rows, or if they are loading. */
function stateOf({ query, page, rows, total, empty }: ListPageProps): ReactNode {
  if (isInvalidPage(query)) return <NoSuchPage page={page} />
  if (query.data === undefined && query.isError)
    return <ErrorState problem={query.error} retry={() => query.refetch()} />
  if (total === 0) return empty
  return rows?.length === 0 ? <NoSuchPage page={page} /> : null
}

function NoSuchPage({ page }: { page: number }) {
  return (
    <EmptyState
      title={texts.invalidPage}
      text={texts.noSuchPage(page)}
      action={
        <ButtonLink to="." search={(before) => ({ ...before, page: 1 })}>
          {texts.goToFirstPage}
        </ButtonLink>
      }
    />
  )
}
