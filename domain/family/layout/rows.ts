import type { FamilyDocument, MemberKey } from '../document.ts'
import type { FamilyGraph } from '../graph.ts'

/**
 * The row of each person, the oldest generation 0. Partners stand in one row, the deeper one’s, and children
 * below both parents: an uncle who marries his niece stands in her row, on a longer line. Of a couple of whom
 * one descends from the other, both keep their own.
 */
export function rowsOf(document: FamilyDocument, graph: FamilyGraph): Map<MemberKey, number> {
  const rows = byAcquaintance(document, graph)
  settle(document, graph, rows)
  lowerFounders(document, graph, rows)
  const highest = Math.min(...rows.values())
  return new Map([...rows].map(([key, row]) => [key, row - highest]))
}

/** From the proband by steps: a parent one row up, a child one down, partners and siblings in the same. */
function byAcquaintance({ people }: FamilyDocument, graph: FamilyGraph): Map<MemberKey, number> {
  const rows = new Map<MemberKey, number>()
  const probandsFirst = people.toSorted((a, b) => Number(b.isProband) - Number(a.isProband))
  for (const { key: start } of probandsFirst) {
    if (rows.has(start)) continue
    rows.set(start, 0)
    const open = [start]
    for (let key = open.shift(); key !== undefined; key = open.shift()) {
      const row = rows.get(key) ?? 0
      for (const [other, step] of around(key, graph)) {
        if (rows.has(other)) continue
        rows.set(other, row + step)
        open.push(other)
      }
    }
  }
  return rows
}

/** Everybody to whom a line leads, with the rows in between. */
function around(key: MemberKey, graph: FamilyGraph): [MemberKey, -1 | 0 | 1][] {
  const member = graph.members.get(key)
  const found: [MemberKey, -1 | 0 | 1][] = []
  for (const { union } of member?.parents ?? []) {
    for (const parent of graph.unions.get(union)?.partners ?? []) found.push([parent, -1])
    for (const sibling of graph.childrenOf(union)) found.push([sibling.key, 0])
  }
  for (const giver of [member?.eggFrom, member?.spermFrom, member?.carriedBy])
    if (giver && graph.members.has(giver)) found.push([giver, -1])
  for (const union of graph.unionsOf(key)) {
    for (const partner of union.partners) found.push([partner, 0])
    for (const child of graph.childrenOf(union.key)) found.push([child.key, 1])
  }
  for (const child of graph.members.values())
    if ([child.eggFrom, child.spermFrom, child.carriedBy].includes(key)) found.push([child.key, 1])
  return found
}

/** Pushes people down until partners are level and children below their parents. */
function settle({ people }: FamilyDocument, graph: FamilyGraph, rows: Map<MemberKey, number>): void {
  const row = (key: MemberKey) => rows.get(key) ?? 0
  const descendants = new Map(people.map(({ key }) => [key, below(key, graph)]))
  const level = [...graph.unions.values()].filter(({ partners: [a, b] }) => {
    if (a === undefined || b === undefined) return false
    return !descendants.get(a)?.has(b) && !descendants.get(b)?.has(a)
  })
  const isDropped = new Set<string>()
  for (let round = 0; ; round++) {
    let isSettled = true
    for (const union of level) {
      const deeper = Math.max(...union.partners.map(row))
      if (isDropped.has(union.key) || union.partners.every((key) => row(key) === deeper)) continue
      // It follows itself downwards without an end: each partner keeps a row of their own.
      if (round > 2 * people.length) isDropped.add(union.key)
      else for (const key of union.partners) rows.set(key, deeper)
      isSettled = false
    }
    for (const child of people) {
      const least = Math.max(...parentsDrawn(child.key, graph, descendants).map(row), -Infinity) + 1
      if (row(child.key) >= least || round > 4 * people.length) continue
      rows.set(child.key, least)
      isSettled = false
    }
    if (isSettled) return
  }
}

/** Parents by any line that leads down to the person; lines of a circle hold nobody, or it would go down without an end. */
function parentsDrawn(
  key: MemberKey,
  graph: FamilyGraph,
  descendants: ReadonlyMap<MemberKey, ReadonlySet<MemberKey>>,
): MemberKey[] {
  const member = graph.members.get(key)
  if (!member) return []
  return member.parents
    .flatMap(({ union }) => graph.unions.get(union)?.partners ?? [])
    .filter((parent) => parent !== key && !descendants.get(key)?.has(parent))
}

function below(start: MemberKey, graph: FamilyGraph): Set<MemberKey> {
  const found = new Set<MemberKey>()
  const open = [start]
  for (let key = open.pop(); key !== undefined; key = open.pop())
    for (const union of graph.unionsOf(key))
      for (const child of graph.childrenOf(union.key)) {
        if (found.has(child.key)) continue
        found.add(child.key)
        open.push(child.key)
      }
  return found
}

/** Couples without parents whom nothing holds above come down to one row over their highest child. */
function lowerFounders({ people }: FamilyDocument, graph: FamilyGraph, rows: Map<MemberKey, number>): void {
  const isFounder = (key: MemberKey) => (graph.members.get(key)?.parents.length ?? 0) === 0
  const row = (key: MemberKey) => rows.get(key) ?? 0
  const done = new Set<MemberKey>()
  for (const { key } of people) {
    if (done.has(key)) continue
    const group = partnersOfPartners(key, graph)
    for (const one of group) done.add(one)
    if (!group.every(isFounder)) continue
    const children = group.flatMap((one) =>
      graph.unionsOf(one).flatMap((union) => graph.childrenOf(union.key)),
    )
    if (children.length === 0) continue
    const lowest = Math.min(...children.map((child) => row(child.key))) - 1
    const now = Math.max(...group.map(row))
    if (lowest > now) for (const one of group) rows.set(one, row(one) + lowest - now)
  }
}

function partnersOfPartners(start: MemberKey, graph: FamilyGraph): MemberKey[] {
  const group = new Set([start])
  for (const key of group)
    for (const union of graph.unionsOf(key)) for (const partner of union.partners) group.add(partner)
  return [...group]
}
