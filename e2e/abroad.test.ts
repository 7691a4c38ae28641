import { expect, type Locator, type Page } from '@playwright/test'
import { follow } from './address.ts'
import { test } from './app.ts'
import { choose, chooseByTyping } from './form.ts'
import { savedDraft, section } from './order-form.ts'
import { accessible, signIn } from './page.ts'

/** Asserts that a field's label fits on one line of a phone. */
async function labelIsOneLine(page: Page, field: Locator): Promise<void> {
  const before = page.viewportSize() ?? { width: 1280, height: 800 }
  await page.setViewportSize({ width: 390, height: 844 })
  const lines = await field.evaluate((input: HTMLInputElement) => {
    const [label] = input.labels ?? []
    const range = document.createRange()
    if (label) range.selectNodeContents(label)
    return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size
  })
  expect(lines).toBe(1)
  await page.setViewportSize(before)
}

test('[GAP-05] kits, users and patients have addresses outside of the USA', async ({ page, staff }) => {
  const country = page.getByRole('combobox', { name: 'Country', exact: true })
  const which = page.getByRole('combobox', { name: 'Which country' })

  await test.step('kits go to Germany, with any region and postal code', async () => {
    await page.goto('/kit-order')
    await signIn(page, staff.provider)
    await page.getByRole('radio', { name: 'Saliva' }).check()
    const where = page.getByRole('region', { name: 'Ship to' })
    const countrySelect = where.getByRole('combobox', { name: 'Country', exact: true }).last()
    await choose(page, countrySelect, 'Canada')
    await expect(where.getByRole('combobox', { name: 'Province or territory' })).toHaveValue('')
    await choose(page, countrySelect, 'Other')
    await where.getByLabel('Street address').fill('Lindenbogen 14')
    await where.getByLabel('City').fill('Berlin')
    await where.getByLabel('Postal code').fill('10115')
    await labelIsOneLine(page, where.getByLabel('Postal code'))
    await page.getByRole('button', { name: 'Order kits' }).click()
    await expect(which).toHaveAccessibleDescription('Choose the country.')
    await chooseByTyping(page, which, 'Germany')
    await accessible(page)
    await page.getByRole('button', { name: 'Order kits' }).click()
    await expect(page).toHaveURL(/\/kits\/\d+/)
    await expect(page.getByText('Berlin, 10115', { exact: true })).toBeVisible()
    await expect(page.getByText('Germany', { exact: true })).toBeVisible()
  })

  await test.step('a user has an address in Canada, whose postal code is validated', async () => {
    await follow(page, '/profile')
    const addresses = page
      .getByRole('region')
      .filter({ has: page.getByRole('button', { name: 'Save addresses' }) })
    await addresses.getByRole('button', { name: /^Add/ }).click()
    await addresses.getByLabel('Street address').last().fill('1200 Kestrel Pond Road')
    await addresses.getByLabel('City').last().fill('Ottawa')
    const where = addresses.getByRole('combobox', { name: 'Country', exact: true }).last()
    await choose(page, where, 'Other')
    await labelIsOneLine(page, addresses.getByLabel('Postal code'))
    await choose(page, where, 'Canada')
    const province = addresses.getByRole('combobox', { name: 'Province or territory' })
    await chooseByTyping(page, province, 'Ontario')
    const code = addresses.getByLabel('Postal code')
    await code.fill('43215')
    await addresses.getByRole('button', { name: 'Save addresses' }).click()
    await expect(code).toHaveAccessibleDescription('Enter a postal code such as K1A 0B1.')
    await code.fill('k1a 0b1')
    await addresses.getByRole('button', { name: 'Save addresses' }).click()
    await expect(code).toHaveValue('K1A 0B1')
    await page.reload()
    await expect(addresses.getByRole('combobox', { name: 'Province or territory' })).toHaveValue('Ontario')
  })

  await test.step('a patient lives in Germany', async () => {
    await follow(page, '/create?test=1102')
    const patient = section(page, 'Patient and family')
    await patient.getByRole('textbox', { name: /^City/ }).first().fill('Berlin')
    await choose(page, country.first(), 'Other')
    await which.fill('DE')
    await which.press('Tab')
    await expect(which).toHaveValue('Germany')
    await patient.getByRole('textbox', { name: /^Postal code/ }).fill('10115')
    await labelIsOneLine(page, patient.getByRole('textbox', { name: /^Postal code/ }))
    await savedDraft(page)
    await page.reload()
    await expect(which).toHaveValue('Germany')
    await accessible(page)
  })
})
