import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cases } from '#domain/testing/cases.ts'
import type { FamilyDocument } from '../document.ts'
import { familyGraph } from '../graph.ts'
import { anyFamily } from '../testing/any-family.ts'
import { family } from '../testing/families.ts'
import { REAL_FAMILIES } from '../testing/real-families.ts'
import { WRONGLY_DRAWN } from '../testing/wrongly-drawn.ts'
import { crossings } from './cost.ts'
import { type FamilyLayout, layoutAfterEdit, layoutFamily } from './layout.ts'

/** What no drawing may break. */
function broken(document: FamilyDocument, layout: FamilyLayout): string[] {
  const graph = familyGraph(document)
  const found: string[] = []
  const place = (key: string) => layout.places.get(key)
  if (layout.places.size !== document.people.length) found.push('somebody is missing')
  const rows = Map.groupBy([...layout.places], ([, { row }]) => row)
  for (const people of rows.values()) {
    const places = people.map(([, { x }]) => x).sort((a, b) => a - b)
    places.forEach((x, index) => {
      if (index > 0 && x - (places[index - 1] ?? 0) < 1 - 1e-6) found.push('two stand too near')
    })
  }
  const ownAncestors = new Set(graph.ownAncestors)
  for (const child of document.people)
    for (const { union } of child.parents)
      for (const parent of graph.unions.get(union)?.partners ?? [])
        if (!ownAncestors.has(parent) && (place(parent)?.row ?? 0) >= (place(child.key)?.row ?? 0))
          found.push(`${child.key} is not below ${parent}`)
  for (const union of document.unions) {
    const [a = '', b = ''] = union.partners
    const isSingle = graph.unionsOf(a).length === 1 && graph.unionsOf(b).length === 1
    const [one, other] = [place(a), place(b)]
    if (!isSingle || !one || !other || one.row !== other.row) continue
    const [from, to] = [Math.min(one.x, other.x), Math.max(one.x, other.x)]
    const isBetween = [...layout.places.values()].some(({ x, row }) => row === one.row && x > from && x < to)
    if (isBetween) found.push(`somebody stands between ${a} and ${b}`)
  }
  return found
}

test('[FAM-04] 2,000 families with loops, half siblings, twins and losses keep every rule of a drawing', () => {
  fc.assert(
    fc.property(
      anyFamily.filter(({ people }) => people.length <= 15),
      (document) => {
        expect(broken(document, layoutFamily(document))).toEqual([])
      },
    ),
    { numRuns: cases(2_000) },
  )
})

test('families of random actions keep every rule of a drawing, and are drawn the same twice', () => {
  fc.assert(
    fc.property(
      anyFamily.filter(({ people }) => people.length <= 40),
      (document) => {
        const layout = layoutFamily(document)
        expect(broken(document, layout)).toEqual([])
        expect(layoutFamily(document).places).toEqual(layout.places)
      },
    ),
    { numRuns: 60 },
  )
})

const crossingsOf = (document: FamilyDocument) => {
  const { items, x } = layoutFamily(document)
  return crossings(items, x)
}

describe('families that other programs draw wrongly', () => {
  test.each(WRONGLY_DRAWN)('%s', (_case, document, most) => {
    expect(broken(document, layoutFamily(document))).toEqual([])
    expect(crossingsOf(document)).toBeLessThanOrEqual(most)
  })
})

/** Who stands beside whom, generation by generation, and how many lines cross. */
function inRows(document: FamilyDocument) {
  const { places, items, x } = layoutFamily(document)
  const nameOf = new Map(document.people.map(({ key, firstName }) => [key, firstName]))
  const rows = Map.groupBy([...places], ([, { row }]) => row)
  return {
    rows: [...rows]
      .sort(([one], [other]) => one - other)
      .map(([, people]) =>
        people
          .sort(([, one], [, other]) => one.x - other.x)
          .map(([key]) => nameOf.get(key))
          .join(' · '),
      ),
    crossings: crossings(items, x),
  }
}

// A drawing that changes is looked at before it is taken: `npm run unit -- layout.test -u`.
test.each([...REAL_FAMILIES, ...WRONGLY_DRAWN.map(([words, document]) => [words, document] as const)])(
  '[FAM-04] %s: drawn as it was looked at',
  (_words, document) => {
    expect(broken(document, layoutFamily(document))).toEqual([])
    expect(inRows(document)).toMatchSnapshot()
  },
)

test('a record that goes round in a circle has no more rows than generations', () => {
  const circle = family(
    ['a', 'man', undefined, { parents: [{ union: 'e+f', how: 'adopted' }] }],
    ['b', 'woman'],
    ['c', 'man', ['a', 'b']],
    ['d', 'woman'],
    ['e', 'man', ['c', 'd']],
    ['f', 'woman'],
    ['g', 'woman', ['e', 'f']],
  )
  expect(layoutFamily(circle).rowCount).toBeLessThanOrEqual(4)
})

test('an edit keeps who stood beside whom', () => {
  const before = family(['f', 'man'], ['m', 'woman'], ['a', 'woman', ['f', 'm']], ['b', 'man', ['f', 'm']])
  const after = family(
    ['f', 'man'],
    ['m', 'woman'],
    ['a', 'woman', ['f', 'm']],
    ['b', 'man', ['f', 'm']],
    ['wife', 'woman'],
    ['c', 'man', ['b', 'wife']],
  )
  const layout = layoutAfterEdit(after, layoutFamily(before))
  expect(broken(after, layout)).toEqual([])
  const x = (key: string) => layout.places.get(key)?.x ?? 0
  expect(x('a')).toBeLessThan(x('b'))
  expect(layout.places.get('c')?.number).toBe('III-1')
})
