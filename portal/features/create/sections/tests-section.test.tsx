import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { blankTest } from '#domain/orders/document.ts'
import { completeOrder } from '#domain/orders/testing/complete-order.ts'
import { TestsSection } from './TestsSection.tsx'
import { showSection } from './testing/show-section.tsx'

const rows = () =>
  page
    .getByRole('list', { name: 'Tests in this order' })
    .getByRole('button', { name: /^Remove / })
    .elements()
    .map((button) => button.getAttribute('aria-label'))

test('a test that a draft of the API holds twice leaves no row behind when it is removed', async () => {
  const panel = blankTest('1102', 'Epilepsy panel')
  const document = { ...completeOrder(), tests: [panel, blankTest('1700', 'Microarray'), panel] }
  const router = createRouter({
    routeTree: createRootRoute({ component: TestsSection }),
    history: createMemoryHistory(),
  })
  const form = showSection(<RouterProvider router={router as never} />, { document })
  await expect.poll(rows).toEqual(['Remove Epilepsy panel', 'Remove Microarray', 'Remove Epilepsy panel'])
  form.removeTest('1102')
  await expect.poll(rows).toEqual(['Remove Microarray'])
})
