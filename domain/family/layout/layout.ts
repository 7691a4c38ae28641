import type { FamilyDocument, MemberKey } from '../document.ts'
import { type FamilyGraph, familyGraph } from '../graph.ts'
import { type Items, itemsOf } from './items.ts'
import { type Order, positionsOf } from './positions.ts'
import { type Random, seeded } from './random.ts'
import { anneal, improve, type Moves, movesOf, type Rated, rate } from './search.ts'
import { type Links, linksOf, startsOf } from './starts.ts'

/** Where everybody stands, in widths of a person: numbers that screen and paper are drawn from. */
export interface FamilyLayout {
  /** Each person once. */
  places: ReadonlyMap<MemberKey, Place>
  rowCount: number
  /** What the drawing’s lines and the next layout are made from. */
  items: Items
  order: Order
  x: Float64Array
  cost: number
}
interface Place {
  x: number
  row: number
  /** `II-3`: the generation, and the place in it from the left. Moves with each edit: never kept. */
  number: string
}

/** As found by trying: more of each changes hardly anything. */
const EFFORT = { firstEach: 300, deep: 3_000, edit: 600, annealing: 4_000, shuffled: 6, begun: 3 }
/** A drawing that costs less has no crossing and nobody between partners. */
const GOOD_ENOUGH = 3
const FINAL_SWEEPS = 80
const SEED = 20_221

/** A fresh layout, the same for the same family. */
export function layoutFamily(document: FamilyDocument, graph = familyGraph(document)): FamilyLayout {
  const { items, links, moves, random } = prepared(document, graph)
  const starts = startsOf(items, links, random, EFFORT.shuffled)
    .map((order) => rate(items, order))
    .sort((a, b) => a.cost - b.cost)
    .slice(0, EFFORT.begun)
    .map((start) => improve(items, start, moves, EFFORT.firstEach, random))
    .sort((a, b) => a.cost - b.cost)
  const [first] = starts
  if (!first) return placed(items, rate(items, []))
  let best = improve(items, first, moves, EFFORT.deep, random)
  if (best.cost > GOOD_ENOUGH) {
    const annealed = anneal(items, best, moves, EFFORT.annealing, random)
    best = improve(items, annealed, moves, EFFORT.deep, random)
  }
  return placed(items, best)
}

/**
 * A layout after an edit: whoever was there keeps their neighbors as far as possible, new people stand at the
 * best place, and a short search mends what that broke.
 */
export function layoutAfterEdit(
  document: FamilyDocument,
  before: FamilyLayout,
  graph = familyGraph(document),
): FamilyLayout {
  const { items, moves, random } = prepared(document, graph)
  const order = kept(items, before)
  return placed(items, improve(items, rate(items, order), moves, EFFORT.edit, random))
}

function prepared(
  document: FamilyDocument,
  graph: FamilyGraph,
): { items: Items; links: Links; moves: Moves; random: Random } {
  const items = itemsOf(document, graph)
  const links = linksOf(items)
  return { items, links, moves: movesOf(items, links), random: seeded(SEED) }
}

/** The rows as they were, and each new item where it costs least. */
function kept(items: Items, before: FamilyLayout): Order {
  const known = (item: number) => {
    const key = items.keys[item]
    return key == null ? undefined : before.places.get(key)
  }
  const all = items.keys.map((_, item) => item)
  let order: Order = Array.from({ length: items.rowCount }, (_, row) =>
    all
      .filter((item) => items.rows[item] === row && known(item) !== undefined)
      .sort((a, b) => (known(a)?.x ?? 0) - (known(b)?.x ?? 0)),
  )
  for (const item of all.filter((one) => known(one) === undefined)) {
    const row = order[items.rows[item] ?? 0] ?? []
    const tries = Array.from({ length: row.length + 1 }, (_, place) => [
      ...row.slice(0, place),
      item,
      ...row.slice(place),
    ])
    const rated = tries.map((next) =>
      rate(
        items,
        order.map((one, index) => (index === items.rows[item] ? next : one)),
      ),
    )
    order = rated.reduce((best, one) => (one.cost < best.cost ? one : best)).order
  }
  return order
}

function placed(items: Items, { order, cost }: Rated): FamilyLayout {
  const x = positionsOf(items, order, FINAL_SWEEPS)
  const left = Math.min(...x)
  for (let item = 0; item < x.length; item++) x[item] = (x[item] ?? 0) - left
  const places = new Map<MemberKey, Place>()
  order.forEach((row, index) => {
    let number = 0
    for (const item of row) {
      const key = items.keys[item]
      if (key == null) continue
      number += 1
      places.set(key, { x: x[item] ?? 0, row: index, number: `${roman(index + 1)}-${number}` })
    }
  })
  return { places, rowCount: items.rowCount, items, order, x, cost }
}

const ROMAN: readonly [number, string][] = [
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
]

/** A generation's numeral: `IV` for 4. */
export function roman(number: number): string {
  const [value, letters] = ROMAN.find(([least]) => number >= least) ?? [0, '']
  return value === 0 ? '' : letters + roman(number - value)
}
