import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { problemOf } from '#contract/errors.ts'
import { type Session, SessionContext } from '#portal/session/session.ts'
import { show } from '#ui/testing/show-field.tsx'
import { CategoryCards } from './CategoryCards.tsx'

const heart = { category: 'heart', name: 'Heart and vessels', description: 'All of the heart', tests: 3 }

function showCards(categories: (typeof heart)[] | null) {
  const fetched = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () =>
      categories ? Response.json(categories) : Response.json(problemOf('not-found'), { status: 404 }),
    )
  onTestFinished(() => fetched.mockRestore())
  const sites = { catalogue: 'https://catalogue.example', appointment: 'https://form.example' }
  show(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <SessionContext value={{ configuration: { sites } } as unknown as Session}>
        <CategoryCards />
      </SessionContext>
    </QueryClientProvider>,
  )
}
const linksTo = () =>
  page
    .getByRole('link')
    .elements()
    .map((link) => link.getAttribute('href'))

test('each of the laboratory’s categories that has tests leads to its page', async () => {
  showCards([heart, { ...heart, category: 'empty', name: 'Nothing yet', tests: 0 }])
  await expect.element(page.getByRole('link', { name: /Heart and vessels/ })).toBeVisible()
  expect(linksTo()).toEqual(['https://catalogue.example/catalogue/category/heart'])
})

test.each([
  ['there are none', []],
  ['they cannot be read', null],
])('leads to the whole catalog if %s', async (_, categories) => {
  showCards(categories)
  await expect.element(page.getByRole('link', { name: 'Open the catalog' })).toBeVisible()
  expect(linksTo()).toEqual(['https://catalogue.example/catalogue/'])
})
