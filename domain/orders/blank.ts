import { newOrder, type OrderDocument } from './document.ts'

/** What a new order begins with by itself: who orders, and what kind of order it is. */
const GIVEN: readonly (keyof OrderDocument)[] = ['orderingProvider', 'isVOB']

/** Whether nothing is in a draft: no test, nobody's name, nothing that was typed. What there is of it is no work to finish. */
export function isBlank(document: OrderDocument): boolean {
  const blank = newOrder()
  const names = (Object.keys(blank) as (keyof OrderDocument)[]).filter((name) => !GIVEN.includes(name))
  return names.every((name) => isEqual(document[name], blank[name]))
}

function isEqual(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null)
    return one === other
  const [left, right] = [Object.entries(one), other as Record<string, unknown>]
  return (
    left.length === Object.keys(right).length && left.every(([name, value]) => isEqual(value, right[name]))
  )
}
