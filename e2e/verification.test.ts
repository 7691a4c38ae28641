import { expect, type Locator, type Page } from '@playwright/test'
import { follow } from './address.ts'
import { test } from './app.ts'
import { choose } from './form.ts'
import { fillPatient, fillSpecimenAndConsents, savedDraft, section, submitOrder } from './order-form.ts'
import { addColleague, addMembership } from './own-clinic.ts'
import { accessible, signIn, withFeatures } from './page.ts'

const createVob = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Create VOB' })

/** The items of the side menu. */
async function menuOf(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Show the menu' }).click()
  const menu = page.getByRole('navigation', { name: 'Main' })
  await expect(menu.getByRole('link', { name: 'Dashboard' })).toBeVisible()
  return menu
}

const isAt = (page: Page, id: number) => expect(page).toHaveURL(new RegExp(`[?&]draft=${id}(&|$)`))
const status = (page: Page, words: string) => page.getByRole('heading', { name: `Status: ${words}` })

test('benefits are verified, changed, verified again and ordered without retyping anything', async ({
  page,
  staff,
}) => {
  await page.goto('/dashboard')
  await signIn(page, staff.provider)
  const form = page.getByRole('form', { name: 'Benefits verification' })
  const payment = section(page, 'Payment')
  let vob = 0
  let order = 0

  await test.step('Create VOB opens a form with its own sections only', async () => {
    await createVob(page).click()
    await expect(page).toHaveURL(/\/create\?is_vob=true$/)
    await expect(page.getByRole('heading', { name: 'Benefits verification', level: 1 })).toBeVisible()
    const sections = page.getByRole('navigation', { name: 'Order sections' }).getByRole('link')
    await expect(sections).toHaveText([
      /Tests$/,
      /Patient and family$/,
      /Clinical information$/,
      /Payment$/,
      /Provider and recipients$/,
      /Review$/,
    ])
    for (const absent of ['Specimens', 'Consents']) await expect(section(page, absent)).toHaveCount(0)
  })

  await test.step('lists everything missing', async () => {
    await page.getByRole('button', { name: 'Request verification' }).click()
    await expect(form.getByRole('alert').first()).toBeVisible()
    await expect(page.getByText('First name is required').first()).toBeVisible()
    await expect(page.getByText('At least one indication is required').first()).toBeVisible()
    await expect(page.getByText(/specimen|consent/i).filter({ visible: true })).toHaveCount(0)
    await accessible(page)
  })

  await test.step('it is filled in and requested', async () => {
    await page.getByRole('textbox', { name: 'Test' }).fill('1102')
    await page.getByRole('option').filter({ hasText: 'Core Carrier Screen' }).first().click()
    await fillPatient(page, 'Juno', 'Benefield')
    await payment.getByRole('radiogroup', { name: 'Bill to' }).getByLabel('Insurance').check()
    await payment.getByLabel('Insurance company').fill('Harbor Health')
    await payment.getByLabel('Member ID').fill('H 4471')
    await choose(
      page,
      payment.getByRole('combobox', { name: 'Patient’s relationship to policyholder' }),
      'Self',
    )
    vob = await savedDraft(page)
    await page.getByRole('button', { name: 'Request verification' }).click()
    await expect(status(page, 'Answered')).toBeVisible()
    await isAt(page, vob)
    await expect(page.getByText(/H 4471/).first()).toBeVisible()
    const answer = section(page, 'Payer’s answer')
    await expect(answer).toContainText(
      'Harbor Health PPO does not answer electronic requests. Call 614-555-0103.',
    )
    await expect(answer.getByRole('listitem')).toContainText('Payer not reachable electronically')
    await accessible(page)
  })

  await test.step('withdrawn, changed, and requested again', async () => {
    await page.getByRole('button', { name: 'Withdraw request and edit' }).click()
    await expect(payment.getByLabel('Member ID')).toHaveValue('H 4471')
    await payment.getByLabel('Member ID').fill('H 4472')
    await page.getByRole('button', { name: 'Request verification' }).click()
    await expect(status(page, 'Answered')).toBeVisible()
    await expect(page.getByText(/H 4472/).first()).toBeVisible()
    await page.reload()
    await expect(status(page, 'Answered')).toBeVisible()
  })

  await test.step('turned into an order without retyping anything', async () => {
    await page.getByRole('button', { name: 'Convert to order' }).click()
    await expect(page.getByRole('form', { name: 'Order' })).toBeVisible()
    order = await savedDraft(page)
    expect(order).not.toBe(vob)
    const patient = section(page, 'Patient and family')
    await expect(patient.getByLabel('First name').first()).toHaveValue('Juno')
    await expect(patient.getByLabel('Last name').first()).toHaveValue('Benefield')
    await expect(page.getByRole('list', { name: 'Tests in this order' })).toContainText('Core Carrier Screen')
    await expect(page.getByLabel('ICD-10 code').first()).toHaveValue('G40.309')
    await expect(payment.getByLabel('Insurance company')).toHaveValue('Harbor Health')
    await expect(payment.getByLabel('Member ID')).toHaveValue('H 4472')
    await expect(section(page, 'Provider and recipients')).toContainText('Ada Okafor')
  })

  await test.step('completed and submitted', async () => {
    await fillSpecimenAndConsents(page)
    await expect(page.getByText('Ready to submit')).toBeVisible()
    await submitOrder(page)
    await expect(page).toHaveURL(new RegExp(`/order/(en-route|details)/${order}`))
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Juno Benefield')
    await expect(page.getByText(/From benefits verification/)).toContainText(String(vob))
  })

  await test.step('the verification names the resulting order', async () => {
    await follow(page, `/create?draft=${vob}`)
    await expect(status(page, 'Ordered')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Convert to order' })).toHaveCount(0)
    await accessible(page)
    await page.getByRole('link', { name: 'Open order' }).click()
    await expect(page).toHaveURL(new RegExp(`/order/(en-route|details)/${order}`))
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Juno Benefield')
  })
})

test('[PERM-08] an institution of the excluded-billing list has no Create VOB', async ({
  page,
  app,
  staff,
  otherClinic,
}) => {
  await addMembership(app, staff.provider, otherClinic.code)
  const excludedBilling = [otherClinic.code]
  await page.route('**/api/configuration', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), excludedBilling } })
  })
  await page.goto('/dashboard')
  await signIn(page, staff.provider)
  const workFor = async (code: string) => {
    await page.getByRole('button', { name: /^Institution: / }).click()
    await page.getByRole('menuitemradio', { name: new RegExp(`${code}$`) }).click()
    await expect(page.getByRole('button', { name: new RegExp(`^Institution: .*${code}$`) })).toBeVisible()
  }
  await workFor(staff.code)
  await expect(createVob(page)).toBeVisible()
  await workFor(otherClinic.code)
  await expect(createVob(page)).toHaveCount(0)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Create Order' })).toBeVisible()
  await follow(page, '/create?is_vob=true')
  await expect(page.getByText('Benefits verification is unavailable')).toBeVisible()
  await accessible(page)
})

test('a VA user has neither Create VOB nor Test Catalog while user admin is on, and both while it is off', async ({
  page,
  app,
}) => {
  const veteran = await addColleague(app, 'billing', { like: 'va', at: '1004' })
  await page.goto('/create?is_vob=true')
  await signIn(page, veteran)
  await expect(page.getByText('Benefits verification is unavailable')).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Create Order' })).toBeVisible()
  const menu = await menuOf(page)
  await expect(createVob(page)).toHaveCount(0)
  await expect(menu.getByRole('link', { name: 'Test Catalog' })).toHaveCount(0)

  await withFeatures(page, { userAdmin: false })
  await page.goto('/dashboard')
  await expect(createVob(page)).toBeVisible()
  await expect((await menuOf(page)).getByRole('link', { name: 'Test Catalog' })).toBeVisible()
  await accessible(page)
})
