import { costOf } from './cost.ts'
import type { Items } from './items.ts'
import { type Order, positionsOf } from './positions.ts'
import type { Random } from './random.ts'
import type { Links } from './starts.ts'

/** An order with what it costs. */
export interface Rated {
  order: Order
  cost: number
}

const SWEEPS = 5
const HEAT = { first: 5, last: 0.02 }

export function rate(items: Items, order: Order): Rated {
  return { order, cost: costOf(items, order, positionsOf(items, order, SWEEPS)) }
}

/** What the search may change in an order: each move gives another order of the same rows, or null. */
export interface Moves {
  /** All moves, for a search that takes the first one that is better. */
  all: readonly Move[]
  /** One by chance, the larger ones less often. */
  random(random: Random): Move
}
type Move = (order: Order) => Order | null

export function movesOf(items: Items, links: Links): Moves {
  const blocks = new Map<number, ReadonlySet<number>>()
  const blockOf = (item: number) => {
    const known = blocks.get(item) ?? withAllBelow(item, items, links)
    blocks.set(item, known)
    return known
  }
  const siblings = items.descents.flatMap(({ bottoms }) =>
    bottoms.flatMap((one, index) =>
      bottoms.slice(index + 1).map((other) => swapBlocks(blockOf(one), blockOf(other), items)),
    ),
  )
  const partners = items.couples.map(({ pair }) => swapBlocks(new Set([pair[0]]), new Set([pair[1]]), items))
  const families = items.keys.flatMap((_, item) => {
    const block = blockOf(item)
    return block.size > 1 ? [mirrorBlock(block, items)] : []
  })
  const takes = items.keys.flatMap((_, item) => takesOf(item, items))
  const all = [...partners, ...siblings, ...families, ...takes]
  const pick = (moves: readonly Move[], random: Random): Move =>
    moves[random.below(moves.length)] ?? (() => null)
  return {
    all,
    random: (random) => {
      const chance = random.next()
      if (chance < 0.45) return pick(takes, random)
      if (chance < 0.72) return pick(siblings.length > 0 ? siblings : takes, random)
      if (chance < 0.84) return pick(partners.length > 0 ? partners : takes, random)
      return pick(families.length > 0 ? families : takes, random)
    },
  }
}

/** Takes every move that makes the order better, until none does or the evaluations are used up. */
export function improve(
  items: Items,
  start: Rated,
  moves: Moves,
  evaluations: number,
  random: Random,
): Rated {
  let best = start
  let left = evaluations
  for (let isBetter = true; isBetter && left > 0; ) {
    isBetter = false
    for (const move of random.shuffled(moves.all)) {
      const order = move(best.order)
      if (!order) continue
      const rated = rate(items, order)
      left -= 1
      if (rated.cost < best.cost - 1e-9) {
        best = rated
        isBetter = true
      }
      if (left <= 0) break
    }
  }
  return best
}

/** Also takes worse orders while it is hot, which leads out of places where each single move is worse. */
export function anneal(items: Items, start: Rated, moves: Moves, steps: number, random: Random): Rated {
  let [now, best] = [start, start]
  for (let step = 0; step < steps; step++) {
    const heat = HEAT.first * (HEAT.last / HEAT.first) ** (step / steps)
    const order = moves.random(random)(now.order)
    if (!order) continue
    const rated = rate(items, order)
    if (rated.cost < now.cost || random.next() < Math.exp((now.cost - rated.cost) / heat)) now = rated
    if (now.cost < best.cost) best = now
  }
  return best
}

/** Somebody with everybody below, and whoever only married in. */
function withAllBelow(item: number, items: Items, links: Links): ReadonlySet<number> {
  const block = new Set([item])
  for (const one of block) {
    for (const partner of links.partners[one] ?? []) if (links.ups[partner]?.length === 0) block.add(partner)
    for (const down of links.downs[one] ?? [])
      for (const child of items.descents[down]?.bottoms ?? []) block.add(child)
  }
  return block
}

/** The two blocks change places: in each row their items take the same places, the other block’s first. */
function swapBlocks(one: ReadonlySet<number>, other: ReadonlySet<number>, items: Items): Move {
  const both = new Set([...one, ...other])
  const touched = rowsOfItems(both, items)
  // Somebody below both (cousins who married) would have to stand in two places.
  const isShared = [...one].some((item) => other.has(item))
  if (isShared) return () => null
  return (order) =>
    replaced(
      order,
      touched,
      (row) => {
        const inBoth = row.filter((item) => both.has(item))
        const isOneFirst = one.has(inBoth[0] ?? -1)
        const [first, second] = isOneFirst ? [other, one] : [one, other]
        return [...inBoth.filter((item) => first.has(item)), ...inBoth.filter((item) => second.has(item))]
      },
      both,
    )
}

function mirrorBlock(block: ReadonlySet<number>, items: Items): Move {
  const touched = rowsOfItems(block, items)
  return (order) => replaced(order, touched, (row) => row.filter((item) => block.has(item)).reverse(), block)
}

const rowsOfItems = (block: ReadonlySet<number>, items: Items) =>
  new Set([...block].map((item) => items.rows[item] ?? 0))

/** The order with some items of each touched row in another order, in the same places. */
function replaced(
  order: Order,
  touched: ReadonlySet<number>,
  inOrder: (row: readonly number[]) => number[],
  block: ReadonlySet<number>,
): Order | null {
  let isChanged = false
  const next = order.map((row, index) => {
    if (!touched.has(index)) return row
    const placed = inOrder(row)
    let used = 0
    return row.map((item) => {
      if (!block.has(item)) return item
      const other = placed[used] ?? item
      used += 1
      if (other !== item) isChanged = true
      return other
    })
  })
  return isChanged ? next : null
}

/** One to three neighbors, from this item to the right, go elsewhere in their row. */
function takesOf(item: number, items: Items): Move[] {
  const index = items.rows[item] ?? 0
  const most = items.rows.filter((row) => row === index).length
  return [1, 2, 3].flatMap((count) =>
    Array.from(
      { length: Math.max(0, most - count + 1) },
      (_, to): Move =>
        (order) => {
          const row = order[index] ?? []
          const from = row.indexOf(item)
          if (from + count > row.length || from === to) return null
          const taken = row.slice(from, from + count)
          const rest = [...row.slice(0, from), ...row.slice(from + count)]
          const next = [...rest.slice(0, to), ...taken, ...rest.slice(to)]
          return order.map((one, place) => (place === index ? next : one))
        },
    ),
  )
}
