import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  hasPermission,
  type InstitutionRoles,
  institutionsWith,
  PERMISSION_NAMES,
  PERMISSIONS,
  permissionsOf,
  ROLE_NAMES,
  ROLES,
  type RoleName,
} from './permissions.ts'

const ALL = ['CreateUser', 'ViewUser', 'CreateOrder', 'SubmitOrder', 'ViewOrder'] as const

it('[PERM-01] derives permissions from roles through the list of all permissions, and gives SuperUser every one', () => {
  expect(PERMISSIONS).toEqual({ CreateUser: 1, ViewUser: 2, CreateOrder: 3, SubmitOrder: 4, ViewOrder: 5 })
  for (const role of ROLE_NAMES)
    for (const permission of permissionsOf([role])) expect(PERMISSION_NAMES).toContain(permission)
  expect(permissionsOf(['SuperUser'])).toEqual(ALL)
})

describe('a permission check', () => {
  test.each([
    ['one name that is held', ['ViewOrder'], 'ViewOrder', true],
    ['one name that is not', ['ViewOrder'], 'CreateOrder', false],
    ['a list of which one is held', ['ViewOrder'], ['CreateOrder', 'ViewOrder'], true],
    ['a list of which all are held', ['CreateOrder', 'ViewOrder'], ['CreateOrder', 'ViewOrder'], true],
    ['a list of which none is held', ['ViewOrder'], ['CreateOrder', 'SubmitOrder'], false],
    ['an empty list', ALL, [], false],
    ['anything of somebody who holds nothing', [], ALL, false],
  ] as const)('[PERM-02] of %s', (_what, granted, required, passes) => {
    expect(hasPermission(granted, required)).toBe(passes)
  })
})

describe('the roles', () => {
  // The specification's §6, word for word.
  test.each([
    ['UserAdmin', 2, 'CreateUser, ViewUser'],
    ['OrderCreator', 3, 'CreateOrder, ViewOrder'],
    ['OrderSubmitter', 4, 'CreateOrder, SubmitOrder, ViewOrder'],
    ['OrderViewer', 5, 'ViewOrder'],
    ['SuperUser', 1, ALL.join(', ')],
  ] as const)('[PERM-03] %s', (role, id, permissions) => {
    expect(ROLES[role].id).toBe(id)
    expect(permissionsOf([role]).join(', ')).toBe(permissions)
  })

  it('[PERM-03] are these and the laboratory’s own', () => {
    expect([...ROLE_NAMES].sort()).toEqual(
      ['OrderCreator', 'OrderSubmitter', 'OrderViewer', 'SuperUser', 'Support', 'UserAdmin'].sort(),
    )
    expect(permissionsOf(['Support'])).toEqual(['CreateUser', 'ViewUser', 'ViewOrder'])
  })

  it('add up, each permission once', () => {
    expect(permissionsOf(['UserAdmin', 'OrderViewer', 'OrderCreator'])).toEqual([
      ...['CreateUser', 'ViewUser', 'CreateOrder', 'ViewOrder'],
    ])
    expect(permissionsOf([])).toEqual([])
  })
})

describe('the institutions of an actor', () => {
  const ownMemberships: InstitutionRoles[] = [
    { code: 'A', parentCode: null, roles: ['OrderSubmitter'] },
    { code: 'B', parentCode: null, roles: ['OrderViewer'] },
    { code: 'C', parentCode: 'B', roles: ['UserAdmin'] },
    { code: 'D', parentCode: null, roles: [] },
  ]

  test.each([
    ['where one may look at orders', ['ViewOrder'], [], ['A', 'B']],
    ['where one may submit', ['SubmitOrder'], [], ['A']],
    ['where one holds any of several', ['SubmitOrder', 'CreateUser'], [], ['A', 'C']],
    ['narrowed to one', ['ViewOrder'], ['B'], ['B']],
    ['narrowed to one without the permission', ['SubmitOrder'], ['B'], []],
    ['narrowed to a stranger', ['ViewOrder'], ['Z'], []],
    ['narrowed to one and a stranger', ['ViewOrder'], ['Z', 'A'], ['A']],
    ['narrowed to a part of a code', ['ViewOrder'], ['', 'a'], []],
  ] as const)('%s', (_what, required, requested, codes) => {
    expect(institutionsWith(ownMemberships, required, requested)).toEqual(codes)
  })

  it('are never extended by the header, and none without a permission', () => {
    const code = fc.constantFrom<string>('A', 'B', 'C', 'D', '', 'A,B')
    const membership = fc.record({
      code,
      parentCode: fc.option(code),
      roles: fc.array(fc.constantFrom<RoleName>(...ROLE_NAMES)),
    })
    const required = fc.subarray([...PERMISSION_NAMES])
    fc.assert(
      fc.property(fc.array(membership), required, fc.array(code), (memberships, permissions, requested) => {
        const unfiltered = institutionsWith(memberships, permissions)
        const narrowed = institutionsWith(memberships, permissions, requested)
        expect(narrowed).toEqual(
          unfiltered.filter((one) => requested.length === 0 || requested.includes(one)),
        )
        for (const one of narrowed)
          expect(
            memberships.some((at) => at.code === one && hasPermission(permissionsOf(at.roles), permissions)),
          ).toBe(true)
      }),
    )
  })
})
