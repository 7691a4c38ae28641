import type { OrderEvent } from '#contract/order.ts'
import { canBeOpened } from '#domain/reports/history.ts'
import type { OrderRelations } from './relations.ts'

/** A recommendation that may be followed: neither it nor the report that it came with was taken back. */
export function isFollowed({
  withdrawn_at,
}: Pick<OrderRelations['treatments'][number], 'withdrawn_at'>): boolean {
  return withdrawn_at === null
}

/** Events whose detail ends with what a report, or the laboratory of its change, says. */
const OF_REPORT: readonly OrderEvent['kind'][] = [
  ...(['report-preliminary', 'report-partial', 'reported'] as const),
  ...(['report-addended', 'report-amended', 'report-corrected'] as const),
]

/**
 * The detail of an event without the words of a report that was withdrawn, and without the title of a recommendation
 * that came with it: they may be of another patient. That it came, and when, stays.
 */
export function detailWithoutWithdrawn(
  { kind, detail }: OrderRelations['events'][number],
  { reports, treatments }: Pick<OrderRelations, 'reports' | 'treatments'>,
): string {
  if (kind === 'treatment-received') {
    const isKnown =
      treatments.every(isFollowed) || treatments.some((one) => isFollowed(one) && one.title === detail)
    return isKnown ? detail : ''
  }
  if (!OF_REPORT.includes(kind)) return detail
  const withdrawn = reports.find(
    (report) => !canBeOpened(report) && report.words !== '' && detail.endsWith(report.words),
  )
  if (!withdrawn || reports.some((report) => canBeOpened(report) && report.words === withdrawn.words))
    return detail
  return detail.slice(0, -withdrawn.words.length).replace(/: $/, '')
}
