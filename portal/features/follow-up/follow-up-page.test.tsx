import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { parsePlainSearch, stringifyPlainSearch } from '#portal/plain-search.ts'
import { type Session, SessionContext } from '#portal/session/session.ts'
import { show } from '#ui/testing/show-field.tsx'
import FollowUpPage from './FollowUpPage.tsx'
import { followUpSearch } from './search-params.ts'

const INSTITUTIONS = [
  { code: '1001', name: 'Harbor Clinic' },
  { code: '1003', name: 'Lake Clinic' },
]

/** Opens an address while the first institution is selected; returns the paths that were requested, and its router. */
function open(address: string) {
  const requested: string[] = []
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async (path) => {
    requested.push(String(path))
    if (String(path).endsWith('/colleagues')) return Response.json([])
    if (String(path).endsWith('/counts')) return Response.json({ open: 0, overdue: 0 })
    return Response.json({ data: [], meta: { total: 0, page: 1, limit: 25 } })
  })
  onTestFinished(() => fetched.mockRestore())
  function Page() {
    const [selected, select] = useState('1001')
    const session = {
      ...{ user: { id: 1, support: false }, institutions: INSTITUTIONS, can: () => true },
      institution: INSTITUTIONS.find(({ code }) => code === selected),
      selectInstitution: select,
    } as unknown as Session
    return (
      <SessionContext value={session}>
        <output>{session.institution.name}</output>
        <FollowUpPage />
      </SessionContext>
    )
  }
  const root = createRootRoute()
  const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in' })
  const list = createRoute({
    ...{ getParentRoute: () => signedIn, path: '/follow-up', component: Page },
    validateSearch: followUpSearch,
  })
  const router = createRouter({
    routeTree: root.addChildren([signedIn.addChildren([list])]),
    ...{ parseSearch: parsePlainSearch, stringifySearch: stringifyPlainSearch },
    history: createMemoryHistory({ initialEntries: [address] }),
  })
  show(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  return { requested, router }
}

test('[GAP-01] the list of a mail’s link is that of its institution, whichever is selected', async () => {
  const { requested, router } = open('/follow-up?institution=1003&status=overdue')
  await expect.element(page.getByText('Lake Clinic', { exact: true })).toBeVisible()
  await expect.poll(() => requested.some((path) => path.includes('1003'))).toBe(true)
  expect(requested.filter((path) => path.includes('1001'))).toEqual([])
  // Whoever selects another institution, and comes back, is not led away again.
  await expect.poll(() => router.state.location.search).not.toHaveProperty('institution')
  expect(router.state.location.search).toMatchObject({ status: 'overdue' })
})

test('an address without an institution is the list of the selected one', async () => {
  const { requested } = open('/follow-up?status=overdue')
  await expect.element(page.getByText('Harbor Clinic', { exact: true })).toBeVisible()
  await expect.poll(() => requested.some((path) => path.includes('1001'))).toBe(true)
})

test('the list of an institution where the reader does not work is missing', async () => {
  const { requested } = open('/follow-up?institution=9999')
  await expect.element(page.getByRole('heading', { name: 'Follow-up list not found' })).toBeVisible()
  expect(requested).toEqual([])
})
