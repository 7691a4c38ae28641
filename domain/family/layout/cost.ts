import type { Items } from './items.ts'
import { middleOf, type Order } from './positions.ts'

/** What a drawing costs; a drawing of a family without loops is nearly free. */
const COST = {
  crossing: 8,
  /** Somebody between two partners; more if they have parents of their own. */
  between: 5,
  heldBetween: 9,
  betweenTwins: 4,
  betweenArranged: 6,
  /** Two bars over each other. */
  overlap: 0.3,
  /** Each unit by which a bar reaches beyond its children to its couple. */
  reach: 0.25,
  /** Each unit between the couple’s middle and the children’s. */
  offCenter: 0.2,
  /** Each unit of a couple’s line beyond one. */
  longLine: 0.15,
  /** Two siblings out of their order. */
  birthOrder: 0.12,
  bar: 0.05,
  womanLeft: 0.05,
  /** Each unit between a ghost and the end of its line. */
  ghost: 0.5,
}

/** The cost of an order whose items stand at `x`. */
export function costOf(items: Items, order: Order, x: Float64Array): number {
  const place = new Int32Array(items.keys.length)
  for (const row of order)
    row.forEach((item, index) => {
      place[item] = index
    })
  const position = (item: number) => x[item] ?? 0
  const gaps = inGaps(items, x)
  let cost = COST.crossing * gaps.crossings + COST.overlap * gaps.overlaps
  for (const { pair } of items.couples) {
    const [a, b] = pair
    cost += between(items, order, place, a, b, COST.between, COST.heldBetween)
    cost += COST.longLine * Math.max(0, Math.abs(position(a) - position(b)) - 1)
    if ((items.sides[a] ?? 0) - (items.sides[b] ?? 0) === (position(a) < position(b) ? 2 : -2))
      cost += COST.womanLeft
  }
  for (const twins of items.twins)
    for (let index = 1; index < twins.length; index++)
      cost += between(
        items,
        order,
        place,
        twins[index - 1] ?? 0,
        twins[index] ?? 0,
        COST.betweenTwins,
        COST.betweenTwins,
      )
  for (const [left, right] of items.arranged) {
    const distance = (place[right] ?? 0) - (place[left] ?? 0)
    cost += COST.betweenArranged * (distance > 0 ? distance - 1 : 1 - distance)
  }
  for (const [ghost, end] of items.ends) cost += COST.ghost * Math.abs(position(ghost) - position(end))
  for (const { tops, bottoms } of items.descents) {
    const top = middleOf(tops, x)
    let least = Number.POSITIVE_INFINITY
    let most = Number.NEGATIVE_INFINITY
    for (const child of bottoms) {
      least = Math.min(least, position(child))
      most = Math.max(most, position(child))
    }
    cost += COST.reach * Math.max(0, least - top, top - most)
    cost += COST.offCenter * Math.abs(top - (least + most) / 2)
    cost += COST.bar * (Math.max(most, top) - Math.min(least, top))
    for (let one = 0; one < bottoms.length; one++)
      for (let other = one + 1; other < bottoms.length; other++)
        if (position(bottoms[one] ?? 0) > position(bottoms[other] ?? 0)) cost += COST.birthOrder
  }
  return cost
}

/** Where the bars of all descents reach, by their place in `items.descents`. */
export interface Spans {
  /** The middle of the parents: there the line comes from above. */
  top: Float64Array
  least: Float64Array
  most: Float64Array
}

const of = (list: readonly unknown[]) => new Float64Array(list.length)

export function spansOf({ descents }: Items, x: Float64Array): Spans {
  const [top, least, most] = [of(descents), of(descents), of(descents)]
  descents.forEach(({ tops, bottoms }, index) => {
    const middle = middleOf(tops, x)
    top[index] = middle
    least[index] = bottoms.reduce((found, child) => Math.min(found, x[child] ?? 0), middle)
    most[index] = bottoms.reduce((found, child) => Math.max(found, x[child] ?? 0), middle)
  })
  return { top, least, most }
}

/** How many lines cross in the drawing, over all gaps between rows. */
export function crossings(items: Items, x: Float64Array): number {
  return inGaps(items, x).crossings
}

/** Pairs of descents of one gap: those that cross, and those whose bars are over each other. */
function inGaps(items: Items, x: Float64Array): { crossings: number; overlaps: number } {
  const { descents } = items
  const spans = spansOf(items, x)
  let [crossed, overlaps] = [0, 0]
  for (let one = 0; one < descents.length; one++) {
    for (let other = one + 1; other < descents.length; other++) {
      if (descents[one]?.row !== descents[other]?.row) continue
      const isApart =
        (spans.least[one] ?? 0) > (spans.most[other] ?? 0) ||
        (spans.least[other] ?? 0) > (spans.most[one] ?? 0)
      if (isApart) continue
      overlaps += 1
      crossed += Math.min(over(items, spans, x, one, other), over(items, spans, x, other, one))
    }
  }
  return { crossings: crossed, overlaps }
}

/** Crossings of two descents if the first one’s bar is the upper one. */
export function over(items: Items, spans: Spans, x: Float64Array, upper: number, lower: number): number {
  let count = isInside(spans.top[lower] ?? 0, spans, upper) ? 1 : 0
  for (const child of items.descents[upper]?.bottoms ?? [])
    if (isInside(x[child] ?? 0, spans, lower)) count += 1
  return count
}

const NEAR = 1e-6
const isInside = (place: number, { least, most }: Spans, index: number) =>
  place > (least[index] ?? 0) + NEAR && place < (most[index] ?? 0) - NEAR

function between(
  items: Items,
  order: Order,
  place: Int32Array,
  a: number,
  b: number,
  each: number,
  held: number,
): number {
  const row = order[items.rows[a] ?? 0]
  const [from, to] = [Math.min(place[a] ?? 0, place[b] ?? 0), Math.max(place[a] ?? 0, place[b] ?? 0)]
  let cost = 0
  for (let index = from + 1; index < to; index++) cost += items.isHeld[row?.[index] ?? 0] ? held : each
  return cost
}
