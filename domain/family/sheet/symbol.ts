import { type FamilyDocument, type FamilyMember, type Gender, likelySex } from '../document.ts'
import { memberFills } from './fills.ts'
import { circle, diamond, type Point, type Polygon, square, triangle } from './geometry.ts'
import { area, disc, LINE, line, lines, type Mark, words } from './marks.ts'

type Shape = 'square' | 'circle' | 'diamond' | 'triangle'

/** The only place that says which shape a gender has (nomenclature of 2022). */
const SHAPES: Record<Gender, Shape> = { man: 'square', woman: 'circle', nonbinary: 'diamond', '': 'diamond' }

/** A loss is a small triangle; a pregnancy has the shape of the sex that was seen. */
function shapeOf(member: FamilyMember): Shape {
  const state = member.pregnancy?.state
  if (state === 'miscarriage' || state === 'termination' || state === 'ectopic') return 'triangle'
  if (!state || member.gender !== '') return SHAPES[member.gender]
  const sex = likelySex(member)
  return sex === 'Male' ? 'square' : sex === 'Female' ? 'circle' : 'diamond'
}

/** The outline of a shape whose middle is 0 0, in a symbol of `size`. */
function outlineOf(shape: Shape, size: number): Polygon {
  const half = size / 2
  if (shape === 'circle') return circle(half)
  if (shape === 'square') return square(half * 0.96)
  return shape === 'diamond' ? diamond(half * 1.2) : triangle(half)
}

/** What the other people of the family make of somebody: a donor, or who carries a pregnancy for others. */
interface Roles {
  isDonor: boolean
  isCarrier: boolean
}

function rolesOf({ key }: FamilyMember, { people }: FamilyDocument): Roles {
  return {
    isDonor: people.some((one) => one.eggFrom === key || one.spermFrom === key),
    isCarrier: people.some((one) => one.carriedBy === key),
  }
}

/** A person's symbol, its middle at 0 0: outline, fills, letter inside, stroke, brackets, arrow. */
export function symbolMarks(member: FamilyMember, document: FamilyDocument, size: number): Mark[] {
  const half = size / 2
  const shape = shapeOf(member)
  const outline = outlineOf(shape, size)
  const fills = memberFills(member, document, outline)
  const inside = letterOf(member, rolesOf(member, document))
  const edge = { stroke: LINE }
  return [
    shape === 'circle'
      ? disc([0, 0], half, { fill: 'paper', stroke: 0 })
      : area(outline, { fill: 'paper', stroke: 0 }),
    ...fills,
    shape === 'circle' ? disc([0, 0], half, edge) : area(outline, edge),
    // On a filled symbol the letter stands on the color of the paper.
    ...(inside !== '' && fills.length > 0 ? [disc([0, 0], half * 0.45, { fill: 'paper', stroke: 0 })] : []),
    ...(inside === '' ? [] : [words(inside, [0, size * 0.13], { size: size * 0.37, isBold: true })]),
    ...(isCrossed(member)
      ? [strokeThrough(half * (shape === 'triangle' ? 0.8 : 1.25), shape === 'triangle' ? -half * 0.35 : 0)]
      : []),
    ...(member.conditions.some(({ certainty }) => certainty === 'documented')
      ? [words('*', [half + 5, half + 7], { size: size * 0.45, isBold: true })]
      : []),
    ...(isAdopted(member) ? [brackets(half)] : []),
    ...(member.isProband || member.isConsultand ? arrow(half, member.isProband) : []),
    ...(member.hasUnknownParents && member.parents.length === 0 ? unknownParents(half) : []),
    ...childlessMarks(member.childlessness.kind, [0, half], 8),
  ]
}

function letterOf(member: FamilyMember, roles: Roles): string {
  if (member.count !== null) return String(member.count)
  if (member.pregnancy?.state === 'ongoing') return 'P'
  if (roles.isDonor) return 'D'
  if (roles.isCarrier) return 'S'
  const { conditions } = member
  const isPossible = conditions.some(({ status }) => status === 'possible')
  return isPossible && !conditions.some(({ status }) => status === 'affected') ? '?' : ''
}

const isCrossed = ({ life, pregnancy }: FamilyMember) =>
  life === 'dead' || pregnancy?.state === 'stillbirth' || pregnancy?.state === 'termination'

const isAdopted = ({ isAdoptedOut, parents }: FamilyMember) =>
  isAdoptedOut || parents.some(({ how }) => how === 'adopted')

const strokeThrough = (reach: number, middle: number) =>
  line([
    [-reach, middle + reach],
    [reach, middle - reach],
  ])

function brackets(half: number): Mark {
  const [x, y, tick] = [half + 7, half + 4, 5]
  const one = (side: 1 | -1): Point[] => [
    [side * (x - tick), -y],
    [side * x, -y],
    [side * x, y],
    [side * (x - tick), y],
  ]
  return lines([one(-1), one(1)])
}

/** Below the level of the couple's line, so that it points at the symbol and at nothing else. */
function arrow(half: number, hasLetter: boolean): Mark[] {
  const tip: Point = [-half - 2, half * 0.55]
  const tail: Point = [-half - 17, half * 1.05]
  const head: Polygon = [tip, [tip[0] - 9.5, tip[1] - 1.2], [tip[0] - 6, tip[1] + 7]]
  return [
    line([tail, [tip[0] - 5, tip[1] + 2]]),
    area(head, { fill: 'ink', stroke: 0 }),
    ...(hasLetter ? [words('P', [tail[0] - 5, tail[1] + 6], { size: 11 })] : []),
  ]
}

const unknownParents = (half: number): Mark[] => [
  line([
    [0, -half],
    [0, -half - 9],
  ]),
  words('?', [0, -half - 12], { isBold: true }),
]

/** One bar: no children, by choice or nobody knows why; two bars: infertile. */
export function childlessMarks(
  kind: FamilyMember['childlessness']['kind'],
  [x, y]: Point,
  length: number,
): Mark[] {
  if (kind === '') return []
  const bar = (at: number): Point[] => [
    [x - 7, at],
    [x + 7, at],
  ]
  const end = y + length
  const bars = kind === 'infertile' ? [bar(end), bar(end + 4)] : [bar(end)]
  return [
    line([
      [x, y],
      [x, end],
    ]),
    lines(bars),
  ]
}
