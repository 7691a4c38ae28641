import { expect, test } from 'vitest'
import type { RoleName } from '../permissions/permissions.ts'
import { canApproveRoles, rolesAwaitingApproval } from './role-approval.ts'
import { INSTITUTION_ROLES, type InstitutionRole } from './roles.ts'

const ORDERING: InstitutionRole[] = ['OrderCreator', 'OrderSubmitter', 'OrderViewer', 'SuperUser']

test.each<[RoleName[], RoleName[], InstitutionRole[]]>([
  [['UserAdmin'], [], ORDERING],
  [['UserAdmin'], ['UserAdmin'], ORDERING],
  [['UserAdmin', 'OrderViewer'], [], ORDERING],
  // A second person has already approved that they see orders.
  [['UserAdmin'], ['OrderViewer'], []],
  [['SuperUser'], [], []],
  [['UserAdmin', 'SuperUser'], [], []],
  [['Support'], [], []],
])(
  'of roles that %j gives to who holds %j, these wait for a second person: %j',
  (giver, currentRoles, waiting) => {
    const found = rolesAwaitingApproval({ giver, currentRoles, newRoles: INSTITUTION_ROLES })
    expect(found.toSorted()).toEqual(waiting.toSorted())
  },
)

test('a super user and Support can be the second person, a user administrator cannot', () => {
  expect(canApproveRoles(['SuperUser'])).toBe(true)
  expect(canApproveRoles(['Support'])).toBe(true)
  expect(canApproveRoles(['UserAdmin', 'OrderSubmitter'])).toBe(false)
})
