import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Order, OrderEvent } from '#contract/order.ts'
import type { ReportVersionView } from '#contract/reports.ts'
import { queryClient } from '#portal/api.ts'
import { orderFollowUpsOptions } from '#portal/features/follow-up/public.ts'
import { reportsOptions } from '#portal/features/reports/public.ts'
import { type Session, SessionContext } from '#portal/session/session.ts'
import { accessible, show } from '#ui/testing/show-field.tsx'
import { OpenedDocument } from './OpenedDocument.tsx'

const SESSION = { user: { id: 7 }, institution: { code: '1001' }, can: () => true } as unknown as Session

const at = '2026-11-20T15:00:00.000Z'
const event = (id: number, kind: OrderEvent['kind'], detail = ''): OrderEvent => ({
  ...{ id, kind, at, actor: 'Ada Okafor', detail },
})

/** What the page says first of an order with one current report of this status; `hash` opens it. */
function open(
  status: ReportVersionView['status'],
  state: Order['state'],
  events: OrderEvent[],
  hash = '',
): void {
  const version = {
    ...{ id: 12, version: 1, number: 1, status, state: 'current', isQuestioned: false, isUnread: false },
    ...{ issuedAt: at, receivedAt: at, change: null, comment: '', withdrawn: null, notice: null, parts: [] },
  } as unknown as ReportVersionView
  const order = {
    ...{ id: 4711, hospitalCode: '1001', state, stage: state, events, abilities: [] },
    ...{ submissionAsked: null, sentBack: null, document: { patients: [], tests: ['WES'], addOnTests: [] } },
    reports: [{ isCurrent: true }],
  } as unknown as Order
  const report = { person: 'proband', personName: 'Ida Berg', testCode: 'WES', testName: 'Exome', current: 1 }
  queryClient.setQueryData(reportsOptions('1001', 4711).queryKey, {
    reports: [{ ...report, versions: [version] }],
    isBeingChecked: false,
  } as never)
  queryClient.setQueryData(orderFollowUpsOptions('1001', 4711).queryKey, [])
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(() => new Promise(() => {}))
  onTestFinished(() => {
    fetched.mockRestore()
    queryClient.clear()
  })
  const root = createRootRoute({ component: () => <OpenedDocument order={order} /> })
  const history = createMemoryHistory({ initialEntries: [`/${hash}`] })
  const router = createRouter({ routeTree: root, history })
  show(
    <QueryClientProvider client={queryClient}>
      <SessionContext value={SESSION}>
        <RouterProvider router={router as never} />
      </SessionContext>
    </QueryClientProvider>,
  )
}

const heading = (name: string) => page.getByRole('heading', { name })
const words = () => document.body.textContent ?? ''

test.each([
  ['preliminary', 'no final report will confirm these results'],
  ['partial', 'no more results will follow'],
] as const)(
  'an order that was cancelled after a %s report says who cancelled it, and asks nobody to wait',
  async (status, meaning) => {
    open(status, 'cancelled', [event(1, 'cancelled', 'The family moved away')])
    await expect.element(heading('This order is cancelled')).toBeVisible()
    await expect.element(heading(`A ${status} report is ready`)).toBeVisible()
    expect(words()).toContain(
      'by Ada Okafor. Reason: “The family moved away”. There will be no further report.',
    )
    expect(words()).toContain(meaning)
    expect(words()).not.toMatch(/Wait for the final report|More results will follow/)
    await accessible()
  },
)

test('the opened report of a cancelled order says so, too', async () => {
  open('preliminary', 'cancelled', [event(1, 'cancelled')], '#report')
  await expect.element(page.getByRole('region', { name: 'Report of Ida Berg' })).toBeVisible()
  await expect.element(heading('This order is cancelled')).toBeVisible()
  expect(words()).toContain('no final report will confirm these results')
  expect(words()).not.toContain('Wait for the final report')
})

test('beside a preliminary report it is said that cancellation is requested', async () => {
  open('preliminary', 'pending-cancellation', [event(1, 'cancellation-asked', 'Ordered twice')])
  await expect.element(heading('Cancellation requested')).toBeVisible()
  await expect.element(page.getByText(/Wait for the final report/)).toBeVisible()
})

test('beside a preliminary report it is said that the laboratory declined to cancel', async () => {
  const asked = event(1, 'cancellation-asked', 'Ordered twice')
  open('preliminary', 'in-process', [asked, event(2, 'cancellation-refused', 'It is done')])
  await expect.element(heading('The laboratory declined to cancel this order')).toBeVisible()
})
