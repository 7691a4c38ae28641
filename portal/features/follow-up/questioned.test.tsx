import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { FollowUpWithTrail } from '#contract/follow-up.ts'
import type { Order } from '#contract/order.ts'
import { type Session, SessionContext } from '#portal/session/session.ts'
import { show } from '#ui/testing/show-field.tsx'
import { FollowUpCard } from './FollowUpCard.tsx'
import FollowUpPage from './FollowUpPage.tsx'
import { FollowUpsCard } from './FollowUpsCard.tsx'
import { followUpSearch } from './search-params.ts'

const COUNTS = { open: 1, overdue: 0, mine: 1, mineOverdue: 0, nobody: 0 }
const REPORT: FollowUpWithTrail = {
  ...{ id: 7, hospitalCode: '1001', orderId: 4711, kind: 'report', person: 'proband' },
  patient: { firstName: 'Linh', lastName: 'Quill', dateOfBirth: '1990-04-12' },
  ...{ testCode: '1602', testName: 'Exome', about: '', result: 'negative', revision: 3 },
  detail: { kind: 'report', version: 1, number: 1, status: 'final', change: null, before: null },
  ...{ openedAt: '2026-05-06T10:00:00.000Z', dueOn: '2026-05-13', isOverdue: false, isOwn: true },
  owner: { id: 1, name: 'Ada Okafor' },
  ...{ escalated: null, closed: null, events: [] },
}

/** Opens a page or card that shows the only follow-up; `isQuestioned` is left out by a server of the version before. */
function open(place: () => ReactNode, isQuestioned?: boolean) {
  const followUp = isQuestioned === undefined ? REPORT : { ...REPORT, isQuestioned }
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async (path) => {
    if (String(path).endsWith('/colleagues')) return Response.json([])
    if (String(path).endsWith('/counts')) return Response.json(COUNTS)
    if (String(path).includes('/orders/')) return Response.json([followUp])
    return Response.json({ data: [followUp], meta: { total: 1, page: 1, limit: 25 } })
  })
  onTestFinished(() => fetched.mockRestore())
  const session = {
    ...{ user: { id: 1, support: false }, institution: { code: '1001', name: 'Harbor Clinic' } },
    ...{ institutions: [{ code: '1001', name: 'Harbor Clinic' }], can: () => true },
  } as unknown as Session
  const component = () => (
    <SessionContext value={session}>
      <Suspense>{place()}</Suspense>
    </SessionContext>
  )
  const root = createRootRoute()
  const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in' })
  const list = createRoute({
    ...{ getParentRoute: () => signedIn, path: '/follow-up', component },
    validateSearch: followUpSearch,
  })
  const order = createRoute({ getParentRoute: () => signedIn, path: '/order/details/$id' })
  const router = createRouter({
    routeTree: root.addChildren([signedIn.addChildren([list, order])]),
    history: createMemoryHistory({ initialEntries: ['/follow-up'] }),
  })
  show(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
}

const PLACES = {
  list: () => <FollowUpPage />,
  dashboard: () => <FollowUpsCard counts={{ data: COUNTS } as never} />,
  order: () => (
    <FollowUpCard order={{ id: 4711, hospitalCode: '1001', stage: 'reported' } as unknown as Order} />
  ),
}
const mark = () => page.getByText('Being checked by the laboratory')

test.each(Object.entries(PLACES))(
  'a result that the laboratory is checking is marked: %s',
  async (_, place) => {
    open(place, true)
    await expect.poll(() => document.body.textContent).toContain('Being checked by the laboratory')
    await expect.element(mark()).toBeVisible()
  },
)

test.each([
  ['is right', false],
  ['is not known about, by a server of the version before', undefined],
])('a result that %s has no mark', async (_, isQuestioned) => {
  open(PLACES.order, isQuestioned)
  await expect.element(page.getByText('Negative').first()).toBeVisible()
  await expect.element(mark()).not.toBeInTheDocument()
})

test('whoever acknowledges a report sees in the dialog that it is being checked', async () => {
  open(PLACES.order, true)
  await page.getByRole('button', { name: 'Acknowledge the report of Exome' }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText('Being checked by the laboratory')).toBeVisible()
})
