import { VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { NotFoundPage } from '#portal/frame/RouteProblems.tsx'
import { ButtonLink } from '#portal/links/ButtonLink.tsx'
import { TextLink } from '#portal/links/TextLink.tsx'
import { ListPages } from '#portal/list/ListPages.tsx'
import list from '#portal/list/list.module.css'
import { PAGE_SIZE } from '#portal/list/paging.ts'
import { StatusChips } from '#portal/list/StatusChips.tsx'
import { useSession } from '#portal/session/session.ts'
import { counted } from '#ui/counted.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { StaleNotice } from '#ui/StaleNotice.tsx'
import { resultsOptions } from './queries.ts'
import { ResultRows } from './ResultRows.tsx'

const route = getRouteApi('/signed-in/laboratory/results')

/** For the laboratory's Support: results that a person has to look at before a clinic sees them. */
export default function ResultDeskPage() {
  return useSession().user.support ? <Results /> : <NotFoundPage />
}

const EMPTY = {
  waiting: ['No results to check', 'Every result that came in was matched to its patient and filed.'],
  decided: ['Nothing decided yet', 'Results that were checked here are listed with the reason.'],
} as const

function Results() {
  const { status, page } = route.useSearch()
  const results = useQuery(resultsOptions({ list: status, page, limit: PAGE_SIZE }))
  const wide = useMediaQuery('(min-width: 56.25em)', true, { getInitialValueInEffect: false })
  const { data } = results
  const [title, text] = EMPTY[status]
  return (
    <>
      <PageHead
        title="Results to check"
        crumbs={['Laboratory', 'Results to check']}
        badge={
          data && (
            <span className={list.count}>
              {data.waiting === 0 ? 'None waiting' : `${data.waiting} waiting`}
            </span>
          )
        }
        sub="Results whose patient or status is in doubt. No clinic sees them until you decide."
        actions={
          <TextLink to="/laboratory/notices" search={{}}>
            Notices of changed reports
          </TextLink>
        }
      />
      <StatusChips
        label="Which results"
        status={status}
        chips={[
          { status: 'waiting', label: 'Waiting', count: data?.waiting },
          { status: 'decided', label: 'Decided' },
        ]}
      />
      <StaleNotice query={results} />
      <div className={list.frame} data-waiting={results.isPlaceholderData || undefined}>
        {data === undefined && results.isError ? (
          <ErrorState problem={results.error} retry={() => results.refetch()} />
        ) : data?.meta.total === 0 ? (
          <EmptyState title={title} text={text} />
        ) : data?.data.length === 0 ? (
          <EmptyState
            title={`There is no page ${page}`}
            text="The list has fewer pages than this, or has become shorter."
            action={
              <ButtonLink
                from="/laboratory/results"
                to="/laboratory/results"
                search={(before) => ({ ...before, page: 1 })}
              >
                Go to page 1
              </ButtonLink>
            }
          />
        ) : (
          <>
            <ResultRows rows={data?.data} wide={wide} />
            {data && <ListPages page={page} total={data.meta.total} />}
          </>
        )}
      </div>
      <VisuallyHidden role="status">
        {data && !results.isPlaceholderData && counted(data.meta.total, 'result')}
      </VisuallyHidden>
    </>
  )
}
