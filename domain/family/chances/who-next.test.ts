import { expect, test } from 'vitest'
import { family } from '../testing/families.ts'
import type { HeritableFinding } from './chances.ts'
import { whoNext } from './who-next.ts'

const DOMINANT: HeritableFinding = { inheritance: 'autosomal dominant', variants: 1 }

const FAMILY = family(
  ['grandmother', 'woman', undefined, { life: 'dead' }],
  ['grandfather', 'man', undefined, { life: 'dead' }],
  ['mother', 'woman', ['grandfather', 'grandmother']],
  ['father', 'man'],
  ['aunt', 'woman', ['grandfather', 'grandmother']],
  ['uncle', 'man'],
  ['cousin 1', 'woman', ['uncle', 'aunt']],
  ['cousin 2', 'man', ['uncle', 'aunt']],
  ['proband', 'woman', ['father', 'mother']],
  ['brother', 'man', ['father', 'mother']],
)
const positive = { member: 'proband', copies: [], isAtLeastOne: true }
const all = FAMILY.people.map((member) => member.key)

test('a parent tells most: both parents’ sides; a sibling without children tells nobody', () => {
  const proposals = whoNext(FAMILY, DOMINANT, [positive], all)
  expect(
    proposals
      .slice(0, 2)
      .map((one) => one.member)
      .sort(),
  ).toEqual(['father', 'mother'])
  const mother = proposals.find((one) => one.member === 'mother')
  expect(mother?.tells.slice(0, 2)).toEqual(['father', 'aunt'])
  expect(mother?.tells.slice(2).sort()).toEqual(['cousin 1', 'cousin 2'])
  expect(proposals.map((one) => one.member)).not.toContain('brother')
})

test('nobody is proposed whose result is already certain, nor outside the candidates', () => {
  const tested = [positive, { member: 'mother', copies: [], isAtLeastOne: true }]
  const proposals = whoNext(FAMILY, DOMINANT, tested, ['mother', 'father', 'aunt', 'brother'])
  expect(proposals.map(({ member, tells }) => [member, tells])).toEqual([['aunt', ['cousin 1', 'cousin 2']]])
})

test('those who died are told nothing', () => {
  expect(whoNext(FAMILY, DOMINANT, [positive], ['mother'])[0]?.tells).not.toContain('grandmother')
})
