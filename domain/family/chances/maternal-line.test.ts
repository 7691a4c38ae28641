import { expect, test } from 'vitest'
import { familyGraph } from '../graph.ts'
import { family } from '../testing/families.ts'
import { maternalLine } from './maternal-line.ts'

test('the mother’s line: up through mothers, down to all their children, not through fathers or donated eggs', () => {
  const graph = familyGraph(
    family(
      ['grandmother', 'woman'],
      ['grandfather', 'man'],
      ['mother', 'woman', ['grandfather', 'grandmother']],
      ['uncle', 'man', ['grandfather', 'grandmother']],
      ['uncle’s wife', 'woman'],
      ['uncle’s child', 'woman', ['uncle', 'uncle’s wife']],
      ['father', 'man'],
      ['proband', 'man', ['father', 'mother']],
      ['sister', 'woman', ['father', 'mother']],
      ['donor', 'woman'],
      ['of a donated egg', 'man', ['father', 'mother'], { eggFrom: 'donor' }],
      ['wife', 'woman'],
      ['proband’s child', 'man', ['proband', 'wife']],
    ),
  )
  expect([...maternalLine(['proband'], graph)].sort()).toEqual(
    ['grandmother', 'mother', 'proband', 'sister', 'uncle'].sort(),
  )
})
