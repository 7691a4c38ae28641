import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { OrderRow } from '#contract/order.ts'
import { ordersSearch } from '#portal/order/search-params.ts'
import { type Session, SessionContext } from '#portal/session/session.ts'
import { accessible, show } from '#ui/testing/show-field.tsx'
import OrdersPage from './OrdersPage.tsx'

const DRAFT = {
  ...{ id: 4711, hospitalCode: '1001', state: 'draft', stage: 'draft', displayStatus: 'Pending Submission' },
  patient: { firstName: 'Iris', lastName: 'Askwell', dateOfBirth: '', sex: '', fetuses: '' },
  ...{ recordNumber: '', accessionNumber: null, testCode: 'WES', testName: 'Exome', providerName: '' },
  ...{ isVOB: false, createdAt: '2026-11-20T15:00:00.000Z', updatedAt: '2026-11-20T15:00:00.000Z' },
  ...{ orderedAt: null, expectedOn: null, reportedAt: null, reportStatus: null, result: null },
  ...{ unreadReport: false, openPoints: 0, vobStatus: null, submitterName: null, isSentBack: false },
  ...{
    onHold: false,
    isLate: false,
    missingInfo: false,
    unsentSamples: [],
    samplesToShip: [],
    lateParcels: [],
  },
} as unknown as OrderRow

/** Opens the list that an address asks for, for a user with these permissions; returns the lists that were asked for. */
function openList(search: string, permissions: string[], ...ordersDTO: OrderRow[]): URL[] {
  const asked: URL[] = []
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async (address) => {
    const url = new URL(String(address), location.href)
    if (!/\/api\/orders\/1001$/i.test(url.pathname)) return new Promise(() => {})
    asked.push(url)
    return Response.json({ total: ordersDTO.length, top: 25, skip: 0, ordersDTO })
  })
  onTestFinished(() => fetched.mockRestore())
  const session = {
    ...{ user: { id: 7 }, institution: { code: '1001', name: 'Arden Clinic' } },
    configuration: { features: {} },
    can: (permission: string) => permissions.includes(permission),
  } as unknown as Session
  const root = createRootRoute()
  const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in' })
  const orders = createRoute({
    ...{ getParentRoute: () => signedIn, path: '/orders', component: OrdersPage },
    validateSearch: ordersSearch,
  })
  const router = createRouter({
    routeTree: root.addChildren([signedIn.addChildren([orders])]),
    history: createMemoryHistory({ initialEntries: [`/orders?${search}`] }),
  })
  show(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <SessionContext value={session}>
        <RouterProvider router={router as never} />
      </SessionContext>
    </QueryClientProvider>,
  )
  return asked
}

const chip = page.getByRole('link', { name: /^Assigned to me/ as unknown as string })
const row = page.getByRole('row').filter({ hasText: 'Askwell' })

test('who prepares orders without submitting them finds what is assigned to them, and whom each waits for', async () => {
  const handed = { ...DRAFT, responsibleName: 'Kerttu Lindqvist' }
  const asked = openList('status=asked-of-me', ['ViewOrder', 'CreateOrder'], handed)
  await expect.element(chip).toHaveTextContent('Assigned to me1')
  await expect.element(row.getByText('Assigned to Kerttu Lindqvist', { exact: true })).toBeVisible()
  expect(asked.length).toBeGreaterThan(0)
  for (const { searchParams } of asked)
    expect([searchParams.get('askedOfMe'), searchParams.get('orResponsible')]).toEqual(['true', 'true'])
  await accessible()
})

test('a draft’s row tells who was asked to submit it from who is responsible for it', async () => {
  const asked = { ...DRAFT, responsibleName: 'Kerttu Lindqvist', submitterName: 'Ada Okafor' }
  openList('', ['ViewOrder', 'CreateOrder', 'SubmitOrder'], asked)
  await expect.element(row).toBeVisible()
  await expect.element(row.getByText('Ada Okafor was asked to submit')).toBeVisible()
  await expect.element(row.getByText('Assigned to Kerttu Lindqvist', { exact: true })).toBeVisible()
})

test('nothing can be assigned to users who may only read', async () => {
  openList('', ['ViewOrder'], DRAFT)
  await expect.element(row).toBeVisible()
  await expect.element(chip).not.toBeInTheDocument()
})
