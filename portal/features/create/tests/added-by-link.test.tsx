import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
  useSearch,
} from '@tanstack/react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { TestDetails } from '#contract/catalogue.ts'
import { blankTest } from '#domain/orders/document.ts'
import { completeOrder } from '#domain/orders/testing/complete-order.ts'
import { catalogueFrame } from '#portal/session/catalogue-frame.ts'
import { emptyCartOnce, FROM_CART } from '../cart-order.ts'
import { showSection } from '../sections/testing/show-section.tsx'
import { AddedByLink } from './AddedByLink.tsx'

const tests = [blankTest('1600', 'Exome'), blankTest('1102', 'Epilepsy panel')]
const document = { ...completeOrder(), tests }
const addOnTests = [{ code: '1102', testName: 'Epilepsy panel' }] as TestDetails['addOnTests']

/** The form at an address that names both tests. */
async function openLink(state: object) {
  const history = createMemoryHistory()
  history.push(`/?test=${encodeURIComponent(JSON.stringify(['1600', '1102']))}`, state)
  const router = createRouter({ routeTree: createRootRoute({ component: Linked }), history })
  showSection(<RouterProvider router={router as never} />, { document, test: { addOnTests } })
  await expect.element(page.getByText('Linked: 1600,1102')).toBeVisible()
}

function Linked() {
  const { test: linked } = useSearch({ strict: false })
  return (
    <>
      <p>{`Linked: ${linked}`}</p>
      <AddedByLink />
    </>
  )
}

test('the tests that a link has brought besides are named', async () => {
  await openLink({})
  await expect.element(page.getByText(/Epilepsy panel/)).toBeVisible()
})

test('in a cart somebody chose each', async () => {
  await openLink(FROM_CART)
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test('an order from the cart rids it of its tests once it has any', () => {
  const post = vi.spyOn(catalogueFrame, 'post').mockImplementation(() => {})
  onTestFinished(() => post.mockRestore())
  const saved = emptyCartOnce()
  saved({ tests: [blankTest('', '')], addOnTests: [] })
  expect(post).not.toHaveBeenCalled()
  saved({ tests, addOnTests: [] })
  saved({ tests: [blankTest('1701', 'Genome')], addOnTests: [] })
  expect(post.mock.calls).toEqual([[{ type: 'ordered', codes: ['1600', '1102'] }]])
})
