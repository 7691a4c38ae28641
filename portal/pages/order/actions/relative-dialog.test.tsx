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
import { problemOf } from '#contract/errors.ts'
import type { Order } from '#contract/order.ts'
import { completeOrder } from '#domain/orders/testing/complete-order.ts'
import { accessible, onPhone, show } from '#ui/testing/show-field.tsx'
import { RelativeDialog } from './RelativeDialog.tsx'

const order = { id: 4711, hospitalCode: '1001', document: completeOrder() } as unknown as Order
const dialog = page.getByRole('dialog', { name: 'Order for a relative' })
const choice = (name: RegExp) => dialog.getByRole('radio', { name })
const start = dialog.getByRole('button', { name: 'Start order' })

const targeted = (testCode: string, daysLeft: number | null) => ({
  ...{ testCode, testName: 'Known Familial Variant', daysLeft },
  until: daysLeft === null ? null : '2026-12-24',
  ...{ most: 1, variants: [] as object[] },
})

/** The dialog of an order whose laboratory has `tests` for its variant; `copies` answers the copies in turn. */
async function openDialog(tests: unknown, copies: Response[] = []) {
  const bodies: { draftKey: string; testCode?: string; as: string }[] = []
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async (path, init) => {
    if (String(path).endsWith('/relative-tests')) return Response.json(tests)
    bodies.push(JSON.parse(String(init?.body)))
    return copies.shift() ?? Response.json({ id: 4712, hospitalCode: '1001' }, { status: 201 })
  })
  onTestFinished(() => fetched.mockRestore())
  function Opener() {
    const [opened, setOpened] = useState(true)
    return <RelativeDialog order={order} opened={opened} onClose={() => setOpened(false)} />
  }
  const root = createRootRoute()
  const routes = [
    createRoute({ getParentRoute: () => root, path: '/', component: Opener }),
    createRoute({ getParentRoute: () => root, path: '/create', component: () => 'The form' }),
  ]
  const router = createRouter({ routeTree: root.addChildren(routes), history: createMemoryHistory() })
  show(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  await expect.element(dialog).toBeVisible()
  return { bodies, router }
}

test('for a relative the variant’s test is proposed within the family window, and its order opens in the form', async () => {
  await onPhone()
  const { bodies, router } = await openDialog([targeted('1200', 1), targeted('1202', null)])
  await expect.element(choice(/\(1200\)/)).toBeChecked()
  await expect.element(dialog.getByText(/1 day left, until 24 Dec 2026/)).toBeVisible()
  await expect.element(dialog.getByText('What this order knows of the variant is filled in.')).toBeVisible()
  await accessible()
  await start.click()
  await expect.element(page.getByText('The form')).toBeVisible()
  expect(router.state.location.search).toEqual({ draft: 4712 })
  expect(bodies).toEqual([{ draftKey: expect.any(String), as: 'relative', testCode: '1200' }])
})

test('of several variants that the report holds, the user chooses which is filled in', async () => {
  const found = (variantKey: string, words: string) => ({ reportId: 9, variantKey, words })
  const variants = [
    found('2a', 'SCN1A c.2134C>T, Pathogenic'),
    found('2b', 'BRCA2 c.1A>G, Uncertain significance'),
  ]
  const { bodies } = await openDialog([{ ...targeted('1200', 5), variants }])
  await expect.element(choice(/^SCN1A/)).toBeChecked()
  await choice(/^BRCA2/).click()
  await accessible()
  await start.click()
  await expect.element(page.getByText('The form')).toBeVisible()
  expect(bodies).toEqual([
    {
      ...{ draftKey: expect.any(String), as: 'relative', testCode: '1200' },
      variants: [{ reportId: 9, variantKey: '2b' }],
    },
  ])
})

test('after the family window the same test is proposed, and is also all there is without a targeted one', async () => {
  const { bodies } = await openDialog([targeted('1200', -1)])
  await expect.element(dialog.getByText(/ended on 24 Dec 2026/)).toBeVisible()
  await expect.element(choice(/^The same test/)).toBeChecked()
  await start.click()
  await expect.element(page.getByText('The form')).toBeVisible()
  expect(bodies).toEqual([{ draftKey: expect.any(String), as: 'relative' }])
})

test('a press after a failure finds the draft that the first may have made; another test is another draft', async () => {
  const failed = () => Response.json(problemOf('unavailable'), { status: 503 })
  const { bodies } = await openDialog([targeted('1200', 5)], [failed(), failed()])
  await start.click()
  await expect.element(dialog.getByRole('alert')).toBeVisible()
  await choice(/^The same test/).click()
  await start.click()
  await expect.poll(() => bodies).toHaveLength(2)
  await expect.element(start).toBeEnabled()
  await choice(/\(1200\)/).click()
  await start.click()
  await expect.element(page.getByText('The form')).toBeVisible()
  const [first, same, again] = bodies
  expect(again).toEqual(first)
  expect(same?.draftKey).not.toBe(first?.draftKey)
})
