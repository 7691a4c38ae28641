import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  Link,
  RouterProvider,
} from '@tanstack/react-router'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '#ui/testing/show-field.tsx'
import { useOnNavigation } from './use-on-navigation.ts'

/** A page with links, which counts how often what covers it is closed. */
async function showPage() {
  const close = vi.fn()
  const rootRoute = createRootRoute({
    component: function Page() {
      useOnNavigation(close)
      return (
        <>
          <Link to="/" search={{ status: 'reported' } as never}>
            Reported
          </Link>
          <Link to="." search={true}>
            Here
          </Link>
        </>
      )
    },
    notFoundComponent: () => null,
  })
  const history = createMemoryHistory({ initialEntries: ['/'] })
  const router = createRouter({ routeTree: rootRoute, history })
  show(<RouterProvider router={router} />)
  await expect.element(page.getByRole('link', { name: 'Here' })).toBeVisible()
  return { close, router }
}

test('what covers a page stays while the page replaces its own address', async () => {
  const { close, router } = await showPage()
  await router.navigate({ to: '/', search: { draft: 5 }, replace: true } as never)
  expect(router.state.location.search).toEqual({ draft: 5 })
  expect(close).not.toHaveBeenCalled()
})

test('it closes when the user follows a link, to elsewhere or to where they are, or goes back', async () => {
  const { close, router } = await showPage()
  await page.getByRole('link', { name: 'Reported' }).click()
  await expect.poll(() => router.state.location.search).toEqual({ status: 'reported' })
  expect(close).toHaveBeenCalledOnce()
  await page.getByRole('link', { name: 'Here' }).click()
  await expect.poll(() => close).toHaveBeenCalledTimes(2)
  router.history.back()
  await expect.poll(() => close).toHaveBeenCalledTimes(3)
})
