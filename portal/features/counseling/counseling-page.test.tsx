import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Appointment } from '#contract/counseling.ts'
import { type Session, SessionContext } from '#portal/session/session.ts'
import { accessible, show } from '#ui/testing/show-field.tsx'
import CounselingPage from './CounselingPage.tsx'
import { counselingSearch } from './search-params.ts'

const at = '2026-05-06T10:00:00.000Z'
const REFUSED: Appointment = {
  ...{ id: 7, reference: 'r-7', receivedAt: at, language: 'en', state: 'refused', tries: 1 },
  content: {
    ...{ firstName: 'Maribel', lastName: 'Quillbrook', dateOfBirth: '1988-02-29', labNumber: '' },
    ...{ guardianFirstName: '', guardianLastName: '', email: 'maribel@family.test', preferredContact: 'no' },
    ...{ phoneNumber: '+13125550167', preferredLanguage: 'English', insurancePolicyName: '' },
    ...{ insuranceId: '', insuranceGroup: '' },
  },
  ...{ lastError: 'Status 422', handedOverAt: null, partnerReference: '' },
  events: [
    { kind: 'stored', at, actor: '', detail: '' },
    { kind: 'refused', at, actor: '', detail: 'Status 422' },
  ],
}

test('the button of a request is disabled while it is being sent, with what the user has seen of it', async () => {
  const sent: string[] = []
  const answers: (() => void)[] = []
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async (path, init) => {
    if (init?.method !== 'POST')
      return Response.json({
        ...{ total: 1, requests: [REFUSED], refused: 1, waiting: { count: 0, oldest: null } },
      })
    sent.push(String(path))
    await new Promise<void>((resolve) => answers.push(resolve))
    return Response.json({ ...REFUSED, state: 'stored' })
  })
  onTestFinished(() => fetched.mockRestore())
  const session = { user: { id: 1, support: true } } as unknown as Session
  const component = () => (
    <SessionContext value={session}>
      <CounselingPage />
    </SessionContext>
  )
  const root = createRootRoute()
  const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in' })
  const list = createRoute({
    ...{ getParentRoute: () => signedIn, path: '/counseling', component },
    validateSearch: counselingSearch,
  })
  const router = createRouter({
    routeTree: root.addChildren([signedIn.addChildren([list])]),
    history: createMemoryHistory({ initialEntries: ['/counseling'] }),
  })
  show(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  const send = page.getByRole('button', { name: /^Send to counseling service/ })
  await send.click()
  await expect.element(send).toBeDisabled()
  await accessible()
  expect(sent).toEqual([expect.stringMatching(/\/api\/counseling\/requests\/7\/again\?seen=2$/)])
  answers[0]?.()
  await expect.element(send).toBeEnabled()
  expect(sent).toHaveLength(1)
})
