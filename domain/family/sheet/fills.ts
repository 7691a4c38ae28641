import type { FamilyDocument, FamilyMember, LegendEntry } from '../document.ts'
import { cut, grid, type Polygon, stripes } from './geometry.ts'
import { area, disc, lines, type Mark, THIN } from './marks.ts'

/** How a part of a symbol is filled. `upright` is kept for people who have a variant and no illness of the legend. */
export type Fill = LegendEntry['fill'] | 'upright'

/** The marks of a fill inside a polygon. */
export function fillMarks(polygon: Polygon, fill: Fill): Mark[] {
  if (polygon.length < 3) return []
  const edge = area(polygon, { stroke: THIN })
  if (fill === 'solid') return [area(polygon, { fill: 'ink', stroke: 0 })]
  if (fill === 'dotted')
    return [...grid(polygon, 4.5, 1.6).map((at) => disc(at, 1.15, { fill: 'ink', stroke: 0 })), edge]
  const [gap, degrees] = fill === 'hatched' ? [4, 45] : fill === 'barred' ? [4, 0] : [4, 90]
  const drawn = stripes(polygon, gap, degrees)
  return drawn.length === 0 ? [edge] : [lines(drawn, { stroke: THIN }), edge]
}

/**
 * The part of a symbol that an entry of the legend has, the same for everybody of the family: the whole symbol if
 * it is the only one, halves for two, quarters for more.
 */
export function partOf(entry: LegendEntry, legend: readonly LegendEntry[], shape: Polygon): Polygon {
  if (entry.part === 'whole') return shape
  const parts = [...new Set(legend.flatMap(({ part }) => (part === 'whole' ? [] : [part])))].sort()
  if (parts.length === 1) return shape
  if (parts.length === 2) return entry.part === parts[0] ? cut(shape, -1, 0, 0) : leftHalf(shape)
  const isRight = entry.part === 0 || entry.part === 1
  const isUpper = entry.part === 0 || entry.part === 3
  return cut(cut(shape, isRight ? -1 : 1, 0, 0), 0, isUpper ? 1 : -1, 0)
}

const leftHalf = (shape: Polygon) => cut(shape, 1, 0, 0)

/** What fills somebody's symbol: their illnesses, or the variant that they have without one. */
export function memberFills(
  member: FamilyMember,
  { legend, evaluations }: FamilyDocument,
  shape: Polygon,
): Mark[] {
  const affected = member.conditions.flatMap((condition) => {
    const entry = legend.find(({ key }) => key === condition.entry)
    return entry && condition.status === 'affected' ? [entry] : []
  })
  if (affected.length > 0)
    return affected.flatMap((entry) => fillMarks(partOf(entry, legend, shape), entry.fill))
  const isCarrier = evaluations.some((one) => one.member === member.key && one.result === 'positive')
  return isCarrier ? fillMarks(leftHalf(shape), 'upright') : []
}
