import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { OrderRow } from '#contract/order.ts'
import { type Session, SessionContext } from '#portal/session/session.ts'
import { show } from '#ui/testing/show-field.tsx'
import { ReportsCard, reportedOptions, unopenedOptions } from './ReportsCard.tsx'

const CLINIC = '1001'
const unreadKey = unopenedOptions(CLINIC).queryKey
const recentKey = reportedOptions(CLINIC).queryKey

const reportOf = (id: number, lastName: string, unreadReport: boolean) =>
  ({
    ...{
      id,
      state: 'reported',
      stage: 'reported',
      hospitalCode: CLINIC,
      testName: 'Carrier Screen',
      unreadReport,
    },
    ...{ reportedAt: `2026-11-20T10:00:0${id}.000Z`, updatedAt: `2026-11-20T10:00:0${id}.000Z` },
    patient: { firstName: 'Testa', lastName, dateOfBirth: '1960-01-01', fetuses: '' },
  }) as unknown as OrderRow
const pageOf = (...ordersDTO: OrderRow[]) => ({ total: ordersDTO.length, top: 100, skip: 0, ordersDTO })

/** Shows the card with the two lists read; `receive` replaces one of them, as a later reply does. */
function showCard() {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  const receive = (key: typeof unreadKey, ...rows: OrderRow[]) => queries.setQueryData(key, pageOf(...rows))
  const both = [reportOf(1, 'Larkspindle', true), reportOf(2, 'Mothwing', true)]
  receive(unreadKey, ...both)
  receive(recentKey, ...both)
  const session = { institution: { code: CLINIC }, can: () => true } as unknown as Session
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <ReportsCard unread={2} /> }),
    history: createMemoryHistory(),
  })
  show(
    <QueryClientProvider client={queries}>
      <SessionContext value={session}>
        <RouterProvider router={router as never} />
      </SessionContext>
    </QueryClientProvider>,
  )
  return receive
}

/** The patients of the list and what can be done with their reports. */
const lines = () =>
  page
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => (textContent ?? '').replace(/,.*(Read report|opened)$/, ': $1'))

test('a report is listed once while only one of the two lists says that it was opened', async () => {
  const receive = showCard()
  await expect.poll(lines).toEqual(['Mothwing: Read report', 'Larkspindle: Read report'])
  receive(recentKey, reportOf(1, 'Larkspindle', false), reportOf(3, 'Reedling', false))
  await expect.poll(lines).toEqual(['Mothwing: Read report', 'Larkspindle: Read report', 'Reedling: opened'])
  receive(unreadKey, reportOf(2, 'Mothwing', true))
  await expect.poll(lines).toEqual(['Mothwing: Read report', 'Reedling: opened', 'Larkspindle: opened'])
})

test('the list of the unopened comes first: the report is back when the other has come', async () => {
  const receive = showCard()
  await expect.poll(lines).toEqual(['Mothwing: Read report', 'Larkspindle: Read report'])
  receive(unreadKey, reportOf(2, 'Mothwing', true))
  await expect.poll(lines).toEqual(['Mothwing: Read report'])
  receive(recentKey, reportOf(1, 'Larkspindle', false), reportOf(2, 'Mothwing', true))
  await expect.poll(lines).toEqual(['Mothwing: Read report', 'Larkspindle: opened'])
})
