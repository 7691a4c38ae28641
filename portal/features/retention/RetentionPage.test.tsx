import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { problemOf } from '#contract/errors.ts'
import { type Session, SessionContext } from '#portal/session/session.ts'
import { accessible, onPhone, show } from '#ui/testing/show-field.tsx'
import RetentionPage from './RetentionPage.tsx'

const NO_ROUND = { isUnderWay: false, endedAt: null, erased: 0, kept: [] }
const KINDS = [
  {
    ...{ kind: 'order', days: 3650, daysOnRequest: 730 },
    round: {
      ...{ isUnderWay: false, endedAt: '2026-03-12T09:15:00.000Z', erased: 1204 },
      kept: [
        { because: 'follow-up', count: 1 },
        { because: 'family', count: 12 },
      ],
    },
  },
  { kind: 'draft', days: 90, daysOnRequest: 0, round: { ...NO_ROUND, isUnderWay: true, erased: 25 } },
  { kind: 'mail', days: null, daysOnRequest: null, round: NO_ROUND },
]

function showPage({ support = true, isAway = false } = {}) {
  const fetched = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () =>
      isAway
        ? Response.json(problemOf('not-found'), { status: 404 })
        : Response.json({ kinds: KINDS, filesWaiting: 3 }),
    )
  onTestFinished(() => fetched.mockRestore())
  const session = { user: { id: 7, support }, institution: { code: '1001' } } as unknown as Session
  const router = createRouter({
    routeTree: createRootRoute({ component: RetentionPage }),
    history: createMemoryHistory(),
  })
  show(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <SessionContext value={session}>
        <RouterProvider router={router as never} />
      </SessionContext>
    </QueryClientProvider>,
  )
}

test('[OPS-16] shows how long each kind is kept, what was erased, and why the rest stays', async () => {
  showPage()
  const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })
  await expect.element(rowOf('Orders with samples').getByText('3,650 days')).toBeVisible()
  await expect.element(rowOf('Orders with samples').getByText('Erased after 730 days')).toBeVisible()
  await expect.element(rowOf('Orders with samples').getByText(/1,204 erased/)).toBeVisible()
  await expect.element(rowOf('Orders with samples').getByText('12: a family needs it')).toBeVisible()
  await expect.element(rowOf('Drafts').getByText('Running: 25 erased so far')).toBeVisible()
  await expect.element(rowOf('Drafts').getByText('Erased at once')).toBeVisible()
  await expect.element(rowOf('Mails').getByText('Forever')).toBeVisible()
  await expect
    .element(page.getByText('3 files of erased orders wait a day before they are deleted.'))
    .toBeVisible()
  await accessible()
})

test('on a phone each kind is a card', async () => {
  await onPhone()
  showPage()
  await expect.element(page.getByText('12: a family needs it')).toBeVisible()
  await accessible()
})

test('an error can be tried again, and others than Support find no page', async () => {
  showPage({ isAway: true })
  await expect.element(page.getByRole('button', { name: /again/i })).toBeVisible()
  showPage({ support: false })
  await expect.element(page.getByText('Page not found')).toBeVisible()
})
