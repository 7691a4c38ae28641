import { expect, test } from 'vitest'
import type { PermissionName } from '#domain/permissions/permissions.ts'
import { drawerFor, mayCreateOrders, seesManageUsers, type Viewer } from './entries.ts'

interface Facts {
  permissions?: PermissionName[]
  va?: boolean
  admin?: boolean
  mayManageUsers?: boolean
  userAdmin?: boolean
  kits?: boolean
}
const viewer = (facts: Facts = {}): Viewer => {
  const { permissions = ['ViewOrder'], va = false, admin = false, mayManageUsers = false } = facts
  const features = { userAdmin: facts.userAdmin ?? true, kits: facts.kits ?? false }
  return { can: (one) => permissions.includes(one), va, admin, mayManageUsers, configuration: { features } }
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

test('Manage Users is for admins, where user admin is on', () => {
  expect(seesManageUsers(viewer({ admin: true }))).toBe(true)
  expect(seesManageUsers(viewer({ admin: true, userAdmin: false }))).toBe(false)
  expect(seesManageUsers(viewer({ permissions: ['ViewUser'] }))).toBe(false)
})
