import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { completeOrder } from '#domain/orders/testing/complete-order.ts'
import { AddOnNotice } from './AddOnNotice.tsx'
import { showSection } from './sections/testing/show-section.tsx'

test('the number of the report is part of the draft: whoever submits it finds what was chosen', async () => {
  const addOn = { orderId: 1, sampleId: 2, labNumber: 'L-1', kind: 'add-on' as const }
  const form = showSection(<AddOnNotice />, { document: { ...completeOrder(), addOn } })
  const box = page.getByRole('checkbox', { name: 'Report under a new lab number' })
  await expect.element(box).not.toBeChecked()
  await box.click()
  await expect.element(box).toBeChecked()
  expect(form.state().document.assignNewLabNumber).toBe(true)
  await box.click()
  await expect.element(box).not.toBeChecked()
  expect(form.state().document.assignNewLabNumber).toBe(false)
})
