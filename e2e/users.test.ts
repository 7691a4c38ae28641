import { type Browser, expect, type Page } from '@playwright/test'
import { follow } from './address.ts'
import { test } from './app.ts'
import { openClinic } from './clinic.ts'
import { addColleague } from './own-clinic.ts'
import { accessible, signIn } from './page.ts'

/** Signs a user in with their own browser. */
async function comeIn(browser: Browser, origin: string, who: string, path = '/'): Promise<Page> {
  const context = await browser.newContext({ baseURL: origin })
  const page = await context.newPage()
  await page.goto(path)
  await signIn(page, who)
  return page
}

test('a second browser shows a withdrawn role, a block and its end without a reload', async ({
  browser,
  app,
  staff,
}) => {
  const clinic = await openClinic(app.origin, staff)
  await clinic.draft('Handover')
  const creator = await comeIn(browser, app.origin, staff.creator)
  const order = creator.getByRole('link', { name: 'Create Order' })
  await expect(order).toBeVisible()
  const admin = await comeIn(browser, app.origin, staff.super, '/users?q=Lindqvist')
  await admin
    .getByRole('link', { name: /Lindqvist/ })
    .first()
    .click()
  await expect(admin.getByRole('heading', { name: /Lindqvist/, level: 1 })).toBeVisible()

  const changeRoles = async (...roles: string[]) => {
    await admin.getByRole('button', { name: 'Change roles', exact: true }).click()
    const dialog = admin.getByRole('dialog')
    for (const name of roles) await dialog.getByRole('checkbox', { name }).click()
    await accessible(admin)
    await dialog.getByRole('button', { name: 'Change roles' }).click()
    await expect(dialog).toBeHidden()
  }
  await test.step('a withdrawn role is gone there within seconds', async () => {
    await changeRoles('Order creator', 'Order viewer')
    await expect(order).toHaveCount(0)
    await changeRoles('Order viewer', 'Order creator')
    await expect(order).toBeVisible()
    await expect(admin.getByText(/Samir Haddad/).first()).toBeVisible()
  })

  await test.step('a block ends the open session’s access, and its end brings it back', async () => {
    await admin.getByRole('button', { name: 'Block', exact: true }).click()
    const dialog = admin.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Block' }).click()
    await expect(dialog.getByText('Enter a reason.')).toBeVisible()
    await dialog.getByLabel('Reason').fill('Left the ward')
    await dialog.getByRole('button', { name: 'Block' }).click()
    await expect(creator.getByRole('heading', { name: /blocked/i })).toBeVisible()
    await accessible(creator)
    await admin.getByRole('button', { name: 'Reactivate', exact: true }).click()
    await admin.getByRole('dialog').getByLabel('Reason').fill('Back again')
    await admin.getByRole('dialog').getByRole('button', { name: 'Reactivate' }).click()
    await expect(order).toBeVisible()
    await expect(admin.getByText('Left the ward')).toBeVisible()
  })

  await test.step('a user who leaves hands over their open work', async () => {
    await follow(admin, '/users?q=Okafor')
    await admin
      .getByRole('link', { name: /Okafor/ })
      .first()
      .click()
    await admin.getByRole('button', { name: /End affiliation/ }).click()
    const dialog = admin.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('Moved away')
    await dialog.getByRole('button', { name: /End affiliation/ }).click()
    await expect(dialog.getByText('Choose who takes over.')).toBeVisible()
    const successor = dialog.getByRole('combobox', { name: /Hand over/ })
    await successor.click()
    await admin.getByRole('option').first().click()
    const name = await successor.inputValue()
    // Typing over the name and leaving the field: nobody is chosen any more, and the form says so.
    await successor.fill('Somebody Else')
    await successor.press('Tab')
    await expect(successor).toHaveValue('Somebody Else')
    await expect(dialog.getByText('“Somebody Else” is not selected yet')).toBeVisible()
    await dialog.getByRole('button', { name: /End affiliation/ }).click()
    await expect(dialog.getByText('“Somebody Else” is not selected yet')).toBeVisible()
    await successor.fill('')
    await dialog.getByRole('button', { name: /End affiliation/ }).click()
    await expect(dialog.getByText('Choose who takes over.')).toBeVisible()
    await successor.click()
    await admin.getByRole('option', { name }).click()
    await expect(successor).toHaveValue(name)
    await dialog.getByRole('button', { name: /End affiliation/ }).click()
    await expect(dialog).toBeHidden()
    await expect(admin.getByText('Moved away')).toBeVisible()
  })
  await creator.context().close()
  await admin.context().close()
})

test('[APP-04] the attestation replaces the app until it is confirmed', async ({ page, app, staff }) => {
  const manager = await addColleague(app, 'manager', { like: 'attest', at: staff.code })
  await page.goto('/orders')
  await signIn(page, manager)
  const submit = page.getByRole('button', { name: 'Submit' })
  for (const point of [/authority/, /accurate/, /permitted and qualified/, /affiliation/])
    await expect(page.getByRole('listitem').filter({ hasText: point })).toBeVisible()
  await expect(submit).toBeDisabled()
  await page.getByRole('checkbox').check()
  await page.route('**/attestate-me-as-user-manager', (route) => route.abort())
  await submit.click()
  await expect(page.getByText('Failed to confirm')).toBeVisible()
  await accessible(page)
  await page.unroute('**/attestate-me-as-user-manager')
  const reloaded = page.waitForEvent('load')
  await submit.click()
  await reloaded
  await expect(page.getByRole('banner')).toContainText('Welcome anselm roy')
})

test('[VA-05 STATE-05] the selected institution is stored, kept over a reload, and decides who counts as VA', async ({
  page,
  supporter,
}) => {
  await page.setViewportSize({ width: 1700, height: 900 })
  await page.goto('/dashboard')
  await signIn(page, supporter)
  const drawer = page.getByRole('navigation', { name: 'Main' })
  const catalog = drawer.getByRole('link', { name: 'Test Catalog' })
  const stored = (key: string) => page.evaluate((name) => sessionStorage.getItem(name), key)
  const select = async (code: string, name: RegExp) => {
    await page.getByRole('button', { name: /^Institution:/ }).click()
    await page.getByRole('option', { name }).click()
    await expect.poll(() => stored('institutionId')).toBe(code)
  }
  // The first institution, as long as the user has not chosen.
  await expect(catalog).toBeVisible()
  expect(await stored('institutionId')).toBe('1001')
  await select('1004', /Cedar Bluff VA/)
  await expect(catalog).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('button', { name: /^Institution: Cedar Bluff VA/ })).toBeVisible()
  await expect(catalog).toHaveCount(0)
  await select('1008', /Silver Birch/)
  await expect(catalog).toBeVisible()
})
