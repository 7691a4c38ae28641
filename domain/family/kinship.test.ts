import { expect, test } from 'vitest'
import { kinship } from './kinship.ts'
import { family } from './testing/families.ts'
import { HABSBURGS } from './testing/habsburgs.ts'

type Line = Parameters<typeof family>[number]

const THREE_GENERATIONS = family(
  ['grandfather', 'man'],
  ['grandmother', 'woman'],
  ['second wife', 'woman'],
  ['father', 'man', ['grandfather', 'grandmother']],
  ['aunt', 'woman', ['grandfather', 'grandmother']],
  ['half aunt', 'woman', ['grandfather', 'second wife']],
  ['mother', 'woman'],
  ['uncle', 'man'],
  ['child', 'woman', ['father', 'mother']],
  ['cousin', 'man', ['uncle', 'aunt']],
  ['child of cousins', 'woman', ['cousin', 'child']],
)

test.each<[string, string, number, number | null]>([
  ['child', 'child', 0.5, 0],
  ['child', 'father', 0.25, 1],
  ['father', 'aunt', 0.25, 1],
  ['child', 'grandmother', 0.125, 2],
  ['child', 'aunt', 0.125, 2],
  ['aunt', 'half aunt', 0.125, 2],
  ['child', 'half aunt', 0.0625, 3],
  ['child', 'cousin', 0.0625, 3],
  ['child', 'uncle', 0, null],
  ['father', 'mother', 0, null],
  ['child of cousins', 'child of cousins', 0.53125, 0],
])('kinship of %s and %s is %f, degree %s', (a, b, coefficient, degree) => {
  const known = kinship(THREE_GENERATIONS)
  expect(known.between(a, b)).toBeCloseTo(coefficient, 12)
  expect(known.between(b, a)).toBeCloseTo(coefficient, 12)
  expect(known.degree(a, b)).toBe(degree)
})

test('inbreeding is the parents’ kinship: first cousins, uncle and niece, siblings', () => {
  expect(kinship(THREE_GENERATIONS).inbreeding('child of cousins')).toBe(1 / 16)
  const near = family(
    ['a', 'man'],
    ['b', 'woman'],
    ['brother', 'man', ['a', 'b']],
    ['sister', 'woman', ['a', 'b']],
    ['husband', 'man'],
    ['niece', 'woman', ['husband', 'sister']],
    ['of uncle and niece', 'man', ['brother', 'niece']],
    ['of siblings', 'man', ['brother', 'sister']],
  )
  expect(kinship(near).inbreeding('of uncle and niece')).toBe(1 / 8)
  expect(kinship(near).inbreeding('of siblings')).toBe(1 / 4)
})

test('identical twins are one person: their children are half siblings', () => {
  const twins = { twins: { group: 't', kind: 'identical' as const } }
  const known = kinship(
    family(
      ['m', 'woman'],
      ['f', 'man'],
      ['one', 'woman', ['f', 'm'], twins],
      ['other', 'woman', ['f', 'm'], twins],
      ['x', 'man'],
      ['y', 'man'],
      ['child', 'man', ['x', 'one']],
      ['cousin', 'man', ['y', 'other']],
    ),
  )
  expect(known.between('one', 'other')).toBe(0.5)
  expect(known.between('child', 'cousin')).toBe(0.125)
  expect(known.between('child', 'other')).toBe(0.25)
})

test('a mother stays first-degree with an identical twin, in whatever order people were added', () => {
  const twins = { twins: { group: 't', kind: 'identical' as const } }
  const child: Line = ['child', 'woman', ['father', 'mother']]
  const aunt: Line = ['aunt', 'woman', ['grandfather', 'grandmother'], twins]
  const mother: Line = ['mother', 'woman', ['grandfather', 'grandmother'], twins]
  const others: Line[] = [
    ['grandfather', 'man'],
    ['grandmother', 'woman'],
    ['father', 'man'],
  ]
  for (const lines of [
    [child, aunt, mother, ...others],
    [...others, aunt, mother, child],
    [child, mother, aunt, ...others],
  ]) {
    const known = kinship(family(...lines))
    expect(['mother', 'aunt', 'grandmother'].map((one) => known.degree('child', one))).toEqual([1, 1, 2])
  }
})

test('adoptive parents and stated donors: genes come from the donors', () => {
  const known = kinship(
    family(
      ['m', 'woman'],
      ['f', 'man'],
      ['donor', 'woman'],
      ['of a donor', 'man', ['f', 'm'], { eggFrom: 'donor', carriedBy: 'm' }],
      ['own', 'woman', ['f', 'm']],
      ['adopted', 'man', undefined, { parents: [{ union: 'f+m', how: 'adopted' }] }],
    ),
  )
  expect(known.between('of a donor', 'm')).toBe(0)
  expect(known.between('of a donor', 'donor')).toBe(0.25)
  expect(known.between('of a donor', 'own')).toBe(0.125)
  expect(known.between('adopted', 'm')).toBe(0)
})

test('inbreeding over generations of siblings is as Wright published it', () => {
  // F after n generations of full sibling mating: 0.25, 0.375, 0.5, 0.59375, 0.671875 (Wright 1921).
  const lines: Parameters<typeof family> = [
    ['m0', 'man'],
    ['w0', 'woman'],
  ]
  for (let n = 1; n <= 6; n++)
    lines.push([`m${n}`, 'man', [`m${n - 1}`, `w${n - 1}`]], [`w${n}`, 'woman', [`m${n - 1}`, `w${n - 1}`]])
  const known = kinship(family(...lines))
  expect([2, 3, 4, 5, 6].map((n) => known.inbreeding(`m${n}`))).toEqual([0.25, 0.375, 0.5, 0.59375, 0.671875])
})

test.each([
  ['Anna of Austria', 0.0625],
  ['Philip III', 0.156],
  ['Margarita', 0.125],
  ['Maria Anna', 0.016],
  ['Philip IV', 0.082],
  ['Ferdinand III', 0.105],
  ['Mariana', 0.136],
  ['Charles II', 0.231],
])('inbreeding of %s over these eight generations is %f', (member, expected) => {
  expect(kinship(HABSBURGS).inbreeding(member)).toBeCloseTo(expected, 3)
})
