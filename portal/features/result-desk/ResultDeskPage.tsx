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
import * as texts from './texts.ts'

const route = getRouteApi('/signed-in/laboratory/results')

/** For the laboratory's Support: results that a person has to look at before a clinic sees them. */
export default function ResultDeskPage() {
  return useSession().user.support ? <Results /> : <NotFoundPage />
}

const EMPTY = {
  waiting: [texts.noResultsToCheck, texts.noneWaitingHint],
  decided: [texts.nothingDecidedYet, texts.noneDecidedHint],
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
        title={texts.resultsToCheck}
        crumbs={[texts.laboratory, texts.resultsToCheck]}
        badge={
          data && (
            <span className={list.count}>
              {data.waiting === 0 ? texts.noneWaiting : texts.waitingCount(data.waiting)}
            </span>
          )
        }
        sub={texts.resultsHint}
        actions={
          <TextLink to="/laboratory/notices" search={{}}>
            {texts.noticesOfChangedReports}
          </TextLink>
        }
      />
      <StatusChips
        label={texts.whichResults}
        status={status}
        chips={[
          { status: 'waiting', label: texts.waitingTab, count: data?.waiting },
          { status: 'decided', label: texts.decided },
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
            title={texts.missingPage(page)}
            text={texts.noSuchPage}
            action={
              <ButtonLink
                from="/laboratory/results"
                to="/laboratory/results"
                search={(before) => ({ ...before, page: 1 })}
              >
                {texts.goToFirstPage}
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
