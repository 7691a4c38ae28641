import { Button, VisuallyHidden } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconDownload } from '@tabler/icons-react'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { KeyboardEvent } from 'react'
import { ProblemError } from '#contract/errors.ts'
import type { ordersRoutes } from '#contract/orders.ts'
import type { ReplyOf } from '#contract/route.ts'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { grouped } from '#domain/text/figures.ts'
import { ButtonLink } from '#portal/links/ButtonLink.tsx'
import { ListPages } from '#portal/list/ListPages.tsx'
import classes from '#portal/list/list.module.css'
import { moveBetweenRows } from '#portal/list/row-keys.ts'
import { listOptions, submissionRequestOptions, summaryOptions } from '#portal/order/queries.ts'
import { statusWords } from '#portal/order/words.ts'
import { useSession } from '#portal/session/session.ts'
import { counted } from '#ui/counted.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { StaleNotice } from '#ui/StaleNotice.tsx'
import { nextSorting } from './columns.ts'
import { EmptyOrders } from './EmptyOrders.tsx'
import { FilterChips } from './FilterChips.tsx'
import { FilterDrawer } from './FilterDrawer.tsx'
import { codesIn } from './list-filters.ts'
import { OrderCards } from './OrderCards.tsx'
import { OrderFilters } from './OrderFilters.tsx'
import { OrderTable } from './OrderTable.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import * as texts from './texts.ts'
import { useExport } from './use-export.ts'
import { useFilterChips } from './use-filter-chips.ts'
import { useRefreshOnUpdates } from './use-refresh-on-updates.ts'
import { type SelectionOfRows, useSelection } from './use-selection.ts'
import { useOrderSearch } from './useOrderSearch.ts'
import { ViewsMenu } from './ViewsMenu.tsx'

/** The orders of the institution: found by filters and words, sorted, 25 a page (specification §2, /orders). */
export default function OrdersPage() {
  const { can, institution } = useSession()
  if (can('ViewOrder')) return <Orders />
  return (
    <>
      <PageHead title={texts.orders} />
      <EmptyState
        title={texts.noOrdersInRole}
        text={texts.askForViewOrder(institution.name)}
        action={<ButtonLink to="/dashboard">{texts.goToTheDashboard}</ButtonLink>}
      />
    </>
  )
}

function Orders() {
  const { institution, can } = useSession()
  const search = useOrderSearch()
  const { status, q, page, query, change } = search
  const list = useQuery(listOptions(institution.code, query))
  const summary = useQuery(summaryOptions(institution.code))
  const maySubmit = can('SubmitOrder')
  const submissionRequests = useQuery({ ...submissionRequestOptions(institution.code), enabled: maySubmit })
  const chips = useFilterChips(search.search)
  const { skip: _, orderBy: __, isAscending: ___, ...which } = query
  const selection = useSelection(JSON.stringify([institution.code, which]), list.data?.ordersDTO)
  const exporting = useExport()
  useRefreshOnUpdates(codesIn(search.hospitalCodes))
  const [filtering, filter] = useDisclosure(false)
  const found = list.data?.total
  const narrowed = Boolean(status || q || chips.length > 0)
  const keys = (event: KeyboardEvent<HTMLElement>) => {
    const { target, currentTarget } = event
    // A menu or a dialog that was opened from here has keys of its own.
    if (!(target instanceof HTMLElement) || !currentTarget.contains(target)) return
    if (target.matches('[aria-haspopup]')) return
    const row = target.matches('[data-row-link]') ? target.closest<HTMLElement>('[data-row]') : null
    if (event.key === ' ' && row) {
      event.preventDefault()
      selection.toggle(Number(row.dataset.row), event.shiftKey)
    } else moveBetweenRows(event)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are a shortcut; every row has a link and a box
    <div onKeyDown={keys}>
      <PageHead
        title={texts.orders}
        crumbs={[
          <Link key="orders" to="/orders">
            {texts.orders}
          </Link>,
          status ? statusWords(status) : 'Search',
        ]}
        badge={
          found !== undefined && (
            <span className={classes.count}>
              {grouped(found)} {narrowed ? 'found' : texts.inTotal}
            </span>
          )
        }
        actions={
          <>
            <ViewsMenu search={search.search} />
            <Button
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
              disabled={!found}
              loading={exporting.isPending}
              onClick={() => exporting.mutate({ query, total: found ?? 0 })}
            >
              {texts.exportOrders}
            </Button>
          </>
        }
      />
      <OrderFilters
        status={status}
        q={q}
        counts={summary.data?.counts}
        submissionRequests={maySubmit ? submissionRequests.data?.total : null}
        filters={chips.length}
        onSearch={(text) => change({ q: text || undefined }, { replace: true })}
        onFilters={filter.open}
      />
      <FilterChips chips={chips} />
      <StaleNotice query={list} />
      <div className={classes.frame} data-waiting={list.isPlaceholderData || undefined}>
        <ListBody list={list} search={search} filters={chips.length} selection={selection} />
      </div>
      <SelectionBar selection={selection} query={query} />
      <FilterDrawer
        opened={filtering}
        filters={search.search}
        onApply={(filters) => {
          filter.close()
          void change(filters)
        }}
        onClose={filter.close}
      />
      <VisuallyHidden role="status">
        {found !== undefined &&
          !list.isPlaceholderData &&
          `${counted(found, 'order')}${found > 0 ? texts.pageNumber(page) : ''}`}
      </VisuallyHidden>
    </div>
  )
}

interface ListBodyProps {
  list: UseQueryResult<ReplyOf<typeof ordersRoutes.list>>
  search: ReturnType<typeof useOrderSearch>
  filters: number
  selection: SelectionOfRows
}

function ListBody({ list, search, filters, selection }: ListBodyProps) {
  const wide = useMediaQuery('(min-width: 56.25em)', true, { getInitialValueInEffect: false })
  const { orderBy, asc, status, q, page, hospitalCodes, change } = search
  if (list.data === undefined && list.isError) {
    const problem = list.error instanceof ProblemError ? list.error.problem : null
    if (problem?.code !== 'invalid-page')
      return <ErrorState problem={list.error} retry={() => list.refetch()} />
    return (
      <EmptyState
        title={problem.title}
        text={texts.noSuchPage}
        action={
          <ButtonLink from="/orders" to="/orders" search={(before) => ({ ...before, page: 1 })}>
            {texts.goToFirstPage}
          </ButtonLink>
        }
      />
    )
  }
  if (list.data?.total === 0)
    return <EmptyOrders status={status} q={q} filters={filters} onClear={() => change({ q: undefined })} />
  const Rows = wide ? OrderTable : OrderCards
  return (
    <>
      <Rows
        rows={list.data?.ordersDTO}
        sorting={{ orderBy, asc }}
        today={todayAtLaboratory(new Date())}
        several={codesIn(hospitalCodes).length > 1}
        selection={selection}
        onSort={(by) => change(nextSorting({ orderBy, asc }, by))}
      />
      {list.data && <ListPages page={page} total={list.data.total} />}
    </>
  )
}
