import { flag, page, searchOf, words } from '#portal/search-readers.ts'

/** What /results takes from its address. Classes and outcomes are read by the page: their lists are not in the first load. */
export const resultsSearch = searchOf({
  gene: words(100),
  variant: words(100),
  class: words(40),
  outcome: words(20),
  /** At all of the user's institutions, in place of the selected one. */
  everywhere: flag,
  page,
})
export type ResultsSearch = ReturnType<typeof resultsSearch>
