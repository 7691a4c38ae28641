import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { AvailabilityRequest } from '#contract/sample.ts'
import { queryClient } from '#portal/api.ts'
import { availabilityOptions } from '#portal/order/queries.ts'
import { type Session, SessionContext } from '#portal/session/session.ts'
import { accessible, show } from '#ui/testing/show-field.tsx'
import { AvailabilityList } from './Availability.tsx'

/** A question that an order with the number 4712 was begun for. */
const ORDERED: AvailabilityRequest = {
  ...{ id: 3, sampleId: 7, hospitalCode: '1001', testCode: 'EPI2', testName: 'Epilepsy Panel' },
  ...{ status: 'ordered', note: '', orderId: 4712, isOrderDraft: true },
  ...{ requestedBy: 'Ada Okafor', requestedAt: '2026-11-20T15:00:00.000Z', answeredAt: null },
}

function list(request: AvailabilityRequest, mayOrder: boolean): void {
  queryClient.setQueryData(availabilityOptions('1001', 7).queryKey, [request])
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json([request]))
  onTestFinished(() => {
    fetched.mockRestore()
    queryClient.clear()
  })
  const session = { user: { id: 7, support: false } } as unknown as Session
  const specimen = 'Blood of Lucía Moreno'
  const root = createRootRoute({
    component: () => (
      <AvailabilityList hospitalCode="1001" sampleId={7} specimen={specimen} mayOrder={mayOrder} />
    ),
  })
  const router = createRouter({ routeTree: root, history: createMemoryHistory() })
  show(
    <QueryClientProvider client={queryClient}>
      <SessionContext value={session}>
        <RouterProvider router={router as never} />
      </SessionContext>
    </QueryClientProvider>,
  )
}

const link = (name: string) => page.getByRole('link', { name, exact: true })
const goOn = link('Continue draft: Epilepsy Panel, Blood of Lucía Moreno')

test('an order that was only begun is called a draft, which can be continued', async () => {
  list(ORDERED, true)
  await expect.element(link('Draft 4712, not submitted')).toBeVisible()
  await expect.element(goOn).toHaveAttribute('href', '/create?draft=4712')
  await expect.element(page.getByText(/Ordered/)).not.toBeInTheDocument()
  await accessible()
})

test('users who may not order see the draft without a button to continue it', async () => {
  list(ORDERED, false)
  await expect.element(link('Draft 4712, not submitted')).toBeVisible()
  await expect.element(goOn).not.toBeInTheDocument()
})

test('once it is submitted, it is ordered', async () => {
  list({ ...ORDERED, isOrderDraft: false }, true)
  await expect.element(link('Ordered as order 4712')).toBeVisible()
  await expect.element(goOn).not.toBeInTheDocument()
})
