import { expect, test } from 'vitest'
import type { PermissionName } from '#domain/permissions/permissions.ts'
import { drawerFor, mayCreateOrders, mayCreateVob, seesManageUsers, type Viewer } from './entries.ts'

interface Facts {
  permissions?: PermissionName[]
  va?: boolean
  admin?: boolean
  mayManageUsers?: boolean
  userAdmin?: boolean
  kits?: boolean
  excluded?: boolean
  manifestInstitution?: string | null
}
const viewer = (facts: Facts = {}): Viewer => {
  const { permissions = ['ViewOrder'], va = false, admin = false, mayManageUsers = false } = facts
  const features = { userAdmin: facts.userAdmin ?? true, kits: facts.kits ?? false }
  return {
    can: (one) => permissions.includes(one),
    ...{ va, admin, mayManageUsers },
    institution: { code: '1001' },
    configuration: {
      ...{ features, excludedBilling: facts.excluded ? ['1001'] : ['1009'] },
      manifestInstitution: facts.manifestInstitution ?? null,
    },
  }
}
const labels = (facts?: Facts) =>
  drawerFor(viewer(facts)).map(({ label, entries }) => [label, ...entries.map((entry) => entry.label)])

const ORDERS = ['Orders', 'Search', 'En Route', 'Accessioned', 'In Process', 'Reported', 'Pending Submission']

test('[DRAW-02] Test Catalog, Dashboard, Orders and Kits, the last behind its flag', () => {
  expect(labels()).toEqual([[null, 'Test Catalog', 'Dashboard'], ORDERS])
  expect(labels({ kits: true })).toEqual([[null, 'Test Catalog', 'Dashboard'], ORDERS, ['Kits', 'Search']])
  expect(labels({ va: true })[0]).toEqual([null, 'Dashboard'])
  expect(labels({ va: true, userAdmin: false })[0]).toEqual([null, 'Test Catalog', 'Dashboard'])
})

test('the orders are for who may view them, the users for who may manage them', () => {
  expect(labels({ permissions: [] })).toEqual([[null, 'Test Catalog', 'Dashboard']])
  expect(labels({ permissions: [], mayManageUsers: true })[1]).toEqual(['Institution', 'Users'])
})

test('Create Order is for who may create or submit, VA users too', () => {
  for (const va of [false, true]) {
    expect(mayCreateOrders(viewer({ va, permissions: ['ViewOrder'] }))).toBe(false)
    expect(mayCreateOrders(viewer({ va, permissions: ['CreateOrder'] }))).toBe(true)
    expect(mayCreateOrders(viewer({ va, permissions: ['SubmitOrder'] }))).toBe(true)
  }
})

test('[PERM-07] VA users with user admin on lose Test Catalog and Create VOB; Create Order needs SubmitOrder or CreateOrder', () => {
  const va = { va: true, permissions: ['CreateOrder'] } satisfies Facts
  expect(labels(va)[0]).toEqual([null, 'Dashboard'])
  expect(mayCreateVob(viewer(va))).toBe(false)
  expect(labels({ ...va, userAdmin: false })[0]).toEqual([null, 'Test Catalog', 'Dashboard'])
  expect(mayCreateVob(viewer({ ...va, userAdmin: false }))).toBe(true)
  expect(mayCreateOrders(viewer(va))).toBe(true)
  expect(mayCreateOrders(viewer({ va: true, permissions: ['SubmitOrder'] }))).toBe(true)
  expect(mayCreateOrders(viewer({ va: true, permissions: ['ViewOrder'] }))).toBe(false)
})

test('[PERM-08] institutions whose billing is excluded have no Create VOB', () => {
  expect(mayCreateVob(viewer({ permissions: ['CreateOrder'] }))).toBe(true)
  expect(mayCreateVob(viewer({ permissions: ['CreateOrder'], excluded: true }))).toBe(false)
  expect(mayCreateVob(viewer({ permissions: ['ViewOrder'] }))).toBe(false)
})

test('[PERM-09] Upload a manifest is for who creates orders at the one configured institution', () => {
  const entry = (facts: Facts) => labels(facts).flat().includes('Upload a manifest')
  const permissions: PermissionName[] = ['ViewOrder', 'CreateOrder']
  expect(entry({ permissions, manifestInstitution: '1001' })).toBe(true)
  expect(entry({ permissions: ['ViewOrder'], manifestInstitution: '1001' })).toBe(false)
  expect(entry({ permissions, manifestInstitution: '1006' })).toBe(false)
  expect(entry({ permissions, manifestInstitution: null })).toBe(false)
})

test('Manage Users is for admins, where user admin is on', () => {
  expect(seesManageUsers(viewer({ admin: true }))).toBe(true)
  expect(seesManageUsers(viewer({ admin: true, userAdmin: false }))).toBe(false)
  expect(seesManageUsers(viewer({ permissions: ['ViewUser'] }))).toBe(false)
})
