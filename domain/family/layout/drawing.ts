import type { FamilyDocument, MemberKey, UnionKey } from '../document.ts'
import { type FamilyGraph, familyGraph } from '../graph.ts'
import { kinship } from '../kinship.ts'
import { over, type Spans, spansOf } from './cost.ts'
import type { Descent, Items } from './items.ts'
import type { FamilyLayout } from './layout.ts'
import { middleOf } from './positions.ts'

/** Sizes of a drawing, all in the same unit: pixels, points. */
export interface DrawingSizes {
  /** From one person’s middle to the next one’s. */
  step: number
  symbol: number
  /** Height of a line of text below a symbol. */
  textLine: number
  /** Between two bars, and between a bar and what is above and below it. */
  track: number
  margin: number
}

type Point = readonly [x: number, y: number]

/** One line of the drawing; corners are right angles but for twins. */
export interface DrawnLine {
  kind: 'couple' | 'children' | 'child' | 'twin' | 'identical' | 'unknown twins'
  points: readonly Point[]
  /** Related by blood, as recorded or by the drawn ancestors: drawn twice. */
  isDouble: boolean
  /** Adopted, foster and step children. */
  isDashed: boolean
  union: UnionKey | null
}

/** Everything that the screen and the paper draw, but for symbols’ insides and words. */
export interface Drawing {
  width: number
  height: number
  /** The middle of each symbol. */
  symbols: ReadonlyMap<MemberKey, Point>
  /** The middle of the symbols of each generation. */
  rows: readonly number[]
  lines: readonly DrawnLine[]
}

/**
 * The lines of a layout. `textLines` says how many lines of text stand below somebody’s symbol. Bars of a gap
 * have their own tracks, so that no two lie on each other; partners with somebody between them are joined by a
 * line above the row.
 */
