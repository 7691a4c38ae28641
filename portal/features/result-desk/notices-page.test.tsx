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
import type { resultDeskRoutes } from '#contract/result-desk.ts'
import type { ReplyOf } from '#contract/route.ts'
import { PAGE_SIZE } from '#portal/list/paging.ts'
import { type Session, SessionContext } from '#portal/session/session.ts'
import { show } from '#ui/testing/show-field.tsx'
import NoticesPage from './NoticesPage.tsx'
import { noticesOptions } from './queries.ts'

type Notices = ReplyOf<(typeof resultDeskRoutes)['notices']>
type Notice = Notices['data'][number]

/** Of a report that was opened at this minute; all are told at once, and each is its report’s first version. */
const noticeOf = (id: number, orderId: number, minute: number): Notice => ({
  ...{ id, orderId, version: 1, kind: 'withdrawn', hospitalCode: '1001', institutionName: 'Harbor Clinic' },
  reader: { name: 'Dora Lund', email: 'dora@harbor.example' },
  openedAt: `2026-11-19T16:0${minute}:00.000Z`,
  ...{ toldAt: '2026-11-20T16:00:00.000Z', readAt: null },
})

/** Shows the page with these notices; `receive` replaces them, as a later reply does. */
function showPage(...first: Notice[]) {
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(() => new Promise(() => {}))
  onTestFinished(() => fetched.mockRestore())
  const queries = new QueryClient()
  const receive = (...data: Notice[]) => {
    const { queryKey } = noticesOptions({ list: 'unread', page: 1, limit: PAGE_SIZE })
    queries.setQueryData(queryKey, { data, meta: { total: data.length, page: 1, limit: PAGE_SIZE } })
  }
  receive(...first)
  const root = createRootRoute()
  const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in' })
  const notices = createRoute({
    getParentRoute: () => signedIn,
    path: '/laboratory/notices',
    validateSearch: () => ({ status: 'unread', page: 1 }),
    component: NoticesPage,
  })
  const router = createRouter({
    routeTree: root.addChildren([signedIn.addChildren([notices])]),
    history: createMemoryHistory({ initialEntries: ['/laboratory/notices'] }),
  })
  show(
    <QueryClientProvider client={queries}>
      <SessionContext value={{ user: { support: true } } as unknown as Session}>
        <RouterProvider router={router as never} />
      </SessionContext>
    </QueryClientProvider>,
  )
  return receive
}

test('two reports of one order withdrawn at once are two notices, and both go once they are confirmed', async () => {
  const other = noticeOf(3, 4712, 3)
  const receive = showPage(noticeOf(1, 4711, 1), noticeOf(2, 4711, 2), other)
  const opened = () =>
    page
      .getByRole('row')
      .elements()
      .slice(1)
      .map(({ textContent }) => textContent?.match(/opened 19 Nov 2026, (10:\d\d)/)?.[1])
  await expect.poll(opened).toEqual(['10:01', '10:02', '10:03'])
  receive(other)
  await expect.poll(opened).toEqual(['10:03'])
})
