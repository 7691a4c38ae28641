import type { FamilyDocument, MemberKey, UnionKey } from '../document.ts'
import { type FamilyGraph, familyGraph } from '../graph.ts'
import { type Drawing, type DrawingSizes, type DrawnLine, drawingOf } from '../layout/drawing.ts'
import type { FamilyLayout } from '../layout/layout.ts'
import { roman } from '../layout/layout.ts'
import { between, type Point } from './geometry.ts'
import { type KeyLine, keyOf } from './key.ts'
import { type Layer, labelsOf, shortened } from './labels.ts'
import { line, lines, type Mark, words } from './marks.ts'
import { childlessMarks, symbolMarks } from './symbol.ts'

/** Of screen and paper, in pixels or points. */
export const SHEET_SIZES: DrawingSizes = { step: 96, symbol: 34, textLine: 14, track: 15, margin: 58 }
const { symbol: SIZE, textLine: TEXT_LINE } = SHEET_SIZES
const HALF = SIZE / 2
/** From the symbol's lower edge to the first baseline. */
const FIRST_LINE = 13

/** A whole pedigree as numbers: the screen's SVG and the PDF draw these marks and nothing else. */
export interface Sheet {
  width: number
  height: number
  people: readonly SheetPerson[]
  /** Everything between people. */
  lines: readonly Mark[]
  /** By generation: the numeral, and the middle of its symbols. */
  generations: readonly { numeral: string; y: number }[]
  key: readonly KeyLine[]
}

interface SheetPerson {
  member: MemberKey
  /** `II-3`: moves with each edit, never kept. */
  number: string
  row: number
  /** The middle of the symbol; `marks` are around it. */
  at: Point
  marks: readonly Mark[]
  labels: readonly string[]
  /** Of the first baseline below the last label: there others write more. */
  below: number
}

/** `moreLines`: how many lines others write below somebody's labels. */
export function sheetOf(
  document: FamilyDocument,
  layout: FamilyLayout,
  layers: ReadonlySet<Layer>,
  moreLines: (member: MemberKey) => number = () => 0,
  graph: FamilyGraph = familyGraph(document),
): Sheet {
  const labels = new Map(
    document.people.map((member) => {
      const number = layout.places.get(member.key)?.number ?? ''
      return [member.key, labelsOf(member, document, layers, number)]
    }),
  )
  const countLines = (key: MemberKey) => {
    const isBarred = graph.members.get(key)?.childlessness.kind
    return (labels.get(key)?.length ?? 0) + moreLines(key) + (isBarred ? 1 : 0)
  }
  const drawing = drawingOf(document, layout, SHEET_SIZES, countLines, graph)
  const people = document.people.flatMap((member): SheetPerson[] => {
    const [at, place] = [drawing.symbols.get(member.key), layout.places.get(member.key)]
    if (!at || !place) return []
    const own = labels.get(member.key) ?? []
    const first = HALF + FIRST_LINE + (member.childlessness.kind === '' ? 0 : TEXT_LINE)
    return [
      {
        ...{ member: member.key, number: place.number, row: place.row, at, labels: own },
        marks: [
          ...symbolMarks(member, document, SIZE),
          ...own.map((text, index) => words(text, [0, first + index * TEXT_LINE])),
        ],
        below: first + own.length * TEXT_LINE,
      },
    ]
  })
  return {
    width: drawing.width,
    height: drawing.height,
    people,
    lines: [
      ...drawing.lines.flatMap(lineMarks),
      ...drawing.lines.flatMap((one) => (one.kind === 'couple' ? unionMarks(one, graph) : [])),
      ...giverLines(document, drawing, people),
    ],
    generations: drawing.rows.map((y, row) => ({ numeral: roman(row + 1), y })),
    key: keyOf(document, SIZE * 0.6),
  }
}

const DOUBLE = 3

function lineMarks({ kind, points, isDouble, isDashed }: DrawnLine): Mark[] {
  const [first, last] = [points[0], points.at(-1)]
  if (kind === 'unknown twins' && first && last) {
    const [x, y] = between(first, last, 0.5)
    return [words('?', [x, y + 4], { isBold: true })]
  }
  if (!isDouble) return [line(points, { isDashed })]
  return [lines([points, points].map((one, index) => shifted(one, index === 0 ? -DOUBLE / 2 : DOUBLE / 2)))]
}

/** Beside a line: a level one above or below, the uprights of a line around others inside or outside. */
function shifted(points: readonly Point[], by: number): Point[] {
  if (points.length < 4) return points.map(([x, y]): Point => [x, y + by])
  return points.map(
    ([x, y], index): Point => [index < 2 ? x + by : x - by, index === 0 || index === 3 ? y : y + by],
  )
}

/** Two strokes for partners who parted, the words of a relation that the drawing does not show, no children. */
function unionMarks({ union: key, points }: DrawnLine, graph: FamilyGraph): Mark[] {
  const union = key === null ? undefined : graph.unions.get(key)
  const [from, to] = points.length === 4 ? [points[1], points[2]] : [points[0], points[1]]
  if (!union || !from || !to) return []
  const middle = between(from, to, 0.5)
  const marks: Mark[] = []
  if (union.hasEnded) {
    const [x, y] = [Math.min(from[0] + 16, between(from, to, 0.35)[0]), from[1]]
    const stroke = (at: number): Point[] => [
      [at - 3, y + 7],
      [at + 3, y - 7],
    ]
    marks.push(lines([stroke(x - 2.5), stroke(x + 2.5)]))
  }
  if (union.relatedAs !== '') marks.push(words(shortened(union.relatedAs), [middle[0], middle[1] - 7]))
  const { kind, reason } = union.childlessness
  if (kind !== '' && graph.childrenOf(union.key).length === 0)
    marks.push(
      ...childlessMarks(kind, middle, 12),
      ...(reason === '' ? [] : [words(shortened(reason, 10), [middle[0], middle[1] + 25], { size: 9 })]),
    )
  return marks
}

/** From a donor to the child's line of descent; from who carries a pregnancy to its symbol. */
function giverLines(document: FamilyDocument, drawing: Drawing, people: readonly SheetPerson[]): Mark[] {
  const bottomOf = (key: MemberKey): Point | null => {
    const person = people.find(({ member }) => member === key)
    return person ? [person.at[0], person.at[1] + person.below - FIRST_LINE + 5] : null
  }
  return document.people.flatMap((child) => {
    const symbol = drawing.symbols.get(child.key)
    if (!symbol) return []
    const top: Point = [symbol[0], symbol[1] - HALF]
    const ends: [MemberKey | '', Point][] = [
      [child.eggFrom, descentOf(drawing.lines, top, child.parents[0]?.union)],
      [child.spermFrom, descentOf(drawing.lines, top, child.parents[0]?.union)],
      [child.carriedBy, top],
    ]
    return ends.flatMap(([giver, end]) => {
      const start = giver === '' ? null : bottomOf(giver)
      return start ? [line([start, end])] : []
    })
  })
}

/** The middle of the upright that ends at a child's symbol. */
function descentOf(all: readonly DrawnLine[], top: Point, union: UnionKey | undefined): Point {
  const upright = all.find(({ kind, points, union: own }) => {
    const end = points.at(-1)
    return (kind === 'child' || kind === 'twin') && own === union && end?.[0] === top[0] && end[1] === top[1]
  })
  const [from] = upright?.points ?? []
  return from ? between(from, top, 0.5) : top
}
