import { describe, expect, test } from 'vitest'
import type { FamilyDocument, Gender } from './document.ts'
import { relations } from './relation.ts'
import { relationInWords } from './relation-words.ts'
import { family } from './testing/families.ts'

function words(document: FamilyDocument, relative: string, person: string): string {
  const gender: Gender = document.people.find((one) => one.key === relative)?.gender ?? ''
  return relationInWords(relations(document).of(relative, person), gender)
}

const LARGE = family(
  ['great-grandfather', 'man'],
  ['great-grandmother', 'woman'],
  ['great-uncle', 'man', ['great-grandfather', 'great-grandmother']],
  ['great-aunt by marriage', 'woman'],
  ['grandfather', 'man', ['great-grandfather', 'great-grandmother']],
  ['grandmother', 'woman'],
  ['second wife', 'woman'],
  ['father', 'man', ['grandfather', 'grandmother']],
  ['aunt', 'woman', ['grandfather', 'grandmother']],
  ['half uncle', 'man', ['grandfather', 'second wife']],
  ['mother', 'woman'],
  ['other man', 'man'],
  ['aunt’s husband', 'man'],
  ['me', 'woman', ['father', 'mother']],
  ['brother', 'man', ['father', 'mother']],
  ['half sister', 'woman', ['other man', 'mother']],
  ['cousin', 'man', ['aunt’s husband', 'aunt']],
  ['father’s cousin', 'woman', ['great-uncle', 'great-aunt by marriage']],
  ['second cousin', '', ['husband of the cousin', 'father’s cousin']],
  ['husband of the cousin', 'man'],
  ['my husband', 'man'],
  ['son', 'man', ['my husband', 'me']],
  ['granddaughter', 'woman', ['son', 'son’s wife']],
  ['son’s wife', 'woman'],
  ['brother’s wife', 'woman'],
  ['niece', 'woman', ['brother', 'brother’s wife']],
  ['great-nephew', 'man', ['niece’s husband', 'niece']],
  ['niece’s husband', 'man'],
  ['half niece', 'woman', ['half sister’s husband', 'half sister']],
  ['half sister’s husband', 'man'],
  ['cousin’s son', 'man', ['cousin', 'cousin’s wife']],
  ['cousin’s wife', 'woman'],
)

test.each([
  ['mother', 'mother'],
  ['father', 'father'],
  ['grandfather', 'paternal grandfather'],
  ['grandmother', 'paternal grandmother'],
  ['great-grandmother', 'paternal great-grandmother'],
  ['great-uncle', 'paternal great-uncle'],
  ['aunt', 'paternal aunt'],
  ['half uncle', 'paternal half uncle'],
  ['brother', 'brother'],
  ['half sister', 'maternal half sister'],
  ['cousin', 'paternal first cousin'],
  ['cousin’s son', 'paternal first cousin once removed'],
  ['father’s cousin', 'paternal first cousin once removed'],
  ['second cousin', 'paternal second cousin'],
  ['son', 'son'],
  ['granddaughter', 'granddaughter'],
  ['niece', 'niece'],
  ['great-nephew', 'great-nephew'],
  ['half niece', 'maternal half niece'],
  ['my husband', 'partner'],
  ['brother’s wife', 'partner of the brother'],
  ['aunt’s husband', 'partner of the paternal aunt'],
  ['son’s wife', 'partner of the son'],
  ['second wife', 'partner of the paternal grandfather'],
  ['me', 'the same person'],
])('%s is the %s', (relative, expected) => {
  expect(words(LARGE, relative, 'me')).toBe(expected)
})

