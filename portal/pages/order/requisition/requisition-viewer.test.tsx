import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Order } from '#contract/order.ts'
import { blankPatient } from '#domain/orders/document.ts'
import { onPhone, show } from '#ui/testing/show-field.tsx'
import { RequisitionViewer } from './RequisitionViewer.tsx'

const sample = { id: 31, key: 's1', dateOfCollection: '' }
const again = { id: 32, key: 's1-r1', dateOfCollection: '' }
const withdrawn = { on: '2026-11-20', reason: '', by: 'Ada Okafor', at: '2026-11-20T15:00:00.000Z' }
const ledgerWith = (research: object | null) => [
  { person: 'proband', items: [{ id: 'research', answer: true, withdrawn: research }] },
]
const order = {
  ...{ id: 4711, hospitalCode: '1001', version: 3, accessionNumber: null, requisitionAdditions: [] },
  document: { patients: [{ ...blankPatient('Proband', 'proband'), firstName: 'Ana', lastName: 'Brook' }] },
  ...{ samples: [sample], consentLedger: ledgerWith(null) },
} as unknown as Order

const download = page.getByRole('link', { name: 'Download' })

/** Shows the order's requisition; returns how often it was printed, and what changes the order on the page. */
async function showRequisition() {
  await onPhone()
  const headers = { 'content-disposition': 'attachment' }
  const fetched = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () => new Response('%PDF-1.7', { headers }))
  onTestFinished(() => fetched.mockRestore())
  let setOrder = (_: Order) => {}
  function Page() {
    const [current, setCurrent] = useState(order)
    setOrder = setCurrent
    return <RequisitionViewer order={current} />
  }
  const routeTree = createRootRoute({ component: Page })
  const router = createRouter({ routeTree, history: createMemoryHistory() })
  show(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  await expect.element(download).toBeVisible()
  return {
    printed: () => fetched.mock.calls.length,
    change: (to: object) => flushSync(() => setOrder({ ...order, ...to })),
  }
}

test.each<[string, object]>([
  ['a rejected tube is to be collected again', { samples: [sample, again] }],
  ['the day of a collection is recorded', { samples: [{ ...sample, dateOfCollection: '2026-11-21' }] }],
  ['a consent is withdrawn', { consentLedger: ledgerWith(withdrawn) }],
])('an open requisition is printed again once %s, and only then', async (_, to) => {
  const { printed, change } = await showRequisition()
  change({ documents: 2, samples: [{ ...sample, shipTrackingNoToBG: '1Z' }] })
  await expect.element(download).toBeVisible()
  expect(printed()).toBe(1)
  change(to)
  await expect.poll(printed).toBe(2)
  await expect.element(download).toBeVisible()
})
