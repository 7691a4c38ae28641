import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { KIT_STATUS_WORDS, KIT_STATUSES } from '#domain/kits/kit.ts'
import { KIT_TYPES } from '#domain/lookups.ts'
import { grouped } from '#domain/text/figures.ts'
import { ButtonLink } from '#portal/links/ButtonLink.tsx'
import { ListFilters } from '#portal/list/ListFilters.tsx'
import { ListPage } from '#portal/list/ListPage.tsx'
import { PAGE_SIZE } from '#portal/list/paging.ts'
import { useSession } from '#portal/session/session.ts'
import { counted } from '#ui/counted.ts'
import { EmptyKits } from './EmptyKits.tsx'
import { KitsOffered } from './KitsOffered.tsx'
import { KitTable } from './KitTable.tsx'
import classes from './kits.module.css'
import { type KitsQuery, kitsOptions } from './queries.ts'
import type { KitsSearch } from './search-params.ts'
import * as texts from './texts.ts'

const route = getRouteApi('/signed-in/kits')

/** What the list shows stands in the address bar. Every change begins again at page 1. */
function useKitsSearch() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { status, kit, q = '', orderBy, asc = false, page } = search
  const query: KitsQuery = {
    ...{ status, kitType: kit, keyword: q || undefined, orderBy, isAscending: asc ? 'true' : 'false' },
    ...{ skip: (page - 1) * PAGE_SIZE, top: PAGE_SIZE },
  }
  /** `replace` leaves no trace in the history: for every letter typed. */
  const change = (to: Partial<KitsSearch>, { replace = false } = {}) =>
    navigate({ search: (before) => ({ ...before, ...to, page: 1 }), replace, resetScroll: false })
  return { status, kit, q, orderBy, asc, page, query, change }
}

/** The kit orders of the institution (specification §2, /kits): found by status, kit and words, 25 a page. */
export default function KitsPage() {
  return (
    <KitsOffered>
      <Kits />
    </KitsOffered>
  )
}

function Kits() {
  const { institution, can, user } = useSession()
  const search = useKitsSearch()
  const { status, kit, q, orderBy, asc, page, query, change } = search
  const kits = useQuery(kitsOptions(institution.code, query))
  const { data } = kits
  return (
    <ListPage
      title={texts.kits}
      crumbs={[
        <Link key="kits" to="/kits">
          {texts.kits}
        </Link>,
        texts.search,
      ]}
      count={data && `${grouped(data.total)} ${status || kit || q ? 'found' : texts.inTotal}`}
      actions={
        <>
          {user.support && (
            <ButtonLink to="/kits-to-send" variant="default">
              {texts.kitsToSend}
            </ButtonLink>
          )}
          {can('CreateOrder') && <ButtonLink to="/kit-order">{texts.orderKits}</ButtonLink>}
        </>
      }
      filters={
        <ListFilters
          q={q}
          label={texts.searchKits}
          placeholder={texts.searchPlaceholder}
          onSearch={(text) => change({ q: text || undefined }, { replace: true })}
          status={status}
          counting={data === undefined}
          chips={KIT_STATUSES.map((one) => ({
            ...{ status: one, label: KIT_STATUS_WORDS[one], count: data?.counts[one] },
          }))}
        >
          <Select
            className={classes.kind}
            aria-label={texts.kit}
            placeholder={texts.anyKit}
            clearable
            data={KIT_TYPES}
            value={kit ?? null}
            onChange={(chosen) => change({ kit: chosen ?? undefined })}
          />
        </ListFilters>
      }
      query={kits}
      page={page}
      rows={data?.kits}
      total={data?.total}
      announce={(total) => counted(total, texts.kitOrderNoun)}
      empty={
        <EmptyKits {...search} onClear={() => change({ status: undefined, kit: undefined, q: undefined })} />
      }
    >
      <KitTable
        rows={data?.kits}
        sorting={{
          orderBy,
          asc,
          // Another column begins its own way, dates from the newest; the same one turns round.
          onSort: (by) => change({ orderBy: by, asc: by === orderBy ? !asc : by !== 'ordered' }),
        }}
      />
    </ListPage>
  )
}
