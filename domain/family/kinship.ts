import type { FamilyDocument, MemberKey } from './document.ts'
import { type FamilyGraph, familyGraph } from './graph.ts'

export interface Kinship {
  /**
   * The coefficient of kinship: the probability that an allele drawn from each is the same by descent. 0.25
   * for siblings, 0.5 for a person and themselves if the parents are not related.
   */
  between: (a: MemberKey, b: MemberKey) => number
  /** The parents' kinship: 0 for most people. */
  inbreeding: (member: MemberKey) => number
  /** 1 for parents, children, siblings; 2 for grandparents, aunts; null if not related, 0 for oneself. */
  degree: (a: MemberKey, b: MemberKey) => number | null
}

/**
 * Kinship by recursion from the younger generation to the founders (Lange, Mathematical and Statistical
 * Methods for Genetic Analysis, chapter 5). Identical twins are one person. Kept for every pair asked for.
 */
export function kinship(document: FamilyDocument, graph: FamilyGraph = familyGraph(document)): Kinship {
  const sameAs = identicalTwins(graph)
  const place = new Map(graph.fromFounders.map((key, index) => [key, index]))
  const known = new Map<string, number>()

  /** Of the parents with a third: half from each known one. */
  const throughParents = (child: MemberKey, other: MemberKey) =>
    graph.parentKeys(child).reduce((sum, parent) => sum + between(parent, other) / 2, 0)

  function between(one: MemberKey, another: MemberKey): number {
    const [a, b] = [sameAs(one), sameAs(another)]
    if (a === b) return (1 + inbreeding(a)) / 2
    // Nobody descends from somebody who comes later: the later one's parents are asked.
    const [earlier, later] = (place.get(a) ?? 0) < (place.get(b) ?? 0) ? [a, b] : [b, a]
    const pair = `${earlier} ${later}`
    const found = known.get(pair) ?? throughParents(later, earlier)
    known.set(pair, found)
    return found
  }
  function inbreeding(member: MemberKey): number {
    const { egg, sperm } = graph.geneticParents(sameAs(member))
    return egg === null || sperm === null ? 0 : between(egg, sperm)
  }
  return {
    between,
    inbreeding,
    degree: (a, b) => {
      if (a === b) return 0
      const related = between(a, b)
      return related === 0 ? null : Math.max(0, Math.round(-Math.log2(2 * related)))
    },
  }
}

/** One of the identical twins stands for all of them: the first from the founders, before all of their descendants. */
export function identicalTwins({ fromFounders, members }: FamilyGraph): (member: MemberKey) => MemberKey {
  const firstOf = new Map<string, MemberKey>()
  const same = new Map<MemberKey, MemberKey>()
  for (const key of fromFounders) {
    const twins = members.get(key)?.twins
    if (twins?.kind !== 'identical') continue
    const first = firstOf.get(twins.group) ?? key
    firstOf.set(twins.group, first)
    same.set(key, first)
  }
  return (member) => same.get(member) ?? member
}
