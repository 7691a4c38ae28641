import { oneOf, searchOf, trimmed, words } from '#portal/search-readers.ts'

/** The lengths of the period, in months, this one included. */
export const PERIODS = ['6', '12', '24'] as const

/** What /figures takes from its address. */
export const figuresSearch = searchOf({
  months: oneOf(PERIODS, '12'),
  /** A test's code. */
  test: trimmed(20),
  /** A provider's exact name. */
  provider: words(200),
  /** Codes with commas between; left out: the selected institution. */
  hospitalCodes: words(4000),
})
export type FiguresSearch = ReturnType<typeof figuresSearch>
