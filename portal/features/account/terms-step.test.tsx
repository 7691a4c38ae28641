import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { problemOf } from '#contract/errors.ts'
import { useLegalTexts } from '#portal/legal-texts.ts'
import { show } from '#ui/testing/show-field.tsx'
import { TermsStep } from './TermsStep.tsx'

const { terms } = useLegalTexts()

test('who agrees names the version that was read, and is asked again if it is not the current one', async () => {
  const asked: string[] = []
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async (path) => {
    asked.push(String(path))
    const problem = problemOf(asked.length === 1 ? 'terms-changed' : 'unavailable')
    return Response.json(problem, { status: problem.status })
  })
  onTestFinished(() => fetched.mockRestore())
  const routeTree = createRootRoute({ component: TermsStep })
  const router = createRouter({ routeTree, history: createMemoryHistory() })
  show(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  await page.getByRole('checkbox').click()
  await page.getByRole('button', { name: 'Continue to the dashboard' }).click()
  await expect.element(page.getByText(/The terms have changed/)).toBeVisible()
  await expect.element(page.getByRole('checkbox')).not.toBeChecked()
  expect(asked).toEqual([`/api/physicians/terms-consent?version=${terms.version}`])
})
