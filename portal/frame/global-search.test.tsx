import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type Session, SessionContext } from '#portal/session/session.ts'
import { show } from '#ui/testing/show-field.tsx'
import { GlobalSearch } from './GlobalSearch.tsx'

const institution = { code: '1001', name: 'Harbor Clinic' }
const session = {
  ...{ user: { id: 1, support: false, customerRoles: [] }, institution, institutions: [institution] },
  can: (permission: string) => permission === 'ViewOrder',
  configuration: { excludedBilling: [], flags: {}, features: {} },
} as unknown as Session

const order = (id: number, lastName: string) => ({
  ...{ id, stage: 'accessioned', accessionNumber: null, displayStatus: 'Accessioned', testName: 'Exome' },
  patient: { firstName: 'Ana', lastName, dateOfBirth: '2019-03-14', sex: '', fetuses: '' },
})

/** Shows the search of a server that answers once `answer` is called. */
function openSearch() {
  const held = new Map<string, () => void>()
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async (path) => {
    const keyword = new URL(String(path), location.href).searchParams.get('keyword') ?? ''
    await new Promise<void>((resolve) => held.set(keyword, resolve))
    return Response.json({ ordersDTO: [order(keyword === 'Moreno' ? 11 : 12, keyword)], total: 1 })
  })
  onTestFinished(() => fetched.mockRestore())
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <GlobalSearch onClose={() => {}} openKeys={() => {}} /> }),
    history: createMemoryHistory(),
  })
  show(
    <QueryClientProvider client={new QueryClient()}>
      <SessionContext value={session}>
        <RouterProvider router={router as never} />
      </SessionContext>
    </QueryClientProvider>,
  )
  return {
    router,
    async answer(keyword: string) {
      await expect.poll(() => held.has(keyword)).toBe(true)
      held.get(keyword)?.()
    },
  }
}

test('Enter never opens what was found for the name before', async () => {
  const { router, answer } = openSearch()
  const field = page.getByRole('combobox', { name: 'Find an order, patient or test' })
  await userEvent.fill(field, 'Moreno')
  await answer('Moreno')
  await expect.element(page.getByRole('option', { name: /Moreno/ })).toBeVisible()
  await userEvent.fill(field, 'Okafor')
  await expect.element(page.getByRole('option', { name: /Moreno/ })).not.toBeInTheDocument()
  await userEvent.keyboard('{Enter}')
  await answer('Okafor')
  await expect.element(page.getByRole('option', { name: /Okafor/ })).toBeVisible()
  expect(router.state.location.pathname).toBe('/')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => router.state.location.pathname).toBe('/order/details/12')
})
