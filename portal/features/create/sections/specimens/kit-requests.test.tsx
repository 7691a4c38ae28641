import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { completeOrder } from '#domain/orders/testing/complete-order.ts'
import { showSection } from '../testing/show-section.tsx'
import { KitRequests } from './KitRequests.tsx'

const kits = [{ kitType: 'Blood' as const, quantity: 2 }]

test('kits can be added where they are ordered', async () => {
  showSection(<KitRequests />, { document: { ...completeOrder(), kits } })
  await expect.element(page.getByRole('button', { name: 'Add another kit' })).toBeVisible()
})

test('kits are not shown where none can be ordered', async () => {
  showSection(<KitRequests />, { document: completeOrder(), takesKits: false })
  await expect.element(page.getByText('Request kits')).not.toBeInTheDocument()
})

test('kits of a draft can be removed where none can be ordered, and none added', async () => {
  const form = showSection(<KitRequests />, {
    document: { ...completeOrder(), kits },
    takesKits: false,
  })
  await expect.element(page.getByText('Kits cannot be ordered here.', { exact: false })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Add another kit' })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Remove kit 1' }).click()
  expect(form.state().document.kits).toEqual([])
  await expect.element(page.getByText('Request kits')).not.toBeInTheDocument()
})
