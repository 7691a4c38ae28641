import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { show } from '#ui/testing/show-field.tsx'
import { KitOrderForm } from './KitOrderForm.tsx'

const RECIPIENT = {
  ...{ firstName: 'Ada', lastName: 'Okafor', address1: '1 Lane', address2: '' },
  ...{ city: 'Columbus', zipCode: '43215', state: 'OH', phone: '+16145550101' },
  ...{ country: 'USA' as const, otherCountry: '' },
}

async function open() {
  const start = { hospital: '1001', recipient: RECIPIENT, before: null }
  const routeTree = createRootRoute({ component: () => <KitOrderForm {...start} /> })
  const router = createRouter({ routeTree, history: createMemoryHistory() })
  await show(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
}

test('kits whose answer was lost are ordered once, and changed kits are another order, also after a reload', async () => {
  sessionStorage.clear()
  onTestFinished(() => sessionStorage.clear())
  const sent: { requestKey: string; note: string }[] = []
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async (_path, init) => {
    sent.push(JSON.parse(String(init?.body)))
    throw new TypeError('lost')
  })
  onTestFinished(() => fetched.mockRestore())
  const order = async (times: number) => {
    await page.getByRole('button', { name: 'Order kits' }).click()
    await expect.poll(() => sent.length).toBe(times)
    await expect.element(page.getByRole('alert')).toBeVisible()
  }
  await open()
  await page.getByRole('radio', { name: 'Saliva' }).click()
  await order(1)
  await cleanup()
  await open()
  await order(2)
  await cleanup()
  await open()
  await page.getByRole('textbox', { name: /^For the laboratory/ }).fill('Labels too')
  await order(3)
  const [first, second, third] = sent
  expect(second).toEqual(first)
  expect(third?.note).toBe('Labels too')
  expect(third?.requestKey).not.toBe(first?.requestKey)
})
