import { expect, test } from 'vitest'
import type { PermissionName } from '#domain/permissions/permissions.ts'
import {
  drawerFor,
  isPageOf,
  mayCreateOrders,
  mayCreateVob,
  seesManageUsers,
  seesNotifications,
  type Viewer,
} from './entries.ts'

interface ViewerOptions {
  permissions?: PermissionName[]
  va?: boolean
  admin?: boolean
  mayManageUsers?: boolean
  userAdmin?: boolean
  kits?: boolean
  notifications?: boolean
  onlineOrders?: boolean
  excluded?: boolean
  manifestInstitution?: string | null
  support?: boolean
}
const viewer = (options: ViewerOptions = {}): Viewer => {
  const { permissions = ['ViewOrder'], va = false, admin = false, mayManageUsers = false } = options
  const features = {
    userAdmin: options.userAdmin ?? true,
    kits: options.kits ?? false,
    notifications: options.notifications ?? true,
  }
  return {
    can: (one) => permissions.includes(one),
    ...{ va, admin, mayManageUsers },
    institution: { code: '1001' },
    user: { support: options.support ?? false },
    configuration: {
      ...{ features, excludedBilling: options.excluded ? ['1001'] : ['1009'] },
      flags: { Document_Management: true, OnlineOrderPortal: options.onlineOrders ?? true },
      manifestInstitution: options.manifestInstitution ?? null,
    },
  }
}
const labels = (options?: ViewerOptions) =>
  drawerFor(viewer(options)).map(({ label, entries }) => [label, ...entries.map((entry) => entry.label)])

const RESULTS = ['Results', 'Search', 'Follow-up']
const FAMILIES = ['Families', 'Search']
const ORDERS = ['Orders', 'Search', 'En Route', 'Accessioned', 'In Process', 'Reported', 'Pending Submission']

test('[DRAW-02] Test Catalog, Dashboard, Orders and Kits, the last behind its flag; and results', () => {
  expect(labels()).toEqual([[null, 'Test Catalog', 'Dashboard'], ORDERS, RESULTS, FAMILIES])
  expect(labels({ kits: true })).toEqual([
    [null, 'Test Catalog', 'Dashboard'],
    ...[ORDERS, RESULTS, FAMILIES, ['Kits', 'Search']],
  ])
  expect(labels({ va: true })[0]).toEqual([null, 'Dashboard'])
  expect(labels({ va: true, userAdmin: false })[0]).toEqual([null, 'Test Catalog', 'Dashboard'])
})

test('a code of a relative is redeemed by who creates orders', () => {
  const families = (permissions: PermissionName[]) =>
    labels({ permissions }).find(([label]) => label === 'Families')
  expect(families(['ViewOrder'])).toEqual(FAMILIES)
  expect(families(['ViewOrder', 'CreateOrder'])).toEqual([...FAMILIES, 'Redeem a code'])
})

test('kits are for who may view orders; ordered by who creates orders, sent by the laboratory', () => {
  const kits = (options: ViewerOptions) =>
    labels({ kits: true, ...options }).find(([label]) => label === 'Kits')
  expect(kits({ permissions: [] })).toBeUndefined()
  expect(kits({ permissions: ['ViewOrder', 'CreateOrder'] })).toEqual(['Kits', 'Search', 'Order kits'])
  expect(kits({ support: true })).toEqual(['Kits', 'Search', 'To send'])
  expect(kits({ support: true, kits: false })).toBeUndefined()
})

test('the messages of the laboratory and the requests for counseling are for its Support', () => {
  const laboratory = (options: ViewerOptions) => labels(options).find(([label]) => label === 'Laboratory')
  expect(laboratory({ permissions: ['ViewOrder', 'CreateOrder'], admin: true })).toBeUndefined()
  expect(laboratory({ support: true })).toEqual([
    ...[
      'Laboratory',
      'Results to check',
      'Follow-up',
      'Messages',
      'Hospital orders',
      'Counseling',
      'Retention',
    ],
  ])
})

