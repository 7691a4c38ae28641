import { expect } from '@playwright/test'
import { follow } from './address.ts'
import { test } from './app.ts'
import { choose, typeDate } from './form.ts'
import { reviewConsents, signOrder } from './order-form.ts'
import { accessible, signIn } from './page.ts'

test('[ORDER-01 ORDER-08 ROUTE-17 GAP-11] a clinician orders a test and reads its report', async ({
  page,
  staff,
}) => {
  await test.step('signs in, and returns to the requested page', async () => {
    await page.goto('/orders?status=en-route')
    await expect(page.getByLabel('Email')).toBeVisible()
    await accessible(page)
    await signIn(page, staff.provider)
    await expect(page).toHaveURL(/\/orders\?status=en-route/)
    await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible()
    await expect(page.getByText(/^No order/).first()).toBeVisible()
  })

  await test.step('[ROUTE-18] opens / and finds the dashboard', async () => {
    await page.goto('/')
    await expect(page).toHaveURL(/\/dashboard$/)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })

  await test.step('finds a test by a part of a gene’s name', async () => {
    await page.getByRole('banner').getByRole('link', { name: 'Create Order' }).click()
    await expect(page).toHaveURL(/\/create/)
    await page.getByRole('textbox', { name: 'Test' }).fill('SCN1')
    const found = page.getByRole('option').filter({ hasText: 'SCN1A' })
    await expect(found.first()).toBeVisible()
    await accessible(page)
    await found.first().click()
  })

  await test.step('sees everything that is missing, together', async () => {
    await page.getByRole('button', { name: 'Submit order' }).first().click()
    await expect(page.getByRole('alert').first()).toBeVisible()
    await expect(page.getByText('First name is required').first()).toBeVisible()
    await expect(page.getByText('At least one indication is required').first()).toBeVisible()
    await accessible(page)
  })

  await test.step('fills in patient, specimen, indication, consents and payment', async () => {
    await page.getByLabel('First name').first().fill('Lucía')
    await page.getByLabel('Last name').first().fill('Harborlight')
    await typeDate(page.getByRole('textbox', { name: /^Date of birth/ }).first(), '14 Mar 2019')
    await choose(page, page.getByRole('combobox', { name: 'Sex' }), 'Female')
    await page.getByRole('combobox', { name: 'Specimen type' }).click()
    await page.getByRole('option').filter({ visible: true }).first().click()
    await page.getByLabel(/ICD-10/).fill('G40.309')
    await page.getByRole('option').filter({ hasText: 'G40.309' }).first().click()
    await expect(
      page.getByRole('radiogroup', { name: 'Consent for genetic testing' }).getByLabel('Yes'),
    ).toBeChecked()
    await page.getByRole('radiogroup', { name: 'Research use of the specimen' }).getByLabel('Yes').check()
    await reviewConsents(page)
    await page.getByRole('radiogroup', { name: 'Bill to' }).getByLabel('Institution').check()
    await page.getByRole('button', { name: 'Add recipient' }).click()
    const recipients = page.getByRole('group', { name: 'Recipients' })
    await recipients.getByLabel('Name', { exact: true }).fill('Dr. Ines Farrow')
    await recipients.getByLabel('Email').fill('ines.farrow@clinic.test')
    await expect(page.getByText(/^Saved/).first()).toBeVisible()
    await expect(page).toHaveURL(/draft=\d+/)
  })

  await test.step('reloads, and nothing is lost', async () => {
    await page.reload()
    await expect(page.getByLabel('Last name').first()).toHaveValue('Harborlight')
    const born = page.getByRole('textbox', { name: /^Date of birth/ }).first()
    await expect(born).toHaveValue('03/14/2019')
  })

  const id = new URL(page.url()).searchParams.get('draft')
  await test.step('submits, and finds the order under En Route', async () => {
    await page.getByRole('button', { name: 'Submit order' }).first().dblclick()
    await expect(page.getByRole('dialog', { name: 'Review and sign' })).toContainText('Dr. Ines Farrow')
    await accessible(page)
    await signOrder(page)
    await expect(page).toHaveURL(new RegExp(`/order/(en-route|details)/${id}`))
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Lucía Harborlight')
    await expect(page.locator('main')).toContainText('Dr. Ines Farrow')
    await accessible(page)
  })

  await test.step('sees each step of the laboratory without reloading', async () => {
    const progress = page.getByRole('complementary', { name: 'Progress' })
    await expect(progress.getByText('Received by the laboratory')).toBeVisible()
    await expect(progress.getByText('Accessioned', { exact: false }).first()).toBeVisible()
    await expect(progress.getByText('Testing started')).toBeVisible()
    await expect(page.getByText('The report is ready').first()).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`/order/details/${id}`))
    await expect(page.getByText(/\d\d-\d{6}/).first()).toBeVisible()
  })

  await test.step('opens the report that came from the laboratory', async () => {
    const answer = page.waitForResponse((response) => /pdf/.test(response.headers()['content-type'] ?? ''))
    await page.getByRole('link', { name: 'Open report' }).click()
    const report = await (await answer).body()
    expect(report.subarray(0, 5).toString()).toBe('%PDF-')
    await expect(page.getByRole('link', { name: /^Download/ }).first()).toBeVisible()
    await accessible(page)
  })

  await test.step('finds it in the list by the name without its accent', async () => {
    await follow(page, '/orders?status=reported&q=lucia harborlight')
    await expect(page.getByRole('row').filter({ hasText: 'Harborlight, Lucía' })).toHaveCount(1)
  })

  await test.step('[ROUTE-19 GAP-11] an unknown page says so', async () => {
    await page.goto('/no-such-page')
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    await expect(page.getByText('The link may be broken, or the page may have been removed.')).toBeVisible()
    await accessible(page)
  })
})
