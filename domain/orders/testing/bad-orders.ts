import fc from 'fast-check'
import type { OrderDocument } from '../document.ts'
import { goodOrder } from './good-order.ts'
import { INVALID_CASES, type InvalidCase } from './invalid-cases.ts'

/**
 * Invalid orders for the world of server/testing/world.ts: the same for form, API and manifest, which must
 * refuse them with the same codes. No date here depends on today.
 */

export interface BadOrder {
  /** The names of the invalid cases applied. */
  name: string
  document: OrderDocument
}

/**
 * `count` different invalid orders: each invalid case alone, then one to four together. Reproducible by the
 * seed. (Journeys and tests compare 200.)
 */
export function badOrders(
  count: number,
  seed: number,
  cases: readonly InvalidCase[] = INVALID_CASES,
): BadOrder[] {
  const together = fc.sample(fc.subarray([...cases], { minLength: 1, maxLength: 4 }), {
    numRuns: count * 4,
    seed,
  })
  const found = new Map<string, BadOrder>()
  for (const some of [...cases.map((one) => [one]), ...together]) {
    if (found.size === count) break
    const document = goodOrder()
    for (const [, , corrupt] of some) corrupt(document)
    const text = JSON.stringify(document)
    if (!found.has(text)) found.set(text, { name: some.map(([name]) => name).join(', '), document })
  }
  if (found.size < count) throw new RangeError(`only ${found.size} different orders can be made`)
  return [...found.values()]
}
