import type { OrderEvent } from '#contract/order.ts'
import { canBeOpened } from '#domain/reports/history.ts'
import type { OrderRelations } from './relations.ts'

/** Whether a recommendation is valid: neither it nor its report was withdrawn. */
export function isFollowed({
  withdrawn_at,
}: Pick<OrderRelations['treatments'][number], 'withdrawn_at'>): boolean {
  return withdrawn_at === null
}

/** Events whose detail ends with a report's text, or with the laboratory's text about a change. */
const OF_REPORT: readonly OrderEvent['kind'][] = [
  ...(['report-preliminary', 'report-partial', 'reported'] as const),
  ...(['report-addended', 'report-amended', 'report-corrected'] as const),
]

/**
 * An event's detail without the text of a withdrawn report, and without the title of a recommendation that
 * came with it: they may be about another patient. The event itself and its time stay.
 */
export function detailWithoutWithdrawn(
  { kind, detail }: Pick<OrderRelations['events'][number], 'kind' | 'detail'>,
  {
    reports,
    treatments,
  }: {
    reports: readonly Pick<OrderRelations['reports'][number], 'state' | 'words'>[]
    treatments: readonly Pick<OrderRelations['treatments'][number], 'withdrawn_at' | 'title'>[]
  },
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
