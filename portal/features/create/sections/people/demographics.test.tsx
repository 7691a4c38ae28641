import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { newOrder } from '#domain/orders/document.ts'
import { showSection } from '../testing/show-section.tsx'
import { Demographics } from './Demographics.tsx'

const AT = '/patients/0'

test.each([
  ['the list is not here yet', new Promise<never>(() => {})],
  ['the list cannot be read', undefined],
])('an ethnicity can be chosen while %s', async (_, reply) => {
  const replies = reply ? { '/api/lookups/ethnicities': reply } : {}
  const form = showSection(<Demographics at={AT} />, { document: newOrder(), replies })
  await page.getByRole('combobox', { name: /^Ethnicity/ }).click()
  await page.getByRole('option', { name: 'Ashkenazi Jewish' }).click()
  expect(form.state().document.patients[0]?.ethnicities).toEqual(['Ashkenazi Jewish'])
})
