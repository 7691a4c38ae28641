import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FamilyDocument } from '../document.ts'
import { anyFamily } from '../testing/any-family.ts'
import { family } from '../testing/families.ts'
import { HABSBURGS } from '../testing/habsburgs.ts'
import { crossings } from './cost.ts'
import { type Drawing, type DrawnLine, drawingOf } from './drawing.ts'
import { layoutFamily } from './layout.ts'

const SIZES = { step: 80, symbol: 32, textLine: 14, track: 16, margin: 30 }
const drawn = (document: FamilyDocument): Drawing =>
  drawingOf(document, layoutFamily(document), SIZES, () => 1)

/** The level and upright pieces of a line. */
function pieces({ points }: DrawnLine) {
  return points.slice(1).flatMap((to, index) => {
    const from = points[index]
    return from ? [{ from, to, isLevel: from[1] === to[1] }] : []
  })
}

test('the Habsburgs: everybody once, no line crosses, eight couples are related', () => {
  const layout = layoutFamily(HABSBURGS)
  expect(layout.places.size).toBe(29)
  expect(layout.rowCount).toBe(8)
  expect(crossings(layout.items, layout.x)).toBe(0)
  const { lines } = drawn(HABSBURGS)
  expect(lines.filter((line) => line.kind === 'couple' && line.isDouble)).toHaveLength(8)
})

test('bars of different couples do not lie on each other, and all is inside the sheet', () => {
  fc.assert(
    fc.property(
      anyFamily.filter(({ people }) => people.length <= 25),
      (document) => {
        const { lines, width, height, symbols } = drawn(document)
        expect(symbols.size).toBe(document.people.length)
        const bars = lines
          .filter((line) => line.kind === 'children')
          .flatMap((line) => pieces(line).map((piece) => ({ ...piece, union: line.union })))
          .filter((piece) => piece.isLevel)
        for (const one of bars) {
          for (const other of bars) {
            if (one === other || one.from[1] !== other.from[1] || one.union === other.union) continue
            const isApart = one.to[0] < other.from[0] || other.to[0] < one.from[0]
            expect(isApart).toBe(true)
          }
        }
        for (const [x, y] of lines.flatMap((line) => line.points)) {
          expect(x).toBeGreaterThanOrEqual(0)
          expect(x).toBeLessThanOrEqual(width)
          expect(y).toBeGreaterThanOrEqual(0)
          expect(y).toBeLessThanOrEqual(height)
        }
      },
    ),
    { numRuns: 60 },
  )
})

test('parents who are recorded as related have a double line, though the drawing has no common ancestor', () => {
  const parents = family(['m', 'man'], ['w', 'woman'], ['child', 'man', ['m', 'w']])
  const isDouble = (relatedAs: string) =>
    drawn({ ...parents, unions: parents.unions.map((one) => ({ ...one, relatedAs })) }).lines.some(
      (line) => line.isDouble,
    )
  expect(isDouble('')).toBe(false)
  expect(isDouble('first cousins')).toBe(true)
})

test('twins leave the bar from one point, identical ones joined; adopted children by a dashed line', () => {
  const identical = { twins: { group: 't', kind: 'identical' as const } }
  const { lines, symbols } = drawn(
    family(
      ['f', 'man'],
      ['m', 'woman'],
      ['one', 'woman', ['f', 'm'], identical],
      ['other', 'woman', ['f', 'm'], identical],
      ['adopted', 'man', undefined, { parents: [{ union: 'f+m', how: 'adopted' }] }],
    ),
  )
  const twins = lines.filter((line) => line.kind === 'twin')
  expect(twins).toHaveLength(2)
  expect(twins[0]?.points[0]).toEqual(twins[1]?.points[0])
  expect(lines.filter((line) => line.kind === 'identical')).toHaveLength(1)
  const dashed = lines.filter((line) => line.isDashed)
  expect(dashed.map((line) => line.points.at(-1)?.[0])).toEqual([symbols.get('adopted')?.[0]])
})

test('partners with somebody between them are joined above the row', () => {
  const { lines, symbols } = drawn(
    family(
      ['man', 'man'],
      ['first', 'woman'],
      ['second', 'woman'],
      ['third', 'woman'],
      ['a', 'man', ['man', 'first']],
      ['b', 'man', ['man', 'second']],
      ['c', 'man', ['man', 'third']],
    ),
  )
  const above = lines.filter((line) => line.kind === 'couple' && line.points.length === 4)
  expect(above).toHaveLength(1)
  const row = symbols.get('man')?.[1] ?? 0
  expect(above[0]?.points[1]?.[1]).toBeLessThan(row - SIZES.symbol / 2)
})
