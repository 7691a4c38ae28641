import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Kit } from '#contract/kits.ts'
import { hide, show } from '#ui/testing/show-field.tsx'
import { KitOrderForm } from './KitOrderForm.tsx'

const RECIPIENT = {
  ...{ firstName: 'Ada', lastName: 'Okafor', address1: '1 Lane', address2: '' },
  ...{ city: 'Columbus', zipCode: '43215', state: 'OH', phone: '+16145550101' },
  ...{ country: 'USA' as const, otherCountry: '' },
}

const BEFORE = {
  ...{ id: 12, kitType: 'Saliva', quantity: 5, kitRecipient: RECIPIENT, note: 'Labels' },
} as Kit

function open(before: Kit | null = null) {
  const start = { hospital: '1001', recipient: RECIPIENT, before }
  const routeTree = createRootRoute({ component: () => <KitOrderForm {...start} /> })
  const router = createRouter({ routeTree, history: createMemoryHistory() })
  show(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  return router
}

/** What is sent, and how the server answers it: null loses the answer. */
function answer(reply: (sent: Record<string, unknown>, times: number) => object | null) {
  sessionStorage.clear()
  const sent: Record<string, unknown>[] = []
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async (_path, init) => {
    const body = JSON.parse(String(init?.body))
    sent.push(body)
    const answered = reply(body, sent.length)
    if (answered === null) throw new TypeError('lost')
    return Response.json(answered, { status: 201 })
  })
  onTestFinished(() => {
    fetched.mockRestore()
    sessionStorage.clear()
  })
  return sent
}
const note = page.getByRole('textbox', { name: /^For the laboratory/ })
const alert = page.getByRole('alert')
const send = () => page.getByRole('button', { name: 'Order kits' }).click()

test('kits whose answer was lost are ordered once, also after a reload; what was changed is told apart', async () => {
  const kitOf = (body: object) => ({ ...body, id: 31 })
  const sent = answer((body, times) => (times < 3 ? null : kitOf(times === 3 ? (sent[0] ?? {}) : body)))
  const order = async (times: number) => {
    await send()
    await expect.poll(() => sent.length).toBe(times)
  }
  open()
  await page.getByRole('radio', { name: 'Saliva' }).click()
  await order(1)
  await expect.element(alert).toBeVisible()
  hide()
  open()
  await order(2)
  await expect.element(alert).toBeVisible()
  hide()
  const router = open()
  await userEvent.fill(note, 'Labels too')
  await order(3)
  const [first, second, third] = sent
  expect(second).toEqual(first)
  expect(third).toEqual({ ...first, note: 'Labels too' })
  // The first try was stored after all: these are not ordered, unless the user wants them, too.
  await expect
    .element(page.getByRole('link', { name: 'Open kit order 31' }))
    .toHaveAttribute('href', '/kits/31')
  await expect.element(note).toHaveValue('Labels too')
  expect(router.state.location.pathname).toBe('/')
  await order(4)
  expect(sent[3]).toEqual({ ...third, requestKey: expect.stringMatching(/^[\da-f-]{36}$/) })
  expect(sent[3]?.requestKey).not.toBe(first?.requestKey)
  await expect.poll(() => router.state.location.pathname).toBe('/kits/31')
})

test('kits that are ordered again are kept over a reload, apart from what is typed for new ones', async () => {
  const sent = answer(() => null)
  open()
  await userEvent.fill(note, 'New ones')
  hide()
  open(BEFORE)
  await expect.element(note).toHaveValue('Labels')
  await userEvent.fill(note, 'The same again')
  await send()
  await expect.element(alert).toBeVisible()
  hide()
  open(BEFORE)
  await expect.element(note).toHaveValue('The same again')
  await send()
  await expect.poll(() => sent.length).toBe(2)
  expect(sent[1]).toEqual(sent[0])
  await page.getByRole('button', { name: 'Start over' }).click()
  await expect.element(note).toHaveValue('Labels')
  hide()
  open()
  await expect.element(note).toHaveValue('New ones')
})
