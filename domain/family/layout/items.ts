import type { FamilyDocument, MemberKey, UnionKey } from '../document.ts'
import type { FamilyGraph } from '../graph.ts'
import { rowsOf } from './rows.ts'

/**
 * What is placed in the rows, by number: each person once, and ghosts, which keep a place free for a line: for a
 * child more than one row below its parents, one in each row between; for a partner of a higher row, one beside
 * the other partner.
 */
export interface Items {
  /** The person; null for a ghost. */
  keys: readonly (MemberKey | null)[]
  rows: readonly number[]
  rowCount: number
  descents: readonly Descent[]
  /** Two items of one row who want to stand side by side. */
  couples: readonly Couple[]
  /** Items of one birth. */
  twins: readonly (readonly number[])[]
  /** A ghost, or a donor, and what it should stand near: the end of its line. */
  ends: readonly (readonly [ghost: number, end: number])[]
  /** Two who were dragged: the first stands left of the second. */
  arranged: readonly (readonly [number, number])[]
  /** Whether somebody has parents, or is a ghost: nobody to stand between two partners. */
  isHeld: readonly boolean[]
  /** -1 man, 1 woman, 0 otherwise. */
  sides: readonly number[]
}

/** A line from one or two items of a row to items of the next. */
export interface Descent {
  tops: readonly number[]
  /** Eldest first. */
  bottoms: readonly number[]
  row: number
  /** Null for the line through a ghost. */
  union: UnionKey | null
}

export interface Couple {
  pair: readonly [number, number]
  union: UnionKey
}

export function itemsOf(document: FamilyDocument, graph: FamilyGraph): Items {
  const memberRows = rowsOf(document, graph)
  const keys: (MemberKey | null)[] = document.people.map((member) => member.key)
  const rows = keys.map((key) => memberRows.get(key ?? '') ?? 0)
  const itemOf = new Map(keys.map((key, item) => [key ?? '', item]))
  const descents: Descent[] = []
  const couples: Couple[] = []
  const ends: [number, number][] = []
  const ghost = (row: number) => {
    keys.push(null)
    rows.push(row)
    return keys.length - 1
  }
  /** A ghost in each row between, so that the line ends one row above `bottom`. */
  const reaching = (bottom: number, from: number): number => {
    let below = bottom
    for (let row = (rows[bottom] ?? 0) - 1; row > from; row--) {
      const next = ghost(row)
      descents.push({ tops: [next], bottoms: [below], row, union: null })
      ends.push([next, below])
      below = next
    }
    return below
  }
  for (const union of graph.unions.values()) {
    const partners = union.partners.flatMap((key) => itemOf.get(key) ?? [])
    const row = Math.max(...partners.map((item) => rows[item] ?? 0))
    const tops = partners.map((item) => {
      if (rows[item] === row) return item
      const place = ghost(row)
      ends.push([place, item])
      return place
    })
    const [first, second] = tops
    if (first !== undefined && second !== undefined) couples.push({ pair: [first, second], union: union.key })
    const bottoms = graph
      .childrenOf(union.key)
      .flatMap((child) => itemOf.get(child.key) ?? [])
      // A circle in the record: the line up is left out.
      .filter((child) => (rows[child] ?? 0) > row)
      .map((child) => reaching(child, row))
    if (tops.length > 0 && bottoms.length > 0) descents.push({ tops, bottoms, row, union: union.key })
  }
  // Donors and carriers of pregnancies whom nothing else holds stand near the child.
  for (const child of document.people)
    for (const giver of [child.eggFrom, child.spermFrom, child.carriedBy]) {
      const [item, end] = [itemOf.get(giver), itemOf.get(child.key)]
      const isFree = graph.unionsOf(giver).length === 0 && graph.members.get(giver)?.parents.length === 0
      if (item !== undefined && end !== undefined && isFree) ends.push([item, end])
    }
  const twins = Map.groupBy(
    document.people.filter((member) => member.twins !== null),
    (member) => member.twins?.group,
  )
  return {
    keys,
    rows,
    rowCount: Math.max(-1, ...rows) + 1,
    descents,
    couples,
    twins: [...twins.values()].map((group) => group.flatMap(({ key }) => itemOf.get(key) ?? [])),
    ends,
    arranged: document.people.flatMap(({ key, leftOf }) => {
      const [left, right] = [itemOf.get(key), itemOf.get(leftOf)]
      const isPair = left !== undefined && right !== undefined && rows[left] === rows[right]
      return isPair ? [[left, right] as const] : []
    }),
    isHeld: keys.map((key) => key === null || (graph.members.get(key)?.parents.length ?? 0) > 0),
    sides: keys.map((key) => {
      const gender = key === null ? '' : graph.members.get(key)?.gender
      return gender === 'man' ? -1 : gender === 'woman' ? 1 : 0
    }),
  }
}
