import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  RouterProvider,
  useNavigate,
  useSearch,
} from '@tanstack/react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '#ui/testing/show-field.tsx'
import { SearchBox } from './SearchBox.tsx'

const box = page.getByRole('searchbox', { name: 'Search orders' })

/** A list with a search, and a link to another page whose code comes when `arrive` is called. */
async function showList() {
  const code = Promise.withResolvers<void>()
  const rootRoute = createRootRoute({ component: Outlet, notFoundComponent: () => null })
  const list = createRoute({
    getParentRoute: () => rootRoute,
    path: '/orders',
    component: function List() {
      const navigate = useNavigate()
      const { q = '' } = useSearch({ strict: false }) as { q?: string }
      return (
        <>
          <Link to={'/family-codes' as never}>Redeem a code</Link>
          <SearchBox
            label="Search orders"
            placeholder=""
            value={q}
            onSearch={(text) => void navigate({ to: '/orders', search: { q: text }, replace: true } as never)}
          />
        </>
      )
    },
  })
  const codes = createRoute({
    getParentRoute: () => rootRoute,
    path: '/family-codes',
    loader: () => code.promise,
    component: () => <h1>Redeem a code</h1>,
  })
  const router = createRouter({
    routeTree: rootRoute.addChildren([list, codes]),
    history: createMemoryHistory({ initialEntries: ['/orders'] }),
    defaultPendingMs: 60_000,
  })
  show(<RouterProvider router={router} />)
  await expect.element(box).toBeVisible()
  return { router, arrive: () => code.resolve() }
}

test('it searches when typing pauses', async () => {
  const { router } = await showList()
  await box.fill('boo')
  await expect.poll(() => router.state.location.search).toEqual({ q: 'boo' })
})

test('[WEB-02] what is typed on a page that the user is leaving does not call them back', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { router, arrive } = await showList()
  await page.getByRole('link', { name: 'Redeem a code' }).click()
  expect(router.history.location.pathname).toBe('/family-codes')
  await box.click()
  await userEvent.keyboard('boo')
  await expect.element(box).toHaveValue('boo')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(router.history.location.pathname).toBe('/family-codes')
  arrive()
  await expect.element(page.getByRole('heading', { name: 'Redeem a code' })).toBeVisible()
})
