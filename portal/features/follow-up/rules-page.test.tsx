import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type Session, SessionContext } from '#portal/session/session.ts'
import { accessible, show } from '#ui/testing/show-field.tsx'
import { rulesOptions } from './queries.ts'
import RulesPage from './RulesPage.tsx'

const RULES = {
  days: { changed: 2, positive: 3, uncertain: 7, 'not-stated': 7, negative: 14 },
  escalateTo: { role: 'SuperUser' },
  supportDays: 7,
}

/** Shows the page of a server that has `saved`, and answers a save with `save`; returns what fetches the rules again. */
function showPage(
  saved: () => Omit<typeof RULES, 'escalateTo'> & { escalateTo: object },
  save: (body: unknown) => Promise<void>,
  colleagues: () => Promise<object[]> = async () => [],
): { fetchAgain(): Promise<void> } {
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async (path, init) => {
    if (init?.method === 'PUT') {
      await save(JSON.parse(String(init.body)))
      return new Response(null, { status: 204 })
    }
    return Response.json(
      String(path).endsWith('/colleagues') ? await colleagues() : { rules: saved(), changed: null },
    )
  })
  onTestFinished(() => fetched.mockRestore())
  const session = {
    ...{ user: { id: 1, support: false }, institution: { code: '1001', name: 'Harbor Clinic' } },
    can: () => true,
  } as unknown as Session
  const router = createRouter({
    routeTree: createRootRoute({ component: RulesPage }),
    history: createMemoryHistory(),
  })
  const queries = new QueryClient()
  show(
    <QueryClientProvider client={queries}>
      <SessionContext value={session}>
        <RouterProvider router={router as never} />
      </SessionContext>
    </QueryClientProvider>,
  )
  return { fetchAgain: () => queries.invalidateQueries(rulesOptions('1001')) }
}

test('sets the days of reclassifications, which begin with the initial ones, and says what is wrong with them', async () => {
  const sent: unknown[] = []
  showPage(
    () => RULES,
    async (body) => void sent.push(body),
  )
  const orderer = page.getByRole('textbox', { name: 'Days to tell the ordering provider' })
  const tries = page.getByRole('textbox', { name: 'Attempts until a patient counts as unreachable' })
  await expect.element(orderer).toHaveValue('7')
  await accessible()
  await userEvent.fill(orderer, '')
  await userEvent.fill(tries, '0')
  await userEvent.click(page.getByRole('button', { name: 'Save' }))
  await expect.element(orderer).toHaveAccessibleDescription('Enter 0 to 365 days.')
  await expect.element(tries).toHaveAccessibleDescription('Enter 1 to 20 attempts.')
  await expect.element(orderer).toHaveFocus()
  expect(sent).toEqual([])
  await userEvent.fill(orderer, '5')
  await userEvent.fill(tries, '4')
  await userEvent.click(page.getByRole('button', { name: 'Save' }))
  await expect
    .poll(() => sent)
    .toEqual([{ ...RULES, reclassification: { ordererDays: 5, patientDays: 30, tries: 4 } }])
})

test('keeps what is typed when a colleague’s save comes in, and shows that save where nothing was typed', async () => {
  let saved = RULES
  const saves: (() => void)[] = []
  const { fetchAgain } = showPage(
    () => saved,
    async (body) => {
      await new Promise<void>((resolve) => saves.push(resolve))
      saved = body as typeof RULES
    },
  )
  const changed = page.getByRole('textbox', { name: /^Corrected or withdrawn/ })
  const positive = page.getByRole('textbox', { name: 'Positive', exact: true })
  await userEvent.fill(changed, '4')
  saved = { ...RULES, days: { ...RULES.days, positive: 9 } }
  await fetchAgain()
  await expect.element(positive).toHaveValue('9')
  await expect.element(changed).toHaveValue('4')
  await userEvent.click(page.getByRole('button', { name: 'Save' }))
  await expect.element(changed).toBeDisabled()
  saves[0]?.()
  await expect.element(changed).toBeEnabled()
  expect(saved.days).toMatchObject({ changed: 4, positive: 9 })
  saved = { ...saved, days: { ...saved.days, changed: 1 } }
  await fetchAgain()
  await expect.element(changed).toHaveValue('1')
})

const contact = () => page.getByRole('combobox', { name: 'Tell at the institution' })

test.each([
  ['whose name comes later than the rules', [{ id: 12, name: 'Ada Okafor' }], 'Ada Okafor'],
  ['who can no longer see the orders', [], 'A user who can no longer see this institution’s orders'],
])('shows the contact that is saved, %s, and saves no other', async (_, colleagues, label) => {
  const [sent, answers]: [unknown[], (() => void)[]] = [[], []]
  const saved = { ...RULES, escalateTo: { userId: 12 } }
  showPage(
    () => saved,
    async (body) => void sent.push(body),
    async () => {
      await new Promise<void>((resolve) => answers.push(resolve))
      return colleagues
    },
  )
  await expect.poll(() => answers).toHaveLength(1)
  answers[0]?.()
  await expect.element(contact()).toHaveDisplayValue(label)
  await accessible()
  await userEvent.click(page.getByRole('button', { name: 'Save' }))
  await expect.poll(() => sent).toMatchObject([{ escalateTo: { userId: 12 } }])
})
