import { expect, test } from 'vitest'
import type { RoleName } from '../permissions/permissions.ts'
import {
  canTakeOver,
  givableRoles,
  INSTITUTION_ROLES,
  managesUsers,
  rolesOutOfReach,
  rolesWith,
} from './roles.ts'

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
])('a user with %j may assign %j', (ownRoles, givable) => {
  expect(givableRoles(ownRoles)).toEqual(givable)
  expect(rolesOutOfReach(ownRoles, INSTITUTION_ROLES)).toEqual(ALL.filter((role) => !givable.includes(role)))
})

test('managing users, taking over and seeing orders follow from permissions', () => {
  expect(ALL.filter((role) => managesUsers([role]))).toEqual(['UserAdmin', 'SuperUser'])
  expect(ALL.filter((role) => canTakeOver([role]))).toEqual(['OrderCreator', 'OrderSubmitter', 'SuperUser'])
  expect(rolesWith('ViewOrder')).toEqual(['OrderCreator', 'OrderSubmitter', 'OrderViewer', 'SuperUser'])
})
