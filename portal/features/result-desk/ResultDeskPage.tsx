import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { NotFoundPage } from '#portal/frame/RouteProblems.tsx'
import { TextLink } from '#portal/links/TextLink.tsx'
import { ListPage } from '#portal/list/ListPage.tsx'
import { PAGE_SIZE } from '#portal/list/paging.ts'
import { StatusChips } from '#portal/list/StatusChips.tsx'
import { useSession } from '#portal/session/session.ts'
import { counted } from '#ui/counted.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { resultsOptions } from './queries.ts'
import { ResultTable } from './ResultTable.tsx'
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
  const { data } = results
  const [title, text] = EMPTY[status]
  return (
    <ListPage
      title={texts.resultsToCheck}
      crumbs={[texts.laboratory, texts.resultsToCheck]}
      count={data && (data.waiting === 0 ? texts.noneWaiting : texts.waitingCount(data.waiting))}
      sub={texts.resultsHint}
      actions={
        <TextLink to="/laboratory/notices" search={{}}>
          {texts.noticesOfChangedReports}
        </TextLink>
      }
      filters={
        <StatusChips
          label={texts.whichResults}
          status={status}
          chips={[
            { status: 'waiting', label: texts.waitingTab, count: data?.waiting },
            { status: 'decided', label: texts.decided },
          ]}
        />
      }
      query={results}
      page={page}
      rows={data?.data}
      total={data?.meta.total}
      announce={(total) => counted(total, 'result')}
      empty={<EmptyState title={title} text={text} />}
    >
      <ResultTable rows={data?.data} />
    </ListPage>
  )
}
