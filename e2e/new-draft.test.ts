import { expect, type Page } from '@playwright/test'
import { follow } from './address.ts'
import { test } from './app.ts'
import { openClinic } from './clinic.ts'
import { savedDraft, section } from './order-form.ts'
import { accessible, signIn } from './page.ts'

test('[GAP-12 UX-06] a draft begins with the first edit: opened links leave none behind', async ({
  page,
  app,
  staff,
}) => {
  const clinic = await openClinic(app.origin, staff)
  const drafts = async () => {
    const { counts } = await clinic.client.orders.summary({ params: { h: staff.code } })
    return counts['pending-submission']
  }
  const before = await drafts()
  const lastName = () => section(page, 'Patient and family').getByLabel('Last name').first()
  const tests = page.getByRole('list', { name: 'Tests in this order' }).getByRole('listitem')

  await page.goto('/create?test=1600')
  await signIn(page, staff.provider)
  const links = ['/create?test=1600', '/create?test=1102&new-cart=true', '/order?test=1102', '/create']
  for (const link of [...links, '/create?is_vob=true&test=1600', '/create?test=1102,1600']) {
    await test.step(`${link}, left untouched`, async () => {
      await follow(page, link)
      if (link.includes('test=')) await expect(tests.filter({ hasText: /1600|1102/ }).first()).toBeVisible()
      if (link.includes('test=') && !link.includes('vob'))
        await expect(section(page, 'Consents').getByText('Consent for genetic testing').first()).toBeVisible()
      await expect(lastName()).toHaveValue('')
      // A browser would offer the clinician's own name, address and number for the patient's.
      await expect(page.locator('main input[autocomplete]:not([autocomplete=off])')).toHaveCount(0)
      await follow(page, '/orders')
      await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible()
      expect(await drafts()).toBe(before)
    })
  }

  await test.step('the first letter creates one, with the tests of the link', async () => {
    await follow(page, '/create?test=1600')
    await expect(tests.filter({ hasText: '1600' }).first()).toBeVisible()
    await lastName().fill('Beginwell')
    const { document } = await clinic.order(await savedDraft(page))
    expect(document.tests.map(({ testCode }) => testCode)).toEqual(['1600'])
    expect(document.patients[0]?.lastName).toBe('Beginwell')
    expect(await drafts()).toBe(before + 1)
  })
})

test('[UX-03] what an order still needs is calm until a section was left, then exact, and stays under the pointer', async ({
  page,
  staff,
}) => {
  await page.goto('/create?test=1600')
  await signIn(page, staff.provider)
  const needs = page.getByRole('complementary', { name: /Before you (submit|request)/ })
  const patient = section(page, 'Patient and family')
  const lines = needs.getByRole('listitem')
  const toCome = lines.filter({
    has: page.getByRole('button', { name: 'Patient and family', exact: true }),
  })

  await test.step('an order that nobody has begun shows no errors', async () => {
    await expect(toCome).toContainText(/\d to complete/)
    await expect(needs.getByText('Required')).toHaveCount(0)
    const sections = page.getByRole('navigation', { name: 'Order sections' })
    await expect(sections.getByRole('link', { name: /Patient and family/ })).toContainText(/\d to complete/)
    await accessible(page)
  })

  await test.step('nor does a section that is being filled in', async () => {
    await patient.getByLabel('First name').first().fill('Calmy')
    await patient.getByLabel('Last name').first().focus()
    await expect(needs.getByText('Required')).toHaveCount(0)
    await expect(toCome).toContainText(/\d to complete/)
  })

  await test.step('once it was left, each missing item is listed and links to its field', async () => {
    await section(page, 'Clinical information')
      .getByLabel(/ICD-10/)
      .focus()
    const lastName = needs.getByRole('button', { name: 'Last name is required' })
    await expect(lastName).toBeVisible()
    await expect(needs.getByRole('button', { name: /^At least one indication/ })).toHaveCount(0)
    await lastName.click()
    await expect(patient.getByLabel('Last name').first()).toBeFocused()
  })

  await test.step('a corrected line stays in place while the pointer is over the list', async () => {
    await needs.getByRole('list').hover()
    const before = await lines.allInnerTexts()
    await page.keyboard.type('Pointer')
    await expect(lines.filter({ hasText: 'Last name is required' })).toContainText('Done')
    expect(await lines.count()).toBe(before.length)
    await page.mouse.move(0, 0)
    await expect(lines.filter({ hasText: 'Last name is required' })).toHaveCount(0)
  })

  await test.step('everything is listed once Submit is pressed', async () => {
    await page.getByRole('button', { name: 'Submit order' }).first().click()
    await expect(needs.getByRole('button', { name: /^At least one indication/ })).toBeVisible()
    await expect(needs.getByText('to complete')).toHaveCount(0)
    await accessible(page)
  })
})

test('a tab duplicated while a new order could not be saved begins another order', async ({
  page,
  context,
  app,
  staff,
}) => {
  const clinic = await openClinic(app.origin, staff)
  const nameIn = async (id: number) => (await clinic.order(id)).document.patients[0]?.lastName
  const lastName = (tab: Page) => section(tab, 'Patient and family').getByLabel('Last name').first()
  await page.goto('/create')
  await signIn(page, staff.provider)
  await expect(lastName(page)).toBeVisible()
  const saves = (url: URL) => /^\/api\/orders\/[^/]+$/i.test(url.pathname)
  await context.route(saves, (route) => route.abort())
  const failed = page.waitForEvent('requestfailed', (request) => saves(new URL(request.url())))
  await lastName(page).fill('Firsttab')
  await failed

  const opened = context.waitForEvent('page')
  // As a duplicated tab does, it begins with a copy of this one's session storage.
  await page.evaluate(() => void window.open(location.href))
  const duplicate = await opened
  await expect(lastName(duplicate)).toBeVisible()
  await expect(lastName(duplicate)).toHaveValue('')
  await lastName(duplicate).fill('Secondtab')
  await context.unroute(saves)
  const [first, second] = [await savedDraft(page), await savedDraft(duplicate)]
  expect([await nameIn(first), await nameIn(second)]).toEqual(['Firsttab', 'Secondtab'])
  await expect(lastName(page)).toHaveValue('Firsttab')

  await test.step('and a reload still brings back what the tab itself could not save', async () => {
    await follow(page, '/create')
    await expect(lastName(page)).toHaveValue('')
    await context.route(saves, (route) => route.abort())
    const failedAgain = page.waitForEvent('requestfailed', (request) => saves(new URL(request.url())))
    await lastName(page).fill('Thirdorder')
    await failedAgain
    await page.reload()
    await expect(lastName(page)).toHaveValue('Thirdorder')
  })
})
