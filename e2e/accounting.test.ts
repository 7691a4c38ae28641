import { expect } from '@playwright/test'
import { test } from './app.ts'
import { openClinic } from './clinic.ts'
import { typeDate } from './form.ts'
import { accessible, signIn } from './page.ts'

test('a clinic’s user administrator sees who looked at a patient’s order, and what was sent to whom', async ({
  page,
  app,
  staff,
}) => {
  const clinic = await openClinic(app.origin, staff)
  const { id } = await clinic.submit(await clinic.draft('Accounted'))
  const { document } = await clinic.order(id)
  const { firstName = '', lastName = '', dateOfBirth = '' } = document.patients[0] ?? {}

  await page.goto('/accounting')
  await signIn(page, staff.super)
  await expect(page.getByRole('heading', { name: 'Accounting of disclosures', level: 1 })).toBeVisible()
  const show = page.getByRole('button', { name: 'Show disclosures' })
  await show.click()
  await expect(page.getByLabel('Last name')).toBeFocused()
  await page.getByLabel('Last name').fill(lastName.toUpperCase())
  await page.getByLabel('First name').fill(firstName)
  const day = new Date(`${dateOfBirth}T12:00:00Z`)
  const written = day.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })
  await typeDate(page.getByRole('textbox', { name: /^Date of birth/ }), written)
  await show.click()

  const lines = page.getByRole('listitem').filter({ hasText: `Order ${id}` })
  await expect(lines.filter({ hasText: 'Order opened' }).filter({ hasText: 'Okafor' }).first()).toBeVisible()
  await expect(lines.filter({ hasText: 'Order submitted' })).toHaveCount(1)
  await accessible(page)
  await page.getByLabel('Disclosures to others only').check()
  await expect(lines.filter({ hasText: 'Order opened' })).toHaveCount(0)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as CSV' }).click()
  expect((await download).suggestedFilename()).toBe('accounting.csv')

  await page.getByLabel('Last name').fill('Nobody-of-that-name')
  await show.click()
  await expect(page.getByText('No entries for this patient')).toBeVisible()
})