test('the orders are for who may view them, the users for who may manage them', () => {
  expect(labels({ permissions: [] })).toEqual([[null, 'Test Catalog', 'Dashboard']])
  expect(labels({ permissions: [], mayManageUsers: true })[1]).toEqual(['Institution', 'Users'])
})

test('where a patient’s data went is told by who manages the institution’s users', () => {
  expect(labels({ permissions: ['ViewUser'] })).toEqual([[null, 'Test Catalog', 'Dashboard']])
  expect(labels({ permissions: ['CreateUser'] })[1]).toEqual([
    'Institution',
    'Due days and escalation',
    'Accounting of disclosures',
  ])
})

test('Create Order is for who may create or submit, VA users too', () => {
  for (const va of [false, true]) {
    expect(mayCreateOrders(viewer({ va, permissions: ['ViewOrder'] }))).toBe(false)
    expect(mayCreateOrders(viewer({ va, permissions: ['CreateOrder'] }))).toBe(true)
    expect(mayCreateOrders(viewer({ va, permissions: ['SubmitOrder'] }))).toBe(true)
  }
})

test('[PERM-07] VA users with user admin on lose Test Catalog and Create VOB; Create Order needs SubmitOrder or CreateOrder', () => {
  const va = { va: true, permissions: ['CreateOrder'] } satisfies ViewerOptions
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

test('[PERM-09 GAP-11] Upload a manifest is for who creates orders at the one configured institution, while the flag is on', () => {
  const entry = (options: ViewerOptions) => labels(options).flat().includes('Upload a manifest')
  const permissions: PermissionName[] = ['ViewOrder', 'CreateOrder']
  expect(entry({ permissions, manifestInstitution: '1001' })).toBe(true)
  expect(entry({ permissions: ['ViewOrder'], manifestInstitution: '1001' })).toBe(false)
  expect(entry({ permissions, manifestInstitution: '1006' })).toBe(false)
  expect(entry({ permissions, manifestInstitution: null })).toBe(false)
  expect(entry({ permissions, manifestInstitution: '1001', onlineOrders: false })).toBe(false)
})

test('Manage Users is for admins, where user admin is on', () => {
  expect(seesManageUsers(viewer({ admin: true }))).toBe(true)
  expect(seesManageUsers(viewer({ admin: true, userAdmin: false }))).toBe(false)
  expect(seesManageUsers(viewer({ permissions: ['ViewUser'] }))).toBe(false)
})

test('nobody begins orders where the portal takes none', () => {
  const options = { permissions: ['CreateOrder', 'SubmitOrder'] } satisfies ViewerOptions
  expect(mayCreateOrders(viewer({ ...options, onlineOrders: false }))).toBe(false)
  expect(mayCreateVob(viewer({ ...options, onlineOrders: false }))).toBe(false)
})

test('the notifications are for who may view orders, where they are enabled', () => {
  expect(seesNotifications(viewer())).toBe(true)
  expect(seesNotifications(viewer({ permissions: [] }))).toBe(false)
  expect(seesNotifications(viewer({ notifications: false }))).toBe(false)
})

test('one entry of the drawer is the current page’s: the nearest one', () => {
  const current = (pathname: string) =>
    drawerFor(
      viewer({ permissions: ['ViewOrder', 'CreateUser'], mayManageUsers: true, support: true, kits: true }),
    )
      .flatMap(({ entries }) => entries)
      .flatMap(({ to }) => (typeof to === 'string' && to !== '/orders' && isPageOf(to, pathname) ? [to] : []))
  expect(current('/follow-up')).toEqual(['/follow-up'])
  expect(current('/follow-up/rules')).toEqual(['/follow-up/rules'])
  expect(current('/laboratory/follow-up')).toEqual(['/laboratory/follow-up'])
  expect(current('/laboratory/results/12')).toEqual(['/laboratory/results'])
  expect(current('/users/waiting')).toEqual(['/users'])
  expect(current('/kits/7')).toEqual(['/kits'])
  expect(current('/profile')).toEqual([])
})
