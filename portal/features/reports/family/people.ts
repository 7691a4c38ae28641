import type { Order } from '#contract/order.ts'
import type { ReportView } from '#contract/reports.ts'
import type { TestedPerson } from '#domain/results/compare/across-people.ts'
import { fullName } from '#portal/order/words.ts'

type Person = TestedPerson & { name: string }
type Related = Order['relatedOrders'][number]

/** The reported orders of relatives, made from this one or the other way round; a repetition is of the same person. */
export function relativesOf({ relatedOrders }: Pick<Order, 'relatedOrders'>): Related[] {
  return relatedOrders.filter(({ as, stage }) => as === 'relative' && stage === 'reported')
}

/** Whether there are two people with a report to compare, and data of one at least. */
export function canCompareFamily(
  order: Pick<Order, 'relatedOrders'>,
  reports: readonly ReportView[],
): boolean {
  const people = peopleOf(reports)
  return people.length + relativesOf(order).length > 1 && people.some(({ results }) => results !== null)
}

/**
 * The people of an order's reports, with the results that count: not what was withdrawn or replaced, nor what the
 * laboratory is checking.
 */
export function peopleOf(reports: readonly ReportView[], order = ''): Person[] {
  return [...Map.groupBy(reports, ({ person }) => person)].map(([person, own]) => {
    const counting = own
      .flatMap(({ versions }) => versions)
      .filter(({ state, isQuestioned }) => state === 'current' && !isQuestioned)
    const results = counting.flatMap(({ parts }) =>
      parts.flatMap((part) => (part.kind === 'genetics' ? [part.result] : [])),
    )
    return {
      ...{ key: `${order} ${person}`, name: own[0]?.personName ?? '' },
      results: results.length > 0 ? results : null,
    }
  })
}

/** The people of a relative's order; without its reports, the relative of whom nothing is known. */
export function relativePeople(related: Related, reports: readonly ReportView[]): Person[] {
  const people = peopleOf(reports, String(related.id))
  return people.length > 0
    ? people
    : [{ key: String(related.id), name: fullName(related.patient), results: null }]
}
