import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { FullSample } from '#contract/sample.ts'
import type { OrderState } from '#domain/orders/status.ts'
import { show } from '#ui/testing/show-field.tsx'
import { SampleBanner } from './SampleBanner.tsx'

const REJECTED = {
  ...{ id: 1, recollectionOf: null, collectedAgainAt: null, isAccessioned: true, isSettled: false },
  rejected: { at: '2026-03-20T15:00:00.000Z', reason: 'Clotted' },
}
const REPLACEMENT = { ...REJECTED, id: 2, recollectionOf: 1, isAccessioned: false, rejected: null }

/** The banner of a rejected sample, or of the one that replaces it. */
async function showBanner(which: 'rejected' | 'replacement', state: OrderState, more: object = {}) {
  const [before, after] = [REJECTED, { ...REPLACEMENT, ...more }]
  const [sample, siblings] = which === 'rejected' ? [before, [after]] : [after, [before]]
  const details = { sample, siblings, order: { state } } as unknown as FullSample
  const Page = () => (
    <main>
      <SampleBanner details={details} />
      Below
    </main>
  )
  const root = createRootRoute({ component: Page })
  const router = createRouter({ routeTree: root, history: createMemoryHistory() })
  await router.load()
  show(<RouterProvider router={router as never} />)
}

test('a rejected sample leads to the request for another', async () => {
  await showBanner('rejected', 'in-process')
  await expect
    .element(page.getByRole('link', { name: 'View recollection request' }))
    .toHaveAttribute('href', '/sample/2')
})

test('a rejected sample leads to the one that was collected again, whatever the state of its order', async () => {
  await showBanner('rejected', 'pending-cancellation', { collectedAgainAt: '2026-03-22T15:00:00.000Z' })
  await expect
    .element(page.getByRole('link', { name: 'View the recollected sample' }))
    .toHaveAttribute('href', '/sample/2')
})

test('a rejected sample leads to the one that replaced it and was rejected too', async () => {
  await showBanner('rejected', 'in-process', { rejected: REJECTED.rejected })
  await expect
    .element(page.getByRole('link', { name: 'View the recollected sample' }))
    .toHaveAttribute('href', '/sample/2')
})

test.for(['pending-cancellation', 'cancelled'] as const)(
  'no recollection is asked for while the order is %s',
  async (state) => {
    await showBanner('rejected', state)
    await expect.element(page.getByText('Clotted.')).toBeVisible()
    await expect.element(page.getByRole('link')).not.toBeInTheDocument()
  },
)

test('the sample to be collected again says why, and leads to the rejected one', async () => {
  await showBanner('replacement', 'in-process')
  await expect.element(page.getByText(/Clotted\./)).toBeVisible()
  await expect.element(page.getByRole('link')).toHaveAttribute('href', '/sample/1')
})

test('the sample to be collected again asks for nothing while cancellation is decided', async () => {
  await showBanner('replacement', 'pending-cancellation')
  expect(page.getByRole('main').element().textContent).toBe('Below')
})
