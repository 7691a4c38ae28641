import { VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ProblemError } from '#contract/errors.ts'
import type { ordersRoutes } from '#contract/orders.ts'
import type { ReplyOf } from '#contract/route.ts'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { ButtonLink } from '#portal/links/ButtonLink.tsx'
import { ListPages } from '#portal/list/ListPages.tsx'
import classes from '#portal/list/list.module.css'
import { moveBetweenRows } from '#portal/list/row-keys.ts'
import { useSession } from '#portal/session/session.ts'
import { counted } from '#ui/counted.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { StaleNotice } from '#ui/StaleNotice.tsx'
import { sortedBy } from './columns.ts'
import { EmptyOrders } from './EmptyOrders.tsx'
import { OrderCards } from './OrderCards.tsx'
import { OrderFilters, statusWords } from './OrderFilters.tsx'
import { OrderTable } from './OrderTable.tsx'
import { askedOptions, listOptions, summaryOptions } from './queries.ts'
import { useOrderSearch } from './useOrderSearch.ts'

/** The orders of the institution: found by status and words, sorted, 25 a page (specification §2, /orders). */
export default function OrdersPage() {
  const { institution, can } = useSession()
  const search = useOrderSearch()
  const list = useQuery(listOptions(institution.code, search.query))
  const summary = useQuery(summaryOptions(institution.code))
  const maySubmit = can('SubmitOrder')
  const asked = useQuery({ ...askedOptions(institution.code), enabled: maySubmit })
  const { status, q, page, change } = search
  const found = list.data?.total
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys are a shortcut; every row is a link
    <div onKeyDown={moveBetweenRows}>
      <PageHead
        title="Orders"
        crumbs={[
          <Link key="orders" to="/orders">
            Orders
          </Link>,
          status ? statusWords(status) : 'Search',
        ]}
        badge={
          found !== undefined && (
            <span className={classes.count}>
              {found.toLocaleString('en-US')} {status || q ? 'found' : 'in all'}
            </span>
          )
        }
      />
      <OrderFilters
        status={status}
        q={q}
        counts={summary.data?.counts}
        asked={maySubmit ? asked.data?.total : null}
        onSearch={(text) => change({ q: text || undefined }, { replace: true })}
      />
      <StaleNotice query={list} />
      <div className={classes.frame} data-waiting={list.isPlaceholderData || undefined}>
        <ListBody list={list} search={search} />
      </div>
      <VisuallyHidden role="status">
        {found !== undefined &&
          !list.isPlaceholderData &&
          `${counted(found, 'order')}${found > 0 ? `, page ${page}` : ''}`}
      </VisuallyHidden>
    </div>
  )
}

interface ListBodyProps {
  list: UseQueryResult<ReplyOf<typeof ordersRoutes.list>>
  search: ReturnType<typeof useOrderSearch>
}

function ListBody({ list, search }: ListBodyProps) {
  const wide = useMediaQuery('(min-width: 56.25em)', true, { getInitialValueInEffect: false })
  const { orderBy, asc, change } = search
  if (list.data === undefined && list.isError) {
    const problem = list.error instanceof ProblemError ? list.error.problem : null
    if (problem?.code !== 'invalid-page')
      return <ErrorState problem={list.error} retry={() => list.refetch()} />
    return (
      <EmptyState
        title={problem.title}
        text="The list has fewer pages than this, or has become shorter."
        action={
          <ButtonLink from="/orders" to="/orders" search={(before) => ({ ...before, page: 1 })}>
            Go to page 1
          </ButtonLink>
        }
      />
    )
  }
  if (list.data?.total === 0)
    return <EmptyOrders status={search.status} q={search.q} onClear={() => change({ q: undefined })} />
  const Rows = wide ? OrderTable : OrderCards
  return (
    <>
      <Rows
        rows={list.data?.ordersDTO}
        sorting={{ orderBy, asc }}
        today={todayAtLaboratory(new Date())}
        onSort={(by) => change(sortedBy({ orderBy, asc }, by))}
      />
      {list.data && <ListPages page={search.page} total={list.data.total} />}
    </>
  )
}
