import type { Items } from './items.ts'
import type { Order } from './positions.ts'
import type { Random } from './random.ts'

/** Who is connected to an item by the lines of the drawing. */
export interface Links {
  /** The couples and ghosts beside it. */
  partners: readonly (readonly number[])[]
  /** Places in `items.descents` of which it is a parent, or a child. */
  downs: readonly (readonly number[])[]
  ups: readonly (readonly number[])[]
}

export function linksOf(items: Items): Links {
  const partners = items.keys.map((): number[] => [])
  const downs = items.keys.map((): number[] => [])
  const ups = items.keys.map((): number[] => [])
  for (const { pair } of items.couples) {
    partners[pair[0]]?.push(pair[1])
    partners[pair[1]]?.push(pair[0])
  }
  items.descents.forEach(({ tops, bottoms }, index) => {
    for (const top of tops) downs[top]?.push(index)
    for (const bottom of bottoms) ups[bottom]?.push(index)
  })
  return { partners, downs, ups }
}

/**
 * Orders to begin the search with: the family told from each of its oldest couples, children after their
 * parents, and a partner’s own family before the couple’s children; each plain and mirrored, and a few with
 * siblings and couples shuffled.
 */
export function startsOf(items: Items, links: Links, random: Random, shuffled: number): Order[] {
  const roots = items.keys
    .map((_, item) => item)
    .filter((item) => links.ups[item]?.length === 0 && items.keys[item] !== null)
    .sort((a, b) => (items.rows[a] ?? 0) - (items.rows[b] ?? 0))
  const first = roots.filter((root) => isFirstOfCouple(root, roots, links)).slice(0, MOST_ROOTS)
  const plain = first.map((root) => told(items, links, [root, ...roots], (list) => list))
  const shuffles = Array.from({ length: shuffled }, () =>
    told(items, links, random.shuffled(roots), (list) => random.shuffled(list)),
  )
  return [...plain, ...plain.map(mirrored), ...shuffles]
}

const MOST_ROOTS = 8

const isFirstOfCouple = (root: number, roots: readonly number[], links: Links) =>
  !links.partners[root]?.some((partner) => partner < root && roots.includes(partner))

const mirrored = (order: Order): Order => order.map((row) => row.toReversed())

/** Each item in its row in the order in which the family is told, depth first. */
function told(
  items: Items,
  links: Links,
  roots: readonly number[],
  arrange: <T>(list: readonly T[]) => readonly T[],
): Order {
  const order = Array.from({ length: items.rowCount }, (): number[] => [])
  const isTold = new Set<number>()
  const tell = (item: number) => {
    if (isTold.has(item)) return
    const partners = arrange((links.partners[item] ?? []).filter((partner) => !isTold.has(partner)))
    const half = Math.floor(partners.length / 2)
    const group = [...partners.slice(0, half), item, ...partners.slice(half)]
    for (const one of group) {
      if (isTold.has(one)) continue
      isTold.add(one)
      order[items.rows[one] ?? 0]?.push(one)
    }
    for (const partner of group) if (partner !== item) up(partner)
    const downs = new Set(group.flatMap((one) => links.downs[one] ?? []))
    for (const down of arrange([...downs]))
      for (const child of arrange(items.descents[down]?.bottoms ?? [])) tell(child)
    for (const partner of group)
      if (partner !== item) for (const other of links.partners[partner] ?? []) tell(other)
  }
  /** The oldest of somebody’s own family, and all below them. */
  const up = (item: number) => {
    const seen = new Set([item])
    let top = item
    for (;;) {
      const parent = (links.ups[top] ?? [])
        .flatMap((index) => items.descents[index]?.tops ?? [])
        .find((one) => !seen.has(one))
      if (parent === undefined) break
      seen.add(parent)
      top = parent
    }
    if (top !== item) tell(top)
  }
  for (const root of roots) tell(root)
  for (let item = 0; item < items.keys.length; item++) tell(item)
  return order
}
