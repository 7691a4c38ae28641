import { getRouteApi } from '@tanstack/react-router'
import { CLASSES } from '#domain/results/choices.ts'
import { OUTCOMES_IN_DATA } from '#domain/results/outcomes.ts'
import { PAGE_SIZE } from '#portal/list/paging.ts'
import { useSession } from '#portal/session/session.ts'
import type { ResultsQuery } from './queries.ts'
import type { ResultsSearch } from './search-params.ts'

const route = getRouteApi('/signed-in/results')
const CLASS_WORDS = CLASSES.map(([word]) => word)

/** The search of the address bar. Every change begins again at page 1; `null`: nothing is searched for yet. */
export function useResultsSearch() {
  const { institutions } = useSession()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { gene = '', variant = '', everywhere = false, page } = search
  const classification = CLASS_WORDS.find((one) => one === search.class)
  const outcome = OUTCOMES_IN_DATA.find((one) => one === search.outcome)
  const isSearching = Boolean(gene || variant || classification || outcome)
  const query: ResultsQuery | null = isSearching
    ? {
        ...{ gene: gene || undefined, variant: variant || undefined, classification, outcome },
        ...(everywhere ? { hospitalCodes: institutions.map(({ code }) => code).join(',') } : {}),
        ...{ skip: (page - 1) * PAGE_SIZE, top: PAGE_SIZE },
      }
    : null
  /** `replace` leaves no trace in the history: for every letter typed. */
  const change = (to: Partial<ResultsSearch>, { replace = false } = {}) =>
    void navigate({ search: (before) => ({ ...before, ...to, page: 1 }), replace, resetScroll: false })
  return { gene, variant, classification, outcome, everywhere, page, query, change }
}