describe('relatives through several lines', () => {
  const TWO_COUPLES = family(
    ['a', 'man'],
    ['b', 'woman'],
    ['c', 'man'],
    ['d', 'woman'],
    ['a1', 'man', ['a', 'b']],
    ['a2', 'man', ['a', 'b']],
    ['c1', 'woman', ['c', 'd']],
    ['c2', 'woman', ['c', 'd']],
    ['one', 'woman', ['a1', 'c1']],
    ['other', 'man', ['a2', 'c2']],
  )
  test('two brothers and two sisters: their children are double first cousins', () => {
    expect(words(TWO_COUPLES, 'other', 'one')).toBe('double first cousin')
  })

  test('two sisters of one man: half sibling and cousin', () => {
    const sisters = family(
      ['a', 'man'],
      ['b', 'woman'],
      ['first', 'woman', ['a', 'b']],
      ['second', 'woman', ['a', 'b']],
      ['man', 'man'],
      ['one', 'woman', ['man', 'first']],
      ['other', 'man', ['man', 'second']],
    )
    expect(words(sisters, 'other', 'one')).toBe('paternal half brother and maternal first cousin')
  })

  test('a child of first cousins: great-grandparents on both sides', () => {
    const cousins = family(
      ['a', 'man'],
      ['b', 'woman'],
      ['x', 'man', ['a', 'b']],
      ['y', 'woman', ['a', 'b']],
      ['xw', 'woman'],
      ['yh', 'man'],
      ['cx', 'man', ['x', 'xw']],
      ['cy', 'woman', ['yh', 'y']],
      ['child', 'woman', ['cx', 'cy']],
    )
    expect(words(cousins, 'b', 'child')).toBe('great-grandmother on both sides')
    expect(words(cousins, 'cy', 'child')).toBe('mother and paternal first cousin once removed')
  })
})

describe('parents without genes', () => {
  const MADE = family(
    ['m', 'woman'],
    ['f', 'man'],
    ['donor', 'woman'],
    ['carrier', 'woman'],
    ['step', 'man'],
    ['child', 'woman', ['f', 'm'], { eggFrom: 'donor', carriedBy: 'carrier' }],
    ['adopted', 'man', undefined, { parents: [{ union: 'f+m', how: 'adopted' }] }],
    ['twin', 'woman', ['f', 'm'], { twins: { group: 't', kind: 'identical' } }],
    ['other twin', 'woman', ['f', 'm'], { twins: { group: 't', kind: 'identical' } }],
  )
  test.each([
    ['donor', 'child', 'egg donor'],
    ['child', 'donor', 'daughter from a donated egg'],
    ['m', 'child', 'mother'],
    ['child', 'm', 'daughter'],
    ['f', 'child', 'father'],
    ['carrier', 'child', 'gestational carrier'],
    ['child', 'carrier', 'daughter carried for others'],
    ['m', 'adopted', 'adoptive mother'],
    ['adopted', 'f', 'adopted son'],
    ['adopted', 'child', 'not related by blood'],
    ['other twin', 'twin', 'identical twin sister'],
    ['child', 'twin', 'paternal half sister'],
  ])('%s of %s: %s', (relative, person, expected) => {
    expect(words(MADE, relative, person)).toBe(expected)
  })
})

test('a record with more loops than anybody could follow is named by its nearest ways, and at once', () => {
  const genders = ['man', 'woman'] as const
  const generation = (one: number): Parameters<typeof family> =>
    genders.map((gender) =>
      one === 0
        ? [`${gender} 0`, gender]
        : [`${gender} ${one}`, gender, [`man ${one - 1}`, `woman ${one - 1}`]],
    )
  const loops = family(...Array.from({ length: 100 }, (_, one) => generation(one)).flat())
  const { of } = relations(loops)
  const nearest = (relative: string) => {
    const relation = of(relative, 'man 99')
    return relation.kind === 'blood' ? relation.relations[0] : relation
  }
  for (const parent of ['man 98', 'woman 98']) expect(nearest(parent)).toMatchObject({ up: 1, down: 0 })
  expect(nearest('woman 99')).toMatchObject({ up: 1, down: 1, isHalf: false })
  // Each pair of ways compared with each takes minutes.
  const relatives = loops.people.filter(({ key }) => of(key, 'man 99').kind === 'blood')
  expect(relatives.length).toBeGreaterThan(10)
})
