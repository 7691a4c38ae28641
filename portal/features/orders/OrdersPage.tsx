import { Button } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { KeyboardEvent } from 'react'
import { MOST_COUNTED } from '#contract/lists.ts'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { grouped } from '#domain/text/figures.ts'
import { NotInRole } from '#portal/frame/NotInRole.tsx'
import { ListPage } from '#portal/list/ListPage.tsx'
import { assignedOptions, listOptions, summaryOptions } from '#portal/order/queries.ts'
import { statusWords } from '#portal/order/words.ts'
import { useSession } from '#portal/session/session.ts'
import { counted } from '#ui/counted.ts'
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
import { useSelection } from './use-selection.ts'
import { useOrderSearch } from './useOrderSearch.ts'
import { ViewsMenu } from './ViewsMenu.tsx'

/** The orders of the institution: found by filters and words, sorted, 25 a page (specification §2, /orders). */
export default function OrdersPage() {
  const { can } = useSession()
  return can('ViewOrder') ? <Orders /> : <NotInRole title={texts.orders} why={texts.noOrdersInRole} />
}

function Orders() {
  const { institution, can } = useSession()
  const search = useOrderSearch()
  const { status, q, orderBy, asc, page, query, change } = search
  const list = useQuery(listOptions(institution.code, { ...query, countTo: MOST_COUNTED }))
  const summary = useQuery(summaryOptions(institution.code))
  const mayPrepare = can('CreateOrder')
  const assigned = useQuery({ ...assignedOptions(institution.code), enabled: mayPrepare })
  const chips = useFilterChips(search.search)
  const { skip: _, orderBy: __, isAscending: ___, ...which } = query
  const selection = useSelection(JSON.stringify([institution.code, which]), list.data?.ordersDTO)
  const exporting = useExport()
  const [filtering, filter] = useDisclosure(false)
  const { total: found, hasMore = false } = list.data ?? {}
  const wide = useMediaQuery('(min-width: 56.25em)', true, { getInitialValueInEffect: false })
  const Rows = wide ? OrderTable : OrderCards
  const narrowed = Boolean(status || q || chips.length > 0)
  /** Space selects the row whose link has the focus, also from an earlier row to this one with Shift. */
  const selectByKey = (event: KeyboardEvent<HTMLElement>) => {
    const { target, key } = event
    const isLink = target instanceof HTMLElement && target.matches('[data-row-link]')
    const row = isLink ? target.closest<HTMLElement>('[data-row]') : null
    if (key !== ' ' || !row) return
    event.preventDefault()
    selection.toggle(Number(row.dataset.row), event.shiftKey)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are a shortcut; every row has a link and a box
    <div onKeyDown={selectByKey}>
      <ListPage
        title={texts.orders}
        crumbs={[
          <Link key="orders" to="/orders">
            {texts.orders}
          </Link>,
          status ? statusWords(status) : 'Search',
        ]}
        count={
          found === undefined
            ? undefined
            : `${texts.totalOf(grouped(found), hasMore)} ${narrowed ? texts.found : texts.inTotal}`
        }
        actions={
          <>
            <ViewsMenu search={search.search} />
            <Button
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
              disabled={!found}
              loading={exporting.isPending}
              onClick={() => exporting.mutate({ query, total: found ?? 0, hasMore })}
            >
              {texts.exportOrders}
            </Button>
          </>
        }
        filters={
          <>
            <OrderFilters
              status={status}
              q={q}
              counts={summary.data?.counts}
              assigned={mayPrepare ? assigned.data?.total : null}
              filters={chips.length}
              onSearch={(text) => change({ q: text || undefined }, { replace: true })}
              onFilters={filter.open}
            />
            <FilterChips chips={chips} />
          </>
        }
        query={list}
        page={page}
        rows={list.data?.ordersDTO}
        total={found}
        hasMore={hasMore}
        announce={(total) =>
          `${texts.totalOf(counted(total, 'order'), hasMore)}${total > 0 ? texts.pageNumber(page) : ''}`
        }
        empty={
          <EmptyOrders
            status={status}
            q={q}
            filters={chips.length}
            onClear={() => change({ q: undefined })}
          />
        }
      >
        <Rows
          rows={list.data?.ordersDTO}
          sorting={{ orderBy, asc }}
          today={todayAtLaboratory(new Date())}
          several={codesIn(search.hospitalCodes).length > 1}
          selection={selection}
          onSort={(by) => change(nextSorting({ orderBy, asc }, by))}
        />
      </ListPage>
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
    </div>
  )
}
