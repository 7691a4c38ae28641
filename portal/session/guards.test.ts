import { describe, expect, test } from 'vitest'
import type { PermissionName, RoleName } from '#domain/permissions/permissions.ts'
import { hasPermissionAnywhere, isAdmin, mayManageUsers, redirectFrom, type Visitor } from './guards.ts'

const institution = { id: 1, code: '1001', name: 'Clinic', parentCode: null, createdByUser: false }
const customerRoles = (roles: RoleName[], permissions: PermissionName[] = []) => [
  { institution, roles: [], permissions: [] },
  { institution, roles: roles.map((name) => ({ id: 1, name })), permissions },
]

test('[PERM-06] an admin holds SuperUser or UserAdmin at any institution', () => {
  expect(isAdmin({ customerRoles: customerRoles(['UserAdmin']) })).toBe(true)
  expect(isAdmin({ customerRoles: customerRoles(['OrderViewer', 'SuperUser']) })).toBe(true)
  expect(isAdmin({ customerRoles: customerRoles(['OrderSubmitter', 'Support']) })).toBe(false)
  expect(isAdmin({ customerRoles: [] })).toBe(false)
})

test('a permission held at one institution is held somewhere', () => {
  expect(
    hasPermissionAnywhere({ customerRoles: customerRoles([], ['CreateUser']) }, ['ViewUser', 'CreateUser']),
  ).toBe(true)
  expect(hasPermissionAnywhere({ customerRoles: customerRoles([], ['ViewOrder']) }, ['ViewUser'])).toBe(false)
})

describe('users are managed', () => {
  const on = { userAdmin: true, kits: false }
  const user = (roles: RoleName[], permissions: PermissionName[], userManagementSupported = true) => ({
    customerRoles: customerRoles(roles, permissions),
    userManagementSupported,
  })
  test('by admins, and by who may create or view users', () => {
    expect(mayManageUsers(user(['UserAdmin'], []), on)).toBe(true)
    expect(mayManageUsers(user([], ['CreateUser']), on)).toBe(true)
    expect(mayManageUsers(user([], ['ViewUser']), on)).toBe(true)
    expect(mayManageUsers(user(['OrderSubmitter'], ['ViewOrder']), on)).toBe(false)
  })
  test('not without the support for it, and not without the feature', () => {
    expect(mayManageUsers(user(['UserAdmin'], ['CreateUser'], false), on)).toBe(false)
    expect(mayManageUsers(user(['UserAdmin'], ['CreateUser']), { ...on, userAdmin: false })).toBe(false)
  })
})

describe('a page', () => {
  const ok: Visitor = { emailVerified: true, state: 'Ok', mayManageUsers: true }
  const sent = (paths: string[], visitor: Partial<Visitor>) =>
    paths.map((path) => redirectFrom(path, { ...ok, ...visitor }))

  test('is /register for who needs registration, and for nobody else', () => {
    const unregistered = { state: 'Need Registration' } as const
    expect(sent(['/', '/dashboard', '/orders', '/users/7', '/nowhere'], unregistered)).toEqual(
      Array(5).fill('/register'),
    )
    expect(sent(['/register', '/Register/'], unregistered)).toEqual([null, null])
    expect(sent(['/', '/register', '/Register/'], {})).toEqual(Array(3).fill('/dashboard'))
  })

  test('of the users is only for who may manage them', () => {
    const users = ['/users', '/Users/', '/users/waiting', '/users/7']
    expect(sent(users, {})).toEqual(Array(4).fill(null))
    expect(sent(users, { mayManageUsers: false })).toEqual(Array(4).fill('/dashboard'))
    expect(sent(['/usersguide', '/orders', '/profile'], { mayManageUsers: false })).toEqual(
      Array(3).fill(null),
    )
  })

  test('is /email-not-verified as long as the address is not, whatever else holds', () => {
    for (const state of ['NotLoggedIn', 'Need Registration', 'Ok'] as const)
      expect(sent(['/', '/orders', '/email-not-verified'], { emailVerified: false, state })).toEqual([
        ...['/email-not-verified', '/email-not-verified'],
        null,
      ])
  })

  test('stays where it is while it waits for approval', () => {
    expect(sent(['/', '/orders', '/register'], { state: 'Waiting For Approval' })).toEqual(
      Array(3).fill(null),
    )
  })
})
