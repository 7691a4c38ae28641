import { HOLD_META, type HoldKind, REJECT_REASONS } from '../orders/hold-kinds.ts'

import { table } from '../table.ts'
import type { Behind } from './behind.ts'
import { monthInWords } from './months.ts'

const FIGURES = table<string>({
  submitted: 'Orders submitted',
  cancelled: 'Cancelled orders',
  reported: 'Reported orders',
  promised: 'Reports with a promised day',
  late: 'Late reports',
  'reported:on-time': 'Reports on time',
  'reported:late-1': 'Reports 1 or 2 days late',
  'reported:late-3': 'Reports 3 to 5 days late',
  'reported:late-6': 'Reports 6 to 10 days late',
  'reported:late-11': 'Reports more than 10 days late',
  'reported:no-day': 'Reports without a promised day',
  unopened: 'Reports not opened',
  unacknowledged: 'Reports not acknowledged',
  hold: 'Orders held',
  rejected: 'Orders with a rejected specimen',
  'authorization:required': 'Authorization required',
  'authorization:letter': 'Letter of medical necessity signed',
  resulted: 'Results as data',
  'result:positive': 'Positive results',
  'result:negative': 'Negative results',
  'result:uncertain': 'Inconclusive results',
  'result:other': 'Other results',
  'result:none': 'Results without an overall interpretation',
  'result:failed': 'Failed tests',
  'result:document': 'Results as a document only',
  vus: 'Variant of uncertain significance',
})

/** A kind of hold or reason for rejection, as the portal names it; the laboratory's code if it is unknown. */
export function causeInWords(measure: 'hold' | 'rejected', cause: string): string {
  if (measure === 'hold') return HOLD_META[cause as HoldKind]?.title ?? cause
  return cause === 'none' ? 'No reason given' : (REJECT_REASONS[cause] ?? cause)
}

/** 'Orders held: A consent is missing'. */
export function figureInWords(figure: string): string {
  const words = FIGURES[figure]
  if (words) return words
  const at = figure.indexOf(':')
  const [measure, cause] = [figure.slice(0, at), figure.slice(at + 1)]
  return measure === 'hold' || measure === 'rejected'
    ? `${FIGURES[measure]}: ${causeInWords(measure, cause)}`
    : figure
}

/** 'Late reports, May 2026 to Jul 2026, Whole Exome, Lucía Moreno'. */
export function behindInWords(
  { figure, from, to, test, provider }: Behind,
  nameOf: (test: string) => string,
): string {
  const period = from === to ? monthInWords(from) : `${monthInWords(from)} to ${monthInWords(to)}`
  return [figureInWords(figure), period, test && nameOf(test), provider].filter(Boolean).join(', ')
}
