/** Shapes of symbols as polygons, and their parts: screen and paper draw the same numbers. */
export type Point = readonly [x: number, y: number]
export type Polygon = readonly Point[]

/** Corners of a polygon that stands for a circle. */
const CORNERS = 72

export const circle = (radius: number): Polygon =>
  Array.from({ length: CORNERS }, (_, corner) => {
    const angle = (2 * Math.PI * corner) / CORNERS
    return [radius * Math.cos(angle), radius * Math.sin(angle)]
  })

export const square = (half: number): Polygon => [
  [-half, -half],
  [half, -half],
  [half, half],
  [-half, half],
]

export const diamond = (half: number): Polygon => [
  [0, -half],
  [half, 0],
  [0, half],
  [-half, 0],
]

/** A small one, which hangs from the line above as a whole symbol does. */
export const triangle = (half: number): Polygon => [
  [0, -half],
  [half * 0.7, half * 0.2],
  [-half * 0.7, half * 0.2],
]

/** The part of a convex polygon on the inner side of a line: where `a x + b y <= c`. */
export function cut(polygon: Polygon, a: number, b: number, c: number): Polygon {
  const side = ([x, y]: Point) => a * x + b * y - c
  return polygon.flatMap((to, index) => {
    const from = polygon.at(index - 1) ?? to
    const [before, after] = [side(from), side(to)]
    const crossed: Point[] =
      before < 0 !== after < 0 && before !== after ? [between(from, to, before / (before - after))] : []
    return after <= 0 ? [...crossed, to] : crossed
  })
}

export const between = (from: Point, to: Point, share: number): Point => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
]

/** Parallel lines inside a convex polygon, `gap` apart, at an angle in degrees: 0 is level. */
export function stripes(polygon: Polygon, gap: number, degrees: number): [Point, Point][] {
  const angle = (degrees * Math.PI) / 180
  const [dx, dy] = [Math.cos(angle), -Math.sin(angle)]
  const across = ([x, y]: Point) => x * -dy + y * dx
  const along = ([x, y]: Point) => x * dx + y * dy
  const distances = polygon.map(across)
  const first = Math.ceil(Math.min(...distances) / gap) * gap
  const found: [Point, Point][] = []
  for (let distance = first; distance <= Math.max(...distances); distance += gap) {
    const ends = polygon
      .flatMap((to, index): Point[] => {
        const from = polygon.at(index - 1) ?? to
        const [before, after] = [across(from) - distance, across(to) - distance]
        if (before < 0 === after < 0 || before === after) return []
        return [between(from, to, before / (before - after))]
      })
      .sort((one, other) => along(one) - along(other))
    const [from, to] = [ends[0], ends.at(-1)]
    if (from && to) found.push([from, to])
  }
  return found
}

/** Points of a square grid inside a convex polygon, at least `inset` from its edge. */
export function grid(polygon: Polygon, gap: number, inset: number): Point[] {
  const found: Point[] = []
  const reach = Math.max(...polygon.flat().map(Math.abs))
  const steps = Math.ceil(reach / gap)
  for (let column = -steps; column <= steps; column++)
    for (let row = -steps; row <= steps; row++) {
      const point: Point = [(column + 0.5) * gap, (row + 0.5) * gap]
      if (isInside(polygon, point, inset)) found.push(point)
    }
  return found
}

/** Whether a point is inside a convex polygon that runs clockwise on the screen. */
function isInside(polygon: Polygon, [x, y]: Point, inset: number): boolean {
  return polygon.every((to, index) => {
    const [fromX, fromY] = polygon.at(index - 1) ?? to
    const [dx, dy] = [to[0] - fromX, to[1] - fromY]
    const length = Math.hypot(dx, dy)
    return length === 0 || (dx * (y - fromY) - dy * (x - fromX)) / length >= inset
  })
}
