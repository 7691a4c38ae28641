import { comparedBy, type FamilyTest } from '../../orders/compared.ts'
import type { OrderDocument } from '../../orders/document.ts'
import type { TestSpecimens } from '../../specimens/requirements.ts'
import type { MemberKey } from '../document.ts'

/** How many people the tests of an order compare and do not have. */
function missingIn(order: OrderDocument, tests: readonly (FamilyTest & TestSpecimens)[]): number {
  return tests.reduce(
    (sum, test) => sum + Math.max(0, test.relatives - comparedBy(test, order, tests).length),
    0,
  )
}

/**
 * Whom to propose for an order beside the chosen relatives: of those who tell most the ones whom its tests compare and
 * lack. `orderWith` is the order with the given relatives.
 */
export function proposedFor(
  telling: readonly MemberKey[],
  chosen: readonly MemberKey[],
  orderWith: (relatives: readonly MemberKey[]) => OrderDocument,
  tests: readonly (FamilyTest & TestSpecimens)[],
): MemberKey[] {
  const proposed: MemberKey[] = []
  let missing = missingIn(orderWith(chosen), tests)
  for (const key of telling) {
    if (missing === 0) break
    const left = missingIn(orderWith([...chosen, ...proposed, key]), tests)
    if (left === missing) continue
    proposed.push(key)
    missing = left
  }
  return proposed
}
