import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Order, OrderSample } from '#contract/order.ts'
import { blankPatient } from '#domain/orders/document.ts'
import { show } from '#ui/testing/show-field.tsx'
import { Tracking } from './Tracking.tsx'

type TrackedOrder = Pick<Order, 'hospitalCode' | 'document' | 'samples'>

const parcel = (id: number, trackingNumber: string) =>
  ({
    id,
    carrier: 'Fedex',
    trackingNumber,
    link: 'https://x',
    dueOn: '2026-12-01',
  }) as OrderSample['shipment']
const sample = (id: number, shipment: OrderSample['shipment'] = null) =>
  ({
    ...{ id, key: 's1', patientName: 'Lucía Moreno', relationship: 'Proband', specimenType: 'Blood' },
    ...{ isAccessioned: false, rejected: null, recollectionOf: null, isSettled: false, shipment },
  }) as OrderSample
const orderWith = (...samples: OrderSample[]) =>
  ({
    ...{ hospitalCode: '1001', samples },
    document: {
      patients: [{ ...blankPatient('Proband', 'proband'), firstName: 'Lucía', lastName: 'Moreno' }],
      samples: [],
    },
  }) as unknown as TrackedOrder

/** Shows the first sample's number; returns what is sent, and what changes the order behind the dialog. */
function showTracking(before: TrackedOrder) {
  const sent: unknown[] = []
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async (_path, init) => {
    sent.push(JSON.parse(String(init?.body)))
    return Response.json({}, { status: 500 })
  })
  onTestFinished(() => fetched.mockRestore())
  let change = (_: TrackedOrder) => {}
  function Page() {
    const [order, setOrder] = useState(before)
    change = setOrder
    const [first] = order.samples
    return first && <Tracking sample={first} order={order} offered />
  }
  const router = createRouter({
    routeTree: createRootRoute({ component: Page }),
    history: createMemoryHistory(),
  })
  show(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  return { sent, change: (order: TrackedOrder) => change(order) }
}
const press = (name: string | RegExp) => page.getByRole('button', { name }).click()

test('a number is entered for samples as they were when the dialog was opened', async () => {
  const { sent, change } = showTracking(orderWith(sample(1, parcel(7, '111')), sample(2)))
  await press(/^Change/)
  await userEvent.fill(page.getByRole('textbox', { name: 'Tracking number' }), '799531274483')
  change(orderWith(sample(1, parcel(8, '222')), sample(2, parcel(8, '222'))))
  await press('Save tracking number')
  await expect.poll(() => sent.length).toBe(1)
  expect(sent[0]).toMatchObject({
    sampleIds: [1, 2],
    seenIn: [
      { sampleId: 1, shipmentId: 7 },
      { sampleId: 2, shipmentId: null },
    ],
  })
})

test('a number is removed that was there when the dialog was opened', async () => {
  const { sent, change } = showTracking(orderWith(sample(1, parcel(7, '111')), sample(2)))
  await press(/^Change/)
  await expect.element(page.getByRole('textbox', { name: 'Tracking number' })).toHaveValue('111')
  change(orderWith(sample(1, parcel(8, '222')), sample(2)))
  await expect.element(page.getByRole('link', { name: /222/, includeHidden: true })).toBeInTheDocument()
  await expect.element(page.getByRole('textbox', { name: 'Tracking number' })).toHaveValue('111')
  await press('Remove the tracking number')
  await expect.poll(() => sent.length).toBe(1)
  expect(sent[0]).toEqual({
    ...{ shipCarrierToBG: null, shipTrackingNoToBG: null },
    seenIn: [{ sampleId: 1, shipmentId: 7 }],
  })
})
