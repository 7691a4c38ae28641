import { newOrder, type OrderDocument } from './document.ts'

/** What a new order contains from the start: the ordering provider, and the kind of order. */
const GIVEN: readonly (keyof OrderDocument)[] = ['orderingProvider', 'isVOB']

/** Whether a draft is empty: no test, no name, nothing typed. Such a draft is not unfinished work. */
export function isBlank(document: OrderDocument): boolean {
  const blank = newOrder()
  const names = (Object.keys({ ...document, ...blank }) as (keyof OrderDocument)[]).filter(
    (name) => !GIVEN.includes(name),
  )
  return names.every((name) =>
    name in blank ? isEqual(document[name], blank[name]) : isNothing(document[name]),
  )
}

/** What an optional part of an order holds before anything is entered in it. */
function isNothing(value: unknown): boolean {
  if (typeof value !== 'object' || value === null)
    return value === undefined || value === null || value === ''
  return Object.values(value).every(isNothing)
}

function isEqual(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null)
    return one === other
  const [left, right] = [Object.entries(one), other as Record<string, unknown>]
  return (
    left.length === Object.keys(right).length && left.every(([name, value]) => isEqual(value, right[name]))
  )
}
