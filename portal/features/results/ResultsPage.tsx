import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { MOST_RESULTS } from '#contract/results-limits.ts'
import { grouped } from '#domain/text/figures.ts'
import { NotInRole } from '#portal/frame/NotInRole.tsx'
import { ListPage } from '#portal/list/ListPage.tsx'
import { NothingFound } from '#portal/list/NothingFound.tsx'
import { useSession } from '#portal/session/session.ts'
import { counted } from '#ui/counted.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { resultsOptions } from './queries.ts'
import { ResultTable } from './ResultTable.tsx'
import { SearchFields } from './SearchFields.tsx'
import * as texts from './texts.ts'
import { useResultsSearch } from './use-results-search.ts'

/** Search of results by gene, variant, class and overall result. */
export default function ResultsPage() {
  const { can } = useSession()
  return can('ViewOrder') ? <Results /> : <NotInRole title={texts.results} why={texts.noResultsInRole} />
}

const NOTHING = { gene: undefined, variant: undefined, class: undefined, outcome: undefined } as const

function Results() {
  const { institution } = useSession()
  const search = useResultsSearch()
  const { query, page, change } = search
  const results = useQuery({ ...resultsOptions(institution.code, query ?? {}), enabled: query !== null })
  const data = query === null ? undefined : results.data
  const isMost = data !== undefined && data.total >= MOST_RESULTS
  const count = data && (isMost ? texts.atLeast : texts.found)(grouped(data.total))
  return (
    <ListPage
      title={texts.results}
      crumbs={[
        <Link key="results" to="/results">
          {texts.results}
        </Link>,
        texts.search,
      ]}
      sub={texts.sub}
      count={count}
      filters={<SearchFields search={search} />}
      query={results}
      page={page}
      rows={data?.results}
      total={query === null ? 0 : data?.total}
      announce={(total) => (query === null ? '' : counted(total, texts.result))}
      empty={
        query === null ? (
          <EmptyState title={texts.startTitle} text={texts.startText} />
        ) : (
          <NothingFound title={texts.nothingTitle} text={texts.nothingText} onClear={() => change(NOTHING)} />
        )
      }
    >
      <ResultTable rows={data?.results} several={search.everywhere} />
    </ListPage>
  )
}
