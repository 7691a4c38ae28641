import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Order } from '#contract/order.ts'
import type { Feature } from '#domain/orders/phenotype.ts'
import { completeOrder } from '#domain/orders/testing/complete-order.ts'
import { type Session, SessionContext } from '#portal/session/session.ts'
import { accessible, onPhone, show } from '#ui/testing/show-field.tsx'
import { MoreActions } from './MoreActions.tsx'

const session = {
  can: () => true,
  configuration: { features: { calendarDates: false }, flags: {} },
  institution: { code: '1001', name: 'Fernlight Clinic' },
} as unknown as Session
const SEIZURE: Feature = {
  ...{ patient: 'proband', termId: 'HP:0001250', label: 'Seizure', release: '2026-01-08' },
  status: 'present',
}
const entry = page.getByRole('menuitem', { name: 'Download phenopacket' })
const more = page.getByRole('button', { name: 'More' })

async function showActions(phenotype: Feature[]) {
  const document = { ...completeOrder(), phenotype }
  const order = {
    ...{ id: 4711, hospitalCode: '1001', state: 'submitted', vobStatus: null, reports: [], samples: [] },
    ...{ abilities: ['copy'], document, patient: document.patients[0] },
  } as unknown as Order
  const root = createRootRoute({ component: () => <MoreActions order={order} /> })
  const router = createRouter({ routeTree: root, history: createMemoryHistory() })
  show(
    <QueryClientProvider client={new QueryClient()}>
      <SessionContext value={session}>
        <RouterProvider router={router as never} />
      </SessionContext>
    </QueryClientProvider>,
  )
  await more.click()
}

test('[HPO-01] an order with findings has its phenopacket to download, by keyboard too', async () => {
  await onPhone()
  const fetched = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(
      async () => new Response('{}\n', { headers: { 'content-disposition': 'attachment' } }),
    )
  const saved: string[] = []
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download)
  })
  onTestFinished(() => {
    fetched.mockRestore()
    clicked.mockRestore()
  })
  await showActions([SEIZURE])
  await expect.element(entry).toBeVisible()
  await accessible()
  ;(entry.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => saved).toEqual(['phenopacket-4711.json'])
  expect(fetched.mock.calls.map(([path]) => path)).toEqual(['/api/orders/1001/4711/phenopacket'])
})
