import { countedBy } from './figures.ts'
import { isMonth, type Month } from './months.ts'

/** The orders behind a number: those that count for `figure` in a period, under a test and a provider. */
export interface Behind {
  figure: string
  from: Month
  to: Month
  /** '' for any. */
  test: string
  /** The exact name; '' for any. */
  provider: string
}

/** As one value of an address: 'late|2026-05|2026-07|WES1|Lucía Moreno'. */
export function writeBehind({ figure, from, to, test, provider }: Behind): string {
  return [figure, from, to, test, provider].join('|').replace(/\|+$/, '')
}

/** Null if that is not what `writeBehind` writes. */
export function readBehind(text: string): Behind | null {
  const [figure = '', from = '', to = '', test = '', ...rest] = text.split('|')
  if (!countedBy(figure) || !isMonth(from) || !isMonth(to) || from > to) return null
  return { figure, from, to, test, provider: rest.join('|') }
}
