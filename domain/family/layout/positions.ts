import type { Items } from './items.ts'

/** The items of each row, from left to right. */
export type Order = readonly (readonly number[])[]

const BESIDE_GHOST = 0.6
const PARTNER_PULL = 0.5
const GHOST_PULL = 2
const ARRANGED_PULL = 0.5

/** The least distance of two neighbors, in widths of a person. */
function leastDistance(items: Items, left: number, right: number): number {
  return items.keys[left] === null || items.keys[right] === null ? BESIDE_GHOST : 1
}

/**
 * Where each item of an order stands, in widths of a person: children below the middle of their parents as far
 * as all can, partners side by side. Sweeps the rows down and up; in each the places are the weighted isotonic
 * regression of what the items wish (pool adjacent violators), so that nobody comes too near.
 */
export function positionsOf(items: Items, order: Order, sweeps: number): Float64Array {
  const x = new Float64Array(items.keys.length)
  const offsets = new Float64Array(items.keys.length)
  for (const row of order) {
    let offset = 0
    row.forEach((item, place) => {
      const left = row[place - 1]
      if (left !== undefined) offset += leastDistance(items, left, item)
      offsets[item] = offset
      x[item] = offset
    })
  }
  const wish = new Float64Array(x.length)
  const weight = new Float64Array(x.length)
  const pull = (item: number, to: number, strength: number) => {
    wish[item] = (wish[item] ?? 0) + to * strength
    weight[item] = (weight[item] ?? 0) + strength
  }
  const settle = (index: number, isDown: boolean) => {
    const row = order[index]
    if (!row) return
    for (const item of row) {
      wish[item] = 0
      weight[item] = 0
    }
    for (const descent of items.descents) {
      if (descent.row !== (isDown ? index - 1 : index)) continue
      const shift = middleOf(descent.tops, x) - middleOf(descent.bottoms, x)
      if (isDown) for (const child of descent.bottoms) pull(child, (x[child] ?? 0) + shift, 1)
      else for (const parent of descent.tops) pull(parent, (x[parent] ?? 0) - shift, 1)
    }
    for (const { pair } of items.couples) {
      const [a, b] = pair
      if (items.rows[a] !== index) continue
      const [left, right] = (offsets[a] ?? 0) < (offsets[b] ?? 0) ? [a, b] : [b, a]
      const excess = ((x[right] ?? 0) - (x[left] ?? 0) - 1) / 2
      pull(left, (x[left] ?? 0) + excess, PARTNER_PULL)
      pull(right, (x[right] ?? 0) - excess, PARTNER_PULL)
    }
    for (const [left, right] of items.arranged) {
      if (items.rows[left] !== index) continue
      pull(right, (x[left] ?? 0) + 1, ARRANGED_PULL)
    }
    for (const [ghost, end] of items.ends)
      if (items.rows[ghost] === index) pull(ghost, x[end] ?? 0, GHOST_PULL)
    regress(row, x, offsets, wish, weight)
  }
  for (let sweep = 0; sweep < sweeps; sweep++) {
    for (let row = 0; row < order.length; row++) settle(row, true)
    for (let row = order.length - 1; row >= 0; row--) settle(row, false)
  }
  return x
}

/** Between the outermost of some items. */
export function middleOf(some: readonly number[], x: Float64Array): number {
  let least = Number.POSITIVE_INFINITY
  let most = Number.NEGATIVE_INFINITY
  for (const item of some) {
    const place = x[item] ?? 0
    if (place < least) least = place
    if (place > most) most = place
  }
  return (least + most) / 2
}

/** Items that wish nothing follow their neighbors: they hold their place only lightly. */
const NO_WISH = 0.05

function regress(
  row: readonly number[],
  x: Float64Array,
  offsets: Float64Array,
  wish: Float64Array,
  weight: Float64Array,
): void {
  // Blocks of items that stand as near as they may: their common place, weight, and number of items.
  const places: number[] = []
  const weights: number[] = []
  const counts: number[] = []
  for (const item of row) {
    const own = weight[item] ?? 0
    const strength = own + NO_WISH
    const target = ((wish[item] ?? 0) + (x[item] ?? 0) * NO_WISH) / strength
    places.push(target - (offsets[item] ?? 0))
    weights.push(strength)
    counts.push(1)
    for (let last = places.length - 1; last > 0; last--) {
      const [before, after] = [places[last - 1] ?? 0, places[last] ?? 0]
      if (before <= after) break
      const [one, other] = [weights[last - 1] ?? 0, weights[last] ?? 0]
      places[last - 1] = (before * one + after * other) / (one + other)
      weights[last - 1] = one + other
      counts[last - 1] = (counts[last - 1] ?? 0) + (counts[last] ?? 0)
      places.pop()
      weights.pop()
      counts.pop()
    }
  }
  let index = 0
  places.forEach((place, block) => {
    for (let count = counts[block] ?? 0; count > 0; count--) {
      const item = row[index] ?? 0
      x[item] = place + (offsets[item] ?? 0)
      index += 1
    }
  })
}
