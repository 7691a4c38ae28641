import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { PermissionName } from '#domain/permissions/permissions.ts'
import { PortalQueryClient } from '#portal/query-client.ts'
import { refreshing } from '#portal/session/refreshing.ts'
import { type Session, SessionContext } from '#portal/session/session.ts'
import { show } from '#ui/testing/show-field.tsx'
import DashboardPage from './DashboardPage.tsx'

const HARBOR = { code: '1001', name: 'Harbor Clinic' }
const LAKE = { code: '1003', name: 'Lake Clinic' }
const noOrders = { ordersDTO: [], total: 0 }
const step = {
  ...{ count: 0, late: 0, held: 0, missingInfo: 0 },
  ...{ trackingMissing: 0, parcelLate: 0, cancelling: 0 },
}
const STEPS = ['pending-submission', 'en-route', 'accessioned', 'in-process', 'reported'] as const

/** What the server replies, by the end of the path. A reply of null is a failure. */
const REPLIES: Record<string, unknown> = {
  ...{ '/Samples/1001/dashboard': { counts: {}, unreadReports: 0 }, '/reports/notices': [] },
  '/pipeline': Object.fromEntries(STEPS.map((name) => [name, step])),
  ...{ '/blocked': { orders: [], total: 0, overdue: 0 }, '/categories': [] },
  '/counts': { open: 0, overdue: 0, mine: 0, mineOverdue: 0, nobody: 0 },
  '/users/waiting': { data: [], meta: { total: 0, page: 1, limit: 1 } },
}
const withdrawn = {
  ...{ kind: 'withdrawn', at: '2026-11-20T10:00:00.000Z', words: '', hospitalCode: LAKE.code },
  ...{ orderId: 77, version: 1, testName: 'Whole Exome' },
  patient: { firstName: 'Lucía', lastName: 'Moreno', dateOfBirth: '2015-03-01', fetuses: '' },
}

interface Visit {
  /** Of the selected institution, Harbor Clinic; at Lake Clinic orders can be viewed. */
  permissions?: PermissionName[]
  replies?: Record<string, unknown>
  /** How many orders the selected institution has. */
  orders?: number
  /** Until when the list of reported orders is not answered. */
  reportedAfter?: Promise<unknown>
}

/** Shows the dashboard; `replies` may be changed while it is open. */
function showDashboard({ permissions = ['ViewOrder'], orders = 0, ...visit }: Visit = {}) {
  const replies = { ...REPLIES, ...visit.replies }
  // What the page says depends on the hour.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T09:00:00-06:00') })
  onTestFinished(() => void vi.useRealTimers())
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async (address) => {
    const { pathname, searchParams } = new URL(String(address), 'http://portal.test')
    const found = Object.keys(replies).find((path) => pathname.endsWith(path))
    const isList = found === undefined && pathname.endsWith('/Orders/1001')
    const isWhole = isList && searchParams.size === 1
    if (isList && searchParams.get('status') === 'reported') await visit.reportedAfter
    const reply = isList ? { ...noOrders, total: isWhole ? orders : 0 } : found && replies[found]
    if (reply) return Response.json(reply)
    return Response.json({}, { status: 503 })
  })
  onTestFinished(() => fetched.mockRestore())
  const roles = { [HARBOR.code]: permissions, [LAKE.code]: ['ViewOrder'] }
  const session = {
    user: {
      ...{ id: 1, firstName: 'Ada', support: false },
      customerRoles: [HARBOR, LAKE].map((institution) => ({
        ...{ institution, roles: [], permissions: roles[institution.code] },
      })),
    },
    ...{ institution: HARBOR, institutions: [HARBOR, LAKE], mayManageUsers: true },
    can: (permission: PermissionName) => permissions.includes(permission),
    configuration: {
      sites: { catalogue: 'https://catalogue.example', appointment: '' },
      features: {},
      flags: { OnlineOrderPortal: true },
    },
  } as unknown as Session
  const queries = new PortalQueryClient()
  // What cannot be read is not waited for.
  queries.setDefaultOptions({ queries: { ...queries.getDefaultOptions().queries, retry: false } })
  const router = createRouter({
    routeTree: createRootRoute({ component: DashboardPage }),
    history: createMemoryHistory(),
  })
  show(
    <QueryClientProvider client={queries}>
      <SessionContext value={session}>
        <RouterProvider router={router as never} />
      </SessionContext>
    </QueryClientProvider>,
  )
  return { replies, queries, updates: refreshing(queries) }
}

const changed = page.getByRole('region', { name: 'Changed reports' })

