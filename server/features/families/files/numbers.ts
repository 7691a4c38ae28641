import type { FamilyDocument, MemberKey } from '#domain/family/document.ts'
import { layoutFamily } from '#domain/family/layout/layout.ts'

/** Everybody’s place in the drawing, such as II-3. A large family takes seconds to lay out: for a worker thread. */
export function numbersOf(document: FamilyDocument): Record<MemberKey, string> {
  return Object.fromEntries([...layoutFamily(document).places].map(([key, { number }]) => [key, number]))
}
