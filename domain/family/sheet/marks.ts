import type { Point, Polygon } from './geometry.ts'

/**
 * One thing to draw. `d` is an SVG path, which the screen and the PDF both take; `ink` and `paper` are the colors
 * of the sheet, which change places in the dark.
 */
export type Mark = PathMark | WordsMark

export interface PathMark {
  kind: 'path'
  d: string
  fill: 'none' | 'paper' | 'ink'
  /** Width of the line; 0 for none. */
  stroke: number
  isDashed: boolean
}

export interface WordsMark {
  kind: 'words'
  words: string
  /** Of the baseline. */
  at: Point
  anchor: 'start' | 'middle'
  size: number
  isBold: boolean
}

export const LINE = 1.5
export const THIN = 1.1

const round = (value: number) => String(Math.round(value * 100) / 100)
const pair = ([x, y]: Point) => `${round(x)} ${round(y)}`
const open = (points: readonly Point[]) => `M${points.map(pair).join('L')}`

const path = (d: string, changes: Partial<PathMark> = {}): PathMark => ({
  ...{ kind: 'path', d, fill: 'none', stroke: LINE, isDashed: false },
  ...changes,
})

export const line = (points: readonly Point[], changes?: Partial<PathMark>): PathMark =>
  path(open(points), changes)

/** Several lines as one mark. */
export const lines = (all: readonly (readonly Point[])[], changes?: Partial<PathMark>): PathMark =>
  path(all.map(open).join(''), changes)

export const area = (polygon: Polygon, changes?: Partial<PathMark>): PathMark =>
  path(`${open(polygon)}Z`, changes)

export const disc = ([x, y]: Point, radius: number, changes?: Partial<PathMark>): PathMark => {
  const arc = `a${round(radius)} ${round(radius)} 0 1 0`
  return path(
    `M${round(x - radius)} ${round(y)}${arc} ${round(2 * radius)} 0${arc} ${round(-2 * radius)} 0Z`,
    changes,
  )
}

export const words = (text: string, at: Point, changes: Partial<WordsMark> = {}): WordsMark => ({
  ...{ kind: 'words', words: text, at, anchor: 'middle', size: 11, isBold: false },
  ...changes,
})