export function drawingOf(
  document: FamilyDocument,
  layout: FamilyLayout,
  sizes: DrawingSizes,
  textLines: (key: MemberKey) => number,
  graph: FamilyGraph = familyGraph(document),
): Drawing {
  const { items, x, order } = layout
  const related = kinship(document, graph)
  const lanes = lanesOf(layout)
  const tracks = tracksOf(items, x)
  const rows: number[] = []
  const barTops: number[] = []
  let bottom = sizes.margin
  order.forEach((row, index) => {
    const laneCount = Math.max(
      0,
      ...[...lanes].map(([couple, lane]) => (rowOf(items, couple) === index ? lane : 0)),
    )
    const middle = bottom + laneCount * sizes.track + sizes.symbol / 2
    rows.push(middle)
    const text = Math.max(0, ...row.map((item) => textLines(items.keys[item] ?? '')))
    barTops.push(middle + sizes.symbol / 2 + text * sizes.textLine + sizes.track)
    const trackCount = Math.max(
      0,
      ...items.descents.map((one, place) => (one.row === index ? (tracks[place] ?? 0) + 1 : 0)),
    )
    bottom = (barTops[index] ?? 0) + trackCount * sizes.track
  })
  const at = (place: number) => sizes.margin + sizes.symbol / 2 + place * sizes.step
  const spot = (item: number): Point => [at(x[item] ?? 0), rows[items.rows[item] ?? 0] ?? 0]
  const line = (kind: DrawnLine['kind'], union: UnionKey | null, points: Point[]): DrawnLine => ({
    ...{ kind, union, points, isDouble: false, isDashed: false },
  })
  const lines: DrawnLine[] = []
  items.couples.forEach(({ pair, union }, couple) => {
    const [a, b] = pair
    const [left, right] = (x[a] ?? 0) < (x[b] ?? 0) ? [a, b] : [b, a]
    const lane = lanes.get(couple)
    const [from, to] = [spot(left), spot(right)]
    const half = sizes.symbol / 2
    const above = from[1] - half - (lane ?? 0) * sizes.track
    const points: Point[] =
      lane === undefined
        ? [
            [from[0] + edge(items, left, half), from[1]],
            [to[0] - edge(items, right, half), to[1]],
          ]
        : [
            // Beside the symbol's middle, where the line from the parents comes down.
            [from[0] + half / 2, from[1] - half],
            [from[0] + half / 2, above],
            [to[0] - half / 2, above],
            [to[0] - half / 2, to[1] - half],
          ]
    const { partners = [], relatedAs = '' } = graph.unions.get(union) ?? {}
    const [one = '', other = ''] = partners
    const isDouble = relatedAs !== '' || related.between(one, other) > 0
    lines.push({ ...line('couple', union, points), isDouble })
  })
  items.descents.forEach((descent, index) => {
    const bar = (barTops[descent.row] ?? 0) + (tracks[index] ?? 0) * sizes.track
    const start = startOf(descent, layout, lanes)
    const top: Point = [at(start.x), startHeight(start, descent, rows, sizes)]
    const groups = twinGroups(descent, items)
    const ends = groups.map((group) => at(middleOf(group, x)))
    lines.push(line('children', descent.union, [top, [top[0], bar]]))
    const [least, most] = [Math.min(top[0], ...ends), Math.max(top[0], ...ends)]
    if (most > least)
      lines.push(
        line('children', descent.union, [
          [least, bar],
          [most, bar],
        ]),
      )
    groups.forEach((group, place) => {
      const from: Point = [ends[place] ?? 0, bar]
      for (const child of group) {
        const [childX, childY] = spot(child)
        const isGhost = items.keys[child] === null
        const end: Point = [childX, isGhost ? childY : childY - sizes.symbol / 2]
        const isDashed = !isGhost && isSocial(items.keys[child] ?? '', descent.union, graph)
        lines.push({ ...line(group.length > 1 ? 'twin' : 'child', descent.union, [from, end]), isDashed })
        // A line that goes on through the row.
        if (isGhost)
          lines.push(line('child', descent.union, [end, [childX, barTops[items.rows[child] ?? 0] ?? 0]]))
      }
      const kind = graph.members.get(items.keys[group[0] ?? -1] ?? '')?.twins?.kind
      const [first, last] = [group[0], group.at(-1)]
      if (group.length < 2 || first === undefined || last === undefined || kind === 'fraternal') return
      const middle = (bar + (rows[descent.row + 1] ?? 0) - sizes.symbol / 2) / 2
      const inside = (child: number) => (from[0] + at(x[child] ?? 0)) / 2
      lines.push(
        line(kind === 'identical' ? 'identical' : 'unknown twins', descent.union, [
          [inside(first), middle],
          [inside(last), middle],
        ]),
      )
    })
  })
  const symbols = new Map<MemberKey, Point>()
  items.keys.forEach((key, item) => {
    if (key !== null) symbols.set(key, spot(item))
  })
  const widest = Math.max(0, ...x)
  return {
    width: 2 * sizes.margin + sizes.symbol + widest * sizes.step,
    height: bottom + sizes.margin,
    symbols,
    rows,
    lines,
  }
}

const rowOf = (items: Items, couple: number) => items.rows[items.couples[couple]?.pair[0] ?? 0]

/** A ghost has no symbol: the line goes to its middle. */
const edge = (items: Items, item: number, half: number) => (items.keys[item] === null ? 0 : half)

/** The lanes above a row, from 1, of couples with somebody between them; others have none. */
function lanesOf({ items, order, x }: FamilyLayout): Map<number, number> {
  const lanes = new Map<number, number>()
  const apart = items.couples
    .map(({ pair: [a, b] }, couple) => {
      const row = order[items.rows[a] ?? 0] ?? []
      const [left, right] = [Math.min(x[a] ?? 0, x[b] ?? 0), Math.max(x[a] ?? 0, x[b] ?? 0)]
      const isApart = row.some((item) => (x[item] ?? 0) > left + 1e-6 && (x[item] ?? 0) < right - 1e-6)
      return { couple, row: items.rows[a], left, right, isApart }
    })
    .filter((one) => one.isApart)
    .sort((one, other) => one.right - one.left - (other.right - other.left))
  for (const one of apart) {
    const taken = apart
      .filter(
        (other) => other.row === one.row && other.left < one.right + 0.5 && one.left < other.right + 0.5,
      )
      .flatMap((other) => lanes.get(other.couple) ?? [])
    let lane = 1
    while (taken.includes(lane)) lane += 1
    lanes.set(one.couple, lane)
  }
  return lanes
}

