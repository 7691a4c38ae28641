import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { completeOrder, withChanges } from '#domain/orders/testing/complete-order.ts'
import { showSection } from '../testing/show-section.tsx'
import { PriorTests } from './PriorTests.tsx'

test('of denied tests the closed part says just that, whatever was entered before', async () => {
  const document = withChanges(completeOrder(), {
    '/priorTesting/performed': '',
    '/priorTesting/chromosomalMicroarrayAnalysis': 'Abnormal',
  })
  const form = showSection(<PriorTests />, { document })
  await expect.element(page.getByText('1 abnormal result')).toBeVisible()
  form.set('/priorTesting/performed', 'No')
  await expect.element(page.getByText('no prior testing')).toBeVisible()
  await expect.element(page.getByRole('combobox', { name: /Microarray/ })).not.toBeInTheDocument()
})