test.each<[string, Visit]>([
  ['has no orders yet', { orders: 0 }],
  ['has orders', { orders: 3 }],
  ['has no orders for the reader’s role', { permissions: ['CreateUser'] }],
])(
  'a report that is withdrawn at another institution appears while the dashboard of one that %s is open',
  async (_, visit) => {
    const { replies, updates } = showDashboard(visit)
    await expect.element(page.getByText('Test catalog')).toBeVisible()
    await expect.element(changed).not.toBeInTheDocument()
    replies['/reports/notices'] = [withdrawn]
    updates.changed(LAKE.code)
    await expect.element(changed.getByRole('link', { name: /Moreno/ })).toBeVisible()
    await expect.element(changed.getByText('Lake Clinic')).toBeVisible()
    updates.stop()
  },
)

test('no card is shown before it is known whether the one above it stays', async () => {
  let answer = () => {}
  const reportedAfter = new Promise<void>((resolve) => {
    answer = resolve
  })
  const { updates, queries } = showDashboard({ orders: 3, reportedAfter })
  const isRead = (key: string) => queries.getQueryData(['orders', HARBOR.code, key]) !== undefined
  await expect
    .poll(() => [isRead('summary'), isRead('pipeline'), queries.isFetching()])
    .toEqual([true, true, 1])
  await expect.element(page.getByRole('region', { name: 'Recent orders' })).not.toBeInTheDocument()
  answer()
  await expect.element(page.getByRole('region', { name: 'Recent orders' })).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'Recent reports' })).not.toBeInTheDocument()
  updates.stop()
})

test('changed reports that could not be read are not taken for none', async () => {
  showDashboard({ replies: { '/reports/notices': null } })
  await expect.element(changed.getByRole('button', { name: /again/i })).toBeVisible()
})

test('whoever waits for approval is announced where there are no orders yet', async () => {
  const waiting = { data: [], meta: { total: 2, page: 1, limit: 1 } }
  showDashboard({ permissions: ['ViewOrder', 'CreateUser'], replies: { '/users/waiting': waiting } })
  await expect.element(page.getByText(/2 people/)).toBeVisible()
})

test.each<[string, Record<string, unknown>, PermissionName[]]>([
  ['2 follow-ups of yours.', { '/counts': { open: 2, overdue: 2, mine: 2, mineOverdue: 2, nobody: 0 } }, []],
  [
    '1 follow-up without an owner.',
    { '/counts': { open: 1, overdue: 0, mine: 0, mineOverdue: 0, nobody: 1 } },
    [],
  ],
  ['1 changed report.', { '/reports/notices': [withdrawn] }, []],
  [
    '1 person waiting for approval.',
    { '/users/waiting': { data: [], meta: { total: 1, page: 1, limit: 1 } } },
    ['CreateUser'],
  ],
  ['Nothing needs your attention.', {}, ['CreateUser', 'SubmitOrder']],
])('the dashboard begins with what its cards list: %s', async (words, replies, more) => {
  showDashboard({ orders: 3, replies, permissions: ['ViewOrder', ...more] })
  await expect.element(page.getByText('Test catalog')).toBeVisible()
  await expect.element(page.getByText(`Good morning, Ada. ${words}`, { exact: true })).toBeVisible()
})

test.each(['/blocked', '/reports/notices', '/counts', '/users/waiting'])(
  'nothing is said to need attention only if all could be read, not if %s could not',
  async (path) => {
    const permissions: PermissionName[] = ['ViewOrder', 'CreateUser']
    showDashboard({ orders: 3, permissions, replies: { [path]: null } })
    await expect.element(page.getByText('Test catalog')).toBeVisible()
    await expect.element(page.getByText('Good morning, Ada.', { exact: true })).toBeVisible()
  },
)

test('a reported order of which another test still waits for a specimen is told of, as in every other step', async () => {
  const steps = Object.fromEntries(STEPS.map((name) => [name, step]))
  const reported = { ...step, count: 5, missingInfo: 1, trackingMissing: 2 }
  showDashboard({ orders: 5, replies: { '/pipeline': { ...steps, reported } } })
  for (const [name, filter] of [
    ['1 needs action', 'missingInfo=true'],
    ['2 without a tracking number', 'trackingMissing=true'],
  ] as const) {
    const link = page.getByRole('link', { name })
    await expect.element(link).toHaveAttribute('href', expect.stringContaining('status=reported'))
    await expect.element(link).toHaveAttribute('href', expect.stringContaining(filter))
  }
})