/** Where the line to the children begins. */
interface Start {
  x: number
  /** Above its row, on this lane. */
  lane: number | null
  isFromSymbol: boolean
}

/** Between the partners; beside the nearer one if they are joined by a lane; below a parent alone. */
function startOf(descent: Descent, { items, x }: FamilyLayout, lanes: ReadonlyMap<number, number>): Start {
  const [first = 0, second] = descent.tops
  if (second === undefined) return { x: x[first] ?? 0, lane: null, isFromSymbol: items.keys[first] !== null }
  const couple = items.couples.findIndex((one) => one.union === descent.union)
  const lane = lanes.get(couple)
  const [left, right] = [Math.min(x[first] ?? 0, x[second] ?? 0), Math.max(x[first] ?? 0, x[second] ?? 0)]
  const children = middleOf(descent.bottoms, x)
  if (lane !== undefined) {
    const isLeft = Math.abs(children - left) < Math.abs(children - right)
    return { x: isLeft ? left + 0.5 : right - 0.5, lane, isFromSymbol: false }
  }
  // The line of a lone child goes straight down if it can.
  const isStraight = descent.bottoms.length === 1 && children > left + 0.3 && children < right - 0.3
  return { x: isStraight ? children : (left + right) / 2, lane: null, isFromSymbol: false }
}

function startHeight(start: Start, descent: Descent, rows: readonly number[], sizes: DrawingSizes): number {
  const middle = rows[descent.row] ?? 0
  if (start.lane !== null) return middle - sizes.symbol / 2 - start.lane * sizes.track
  return start.isFromSymbol ? middle + sizes.symbol / 2 : middle
}

/** Twins leave the bar from one point: the groups of a sibship, singles alone. */
function twinGroups({ bottoms }: Descent, items: Items): number[][] {
  const groupOf = (child: number) => items.twins.findIndex((group) => group.includes(child))
  const groups = Map.groupBy(bottoms, (child) => {
    const group = groupOf(child)
    return group === -1 ? `alone ${child}` : `group ${group}`
  })
  return [...groups.values()]
}

function isSocial(child: MemberKey, union: UnionKey | null, graph: FamilyGraph): boolean {
  const parent = graph.members.get(child)?.parents.find((one) => one.union === union)
  return parent !== undefined && parent.how !== 'birth'
}

/** The track of each descent’s bar in its gap, the upper ones first: as few crossings as moves of one bar find. */
function tracksOf(items: Items, x: Float64Array): number[] {
  const spans = spansOf(items, x)
  const tracks = items.descents.map(() => 0)
  const gaps = Map.groupBy(items.descents.keys(), (index) => items.descents[index]?.row)
  for (const gap of gaps.values()) {
    const order = ordered(gap, (upper, lower) => over(items, spans, x, upper, lower))
    order.forEach((index, place) => {
      const above = order.slice(0, place).filter((other) => isMet(spans, index, other))
      tracks[index] = Math.max(-1, ...above.map((other) => tracks[other] ?? 0)) + 1
    })
  }
  return tracks
}

const isMet = (spans: Spans, one: number, other: number) =>
  (spans.least[one] ?? 0) <= (spans.most[other] ?? 0) && (spans.least[other] ?? 0) <= (spans.most[one] ?? 0)

function ordered(gap: readonly number[], cost: (upper: number, lower: number) => number): number[] {
  let best = [...gap]
  const total = (order: readonly number[]) =>
    order.reduce(
      (sum, upper, place) =>
        sum + order.slice(place + 1).reduce((part, lower) => part + cost(upper, lower), 0),
      0,
    )
  let least = total(best)
  for (let isBetter = true; isBetter; ) {
    isBetter = false
    for (const one of gap) {
      const rest = best.filter((other) => other !== one)
      for (let place = 0; place <= rest.length; place++) {
        const next = [...rest.slice(0, place), one, ...rest.slice(place)]
        const sum = total(next)
        if (sum >= least) continue
        best = next
        least = sum
        isBetter = true
      }
    }
  }
  return best
}
