import type { MemberKey } from '../document.ts'
import type { FamilyGraph } from '../graph.ts'

/**
 * Everybody who has a mitochondrial variant of one of `carriers` from the same mother’s line, those included:
 * mothers pass it to all children, fathers to none. In which share is not known, so that there are no numbers.
 */
export function maternalLine(carriers: Iterable<MemberKey>, graph: FamilyGraph): Set<MemberKey> {
  const line = new Set<MemberKey>()
  for (const carrier of carriers) line.add(carrier)
  // A set also visits what is added meanwhile.
  for (const member of line) {
    const { egg } = graph.geneticParents(member)
    if (egg !== null) line.add(egg)
    for (const child of graph.geneticChildren(member))
      if (graph.geneticParents(child).egg === member) line.add(child)
  }
  return line
}
