import { Select, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ProblemError } from '#contract/errors.ts'
import type { kitsRoutes } from '#contract/kits.ts'
import type { ReplyOf } from '#contract/route.ts'
import { KIT_STATUS_WORDS, KIT_STATUSES } from '#domain/kits/kit.ts'
import { KIT_TYPES } from '#domain/lookups.ts'
import { grouped } from '#domain/text/figures.ts'
import { ButtonLink } from '#portal/links/ButtonLink.tsx'
import { ListFilters } from '#portal/list/ListFilters.tsx'
import { ListPages } from '#portal/list/ListPages.tsx'
import list from '#portal/list/list.module.css'
import { PAGE_SIZE } from '#portal/list/paging.ts'
import { moveBetweenRows } from '#portal/list/row-keys.ts'
import { useSession } from '#portal/session/session.ts'
import { counted } from '#ui/counted.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { StaleNotice } from '#ui/StaleNotice.tsx'
import { EmptyKits } from './EmptyKits.tsx'
import { KitCards } from './KitCards.tsx'
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
  const { status, kit, q, query, change } = search
  const kits = useQuery(kitsOptions(institution.code, query))
  const found = kits.data?.total
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys are a shortcut; every row is a link
    <div onKeyDown={moveBetweenRows}>
      <PageHead
        title={texts.kits}
        crumbs={[
          <Link key="kits" to="/kits">
            {texts.kits}
          </Link>,
          texts.search,
        ]}
        badge={
          found !== undefined && (
            <span className={list.count}>
              {grouped(found)} {status || kit || q ? 'found' : texts.inTotal}
            </span>
          )
        }
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
      />
      <ListFilters
        q={q}
        label={texts.searchKits}
        placeholder={texts.searchPlaceholder}
        onSearch={(text) => change({ q: text || undefined }, { replace: true })}
        status={status}
        counting={kits.data === undefined}
        chips={KIT_STATUSES.map((one) => ({
          ...{ status: one, label: KIT_STATUS_WORDS[one], count: kits.data?.counts[one] },
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
      <StaleNotice query={kits} />
      <div className={list.frame} data-waiting={kits.isPlaceholderData || undefined}>
        <ListBody kits={kits} search={search} />
      </div>
      <VisuallyHidden role="status">
        {found !== undefined && !kits.isPlaceholderData && counted(found, texts.kitOrderNoun)}
      </VisuallyHidden>
    </div>
  )
}

interface ListBodyProps {
  kits: UseQueryResult<ReplyOf<typeof kitsRoutes.list>>
  search: ReturnType<typeof useKitsSearch>
}

function ListBody({ kits, search }: ListBodyProps) {
  const wide = useMediaQuery('(min-width: 56.25em)', true, { getInitialValueInEffect: false })
  const { orderBy, asc, page, change } = search
  if (kits.data === undefined && kits.isError) {
    const problem = kits.error instanceof ProblemError ? kits.error.problem : null
    if (problem?.code !== 'invalid-page')
      return <ErrorState problem={kits.error} retry={() => kits.refetch()} />
    return (
      <EmptyState
        title={problem.title}
        text={texts.noSuchPage}
        action={
          <ButtonLink from="/kits" to="/kits" search={(before) => ({ ...before, page: 1 })}>
            {texts.goToFirstPage}
          </ButtonLink>
        }
      />
    )
  }
  const all = { status: undefined, kit: undefined, q: undefined }
  if (kits.data?.total === 0) return <EmptyKits {...search} onClear={() => change(all)} />
  const rows = kits.data?.kits
  return (
    <>
      {wide ? (
        <KitTable
          rows={rows}
          sorting={{ orderBy, asc }}
          // Another column begins its own way, dates from the newest; the same one turns round.
          onSort={(by) => change({ orderBy: by, asc: by === orderBy ? !asc : by !== 'ordered' })}
        />
      ) : (
        <KitCards rows={rows} />
      )}
      {kits.data && <ListPages page={page} total={kits.data.total} />}
    </>
  )
}
