import { expect, test } from 'vitest'
import type { RoleName } from '../permissions/permissions.ts'
import { canTakeOver, INSTITUTION_ROLES, manages, mayGive, outOfReach, rolesWith } from './roles.ts'

const ALL = ['UserAdmin', 'OrderCreator', 'OrderSubmitter', 'OrderViewer', 'SuperUser'] as const
const BELOW = ['UserAdmin', 'OrderCreator', 'OrderSubmitter', 'OrderViewer'] as const

test.each<[RoleName[], readonly RoleName[]]>([
  [['SuperUser'], ALL],
  [['Support'], ALL],
  [['UserAdmin'], BELOW],
  [['OrderViewer', 'UserAdmin'], BELOW],
  [['UserAdmin', 'SuperUser'], ALL],
  [['OrderCreator'], []],
  [['OrderSubmitter'], []],
  [['OrderViewer'], []],
  [[], []],
])('who holds %j may give %j', (held, given) => {
  expect(mayGive(held)).toEqual(given)
  expect(outOfReach(held, INSTITUTION_ROLES)).toEqual(ALL.filter((role) => !given.includes(role)))
})

test('who manages users, can take over, and sees orders follows from the permissions', () => {
  expect(ALL.filter((role) => manages([role]))).toEqual(['UserAdmin', 'SuperUser'])
  expect(ALL.filter((role) => canTakeOver([role]))).toEqual(['OrderCreator', 'OrderSubmitter', 'SuperUser'])
  expect(rolesWith('ViewOrder')).toEqual(['OrderCreator', 'OrderSubmitter', 'OrderViewer', 'SuperUser'])
})
