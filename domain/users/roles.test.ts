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
])('who holds %j may give %j', (ownRoles, givable) => {
  expect(givableRoles(ownRoles)).toEqual(givable)
  expect(rolesOutOfReach(ownRoles, INSTITUTION_ROLES)).toEqual(ALL.filter((role) => !givable.includes(role)))
})

test('who manages users, can take over, and sees orders follows from the permissions', () => {
  expect(ALL.filter((role) => managesUsers([role]))).toEqual(['UserAdmin', 'SuperUser'])
  expect(ALL.filter((role) => canTakeOver([role]))).toEqual(['OrderCreator', 'OrderSubmitter', 'SuperUser'])
  expect(rolesWith('ViewOrder')).toEqual(['OrderCreator', 'OrderSubmitter', 'OrderViewer', 'SuperUser'])
})
