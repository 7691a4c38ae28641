import { expect, type Locator, type Page } from '@playwright/test'
import { brand } from '#server/testing/brand.ts'
import { test } from './app.ts'
import { openClinic } from './clinic.ts'
import { withScriptedLaboratory } from './laboratory.ts'
import { addColleague } from './own-clinic.ts'
import { accessible, openMail, signIn, withFeatures } from './page.ts'

/** The profile section that this button saves. */
const sectionOf = (page: Page, save: string): Locator =>
  page.locator('form').filter({ has: page.getByRole('button', { name: save }) })

async function save(section: Locator): Promise<void> {
  await section.getByRole('button', { name: /^Save/ }).click()
  await expect(section.getByText('Saved', { exact: true })).toBeVisible()
}

/** Searches, and clicks the result. */
async function pick(section: Locator, label: string, words: string, found: RegExp): Promise<void> {
  await section.getByLabel(label).fill(words)
  await section.page().getByRole('option', { name: found }).first().click()
}

test('[ROUTE-10 USERS-03] the profile keeps what is changed, section by section', async ({
  page,
  app,
  staff,
}) => {
  const counselor = await addColleague(app, 'counselor', { like: 'counselor', at: staff.code })
  await page.goto('/profile')
  await signIn(page, counselor)
  await expect(page.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible()
  const name = sectionOf(page, 'Save prefix and suffix')
  const phones = sectionOf(page, 'Save phone numbers')
  const addresses = sectionOf(page, 'Save addresses')
  const tests = sectionOf(page, 'Save favorite tests')
  const codes = sectionOf(page, 'Save favorite codes')
  const emailSettings = sectionOf(page, 'Save email settings')

  await test.step('the suffix', async () => {
    await name.getByLabel('Suffix').fill('MS, CGC')
    await save(name)
  })

  await test.step('a phone number: refused at its field while it is wrong', async () => {
    await phones.getByRole('button', { name: 'Add another phone number' }).click()
    const number = phones.getByRole('group', { name: 'Phone number 2' }).getByLabel('Number', { exact: true })
    await number.fill('614 555')
    await phones.getByRole('button', { name: 'Save phone numbers' }).click()
    await expect(number).toHaveAttribute('aria-invalid', 'true')
    await expect(number).toHaveAccessibleDescription(
      'There is no such phone number. Check the country and the digits.',
    )
    await expect(number).toBeFocused()
    await number.fill('614 555 0177')
    await save(phones)
  })

  await test.step('an address', async () => {
    await addresses.getByRole('button', { name: /^Add/ }).click()
    await addresses.getByLabel('Street address').last().fill('4 Heron Lane')
    await addresses.getByLabel('City').last().fill('Arden')
    await addresses.getByRole('combobox', { name: 'State' }).last().fill('Ohio')
    await page.getByRole('option', { name: 'Ohio' }).click()
    await addresses.getByLabel('ZIP code').last().fill('43215')
    await save(addresses)
  })

  await test.step('favorite tests and codes: added, and removed', async () => {
    await pick(tests, 'Add a test', 'epilepsy', /epilepsy/i)
    await pick(tests, 'Add a test', 'cardio', /cardio/i)
    await save(tests)
    await tests.getByRole('button', { name: /^Remove .*cardio/i }).click()
    await save(tests)
    await pick(codes, 'Add a code', 'R56.9', /^R56\.9/)
    await pick(codes, 'Add a code', 'G40.3', /^G40\.3/)
    await save(codes)
    await codes.getByRole('button', { name: 'Remove R56.9' }).click()
    await save(codes)
  })

  await test.step('which notices come by email', async () => {
    await expect(emailSettings.getByRole('radio', { name: 'My orders' })).toBeChecked()
    await emailSettings.getByRole('radio', { name: 'All orders of my institutions' }).check()
    await emailSettings.getByRole('checkbox', { name: 'A report was corrected' }).click()
    await save(emailSettings)
  })
  const corrected = await emailSettings.getByRole('checkbox', { name: 'A report was corrected' }).isChecked()
  await accessible(page)

  await test.step('everything is there after a reload', async () => {
    await page.reload()
    await expect(name.getByLabel('Suffix')).toHaveValue('MS, CGC')
    await expect(phones.getByLabel('Number', { exact: true }).last()).toHaveValue(/614.*555.*0177/)
    await expect(addresses.getByLabel('Street address').last()).toHaveValue('4 Heron Lane')
    await expect(addresses.getByLabel('City').last()).toHaveValue('Arden')
    await expect(addresses.getByRole('combobox', { name: 'State' }).last()).toHaveValue('Ohio')
    await expect(addresses.getByLabel('ZIP code').last()).toHaveValue('43215')
    await expect(tests.getByRole('listitem')).toHaveText([/epilepsy/i])
    await expect(codes.getByRole('listitem')).toHaveText([/^G40\.3/])
    await expect(emailSettings.getByRole('radio', { name: 'All orders of my institutions' })).toBeChecked()
    await expect(emailSettings.getByRole('checkbox', { name: 'A report was corrected' })).toBeChecked({
      checked: corrected,
    })
  })

  await test.step('leaving asks while a change is not saved', async () => {
    await name.getByLabel('Prefix').fill('Dr')
    const home = page.getByRole('banner').getByRole('link', { name: brand.name })
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
    await home.click()
    await accessible(page)
    await dialog.getByRole('button', { name: 'Stay on this page' }).click()
    await expect(page).toHaveURL(/\/profile$/)
    await expect(name.getByLabel('Prefix')).toHaveValue('Dr')
    await home.click()
    await dialog.getByRole('button', { name: 'Leave without saving' }).click()
    await expect(page).toHaveURL(/\/dashboard$/)
    await page.goBack()
    await expect(name.getByLabel('Prefix')).toHaveValue('')
  })

  await test.step('password and second factor are the identity provider’s', async () => {
    await page.getByRole('link', { name: 'Open sign-in and security' }).click()
    await expect(page).toHaveURL(/\/identity\/account/)
  })
})

test('[APP-08] the privacy notice, also without a session', async ({ page }) => {
  await page.goto('/logged-out')
  await page.getByRole('contentinfo').getByRole('button', { name: 'Privacy notice' }).click()
  const dialog = page.getByRole('dialog', { name: 'Notice of privacy practices' })
  await expect(dialog).toContainText('effective December 31, 2024')
  await expect(dialog).toContainText('We provide a copy within 15 days of your request.')
  await expect(dialog).toContainText('You get a written denial with the reasons within 60 days.')
  await expect(
    dialog.getByRole('heading', { name: 'Your right to an accounting of disclosures' }),
  ).toBeVisible()
  await expect(dialog).toContainText('It covers the six years before the date on which you ask.')
  await accessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

/** The items of the account menu, opened by its button. */
async function openAccountMenu(page: Page, welcome: string): Promise<Locator> {
  await page.getByRole('button', { name: `Welcome ${welcome}`, exact: true }).click()
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeVisible()
  return page.getByRole('menuitem', { name: 'Manage Users' })
}

test('[HDR-04 CAT-06 DRAW-04 CONST-01] the header, the drawer and the breadcrumb', async ({
  page,
  app,
  staff,
}) => {
  const clinic = await openClinic(app.origin, staff)
  await withScriptedLaboratory(app, async (laboratory) => {
    const { id } = await clinic.submit(await clinic.draft('Breadwell'))
    await laboratory.workOff(id)
  })
  await page.setViewportSize({ width: 1700, height: 900 })
  await page.goto('/orders?status=reported')
  await signIn(page, staff.super)
  const drawer = page.getByRole('navigation', { name: 'Main' })
  const banner = page.getByRole('banner')
  const breadcrumb = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem')

  await test.step('the drawer leads to the catalogue and to the laboratory’s website', async () => {
    const link = (name: string) => drawer.getByRole('link', { name, exact: true })
    await expect(link('Test Catalog')).toHaveAttribute('href', `${app.origin}/catalogue/`)
    expect(brand.website.menus.length).toBeGreaterThan(0)
    for (const { label, href } of brand.website.menus) await expect(link(label)).toHaveAttribute('href', href)
  })

  await test.step('the breadcrumb is Orders, and what follows', async () => {
    await expect(breadcrumb).toHaveText(['Orders', 'Reported'])
    await page.getByRole('table').getByRole('link').first().click()
    await expect(page).toHaveURL(/\/order\/details\/\d+/)
    await expect(breadcrumb).toHaveText(['Orders', 'Reported', /\S/])
    await breadcrumb.getByRole('link', { name: 'Orders' }).click()
    await expect(page).toHaveURL((url) => url.pathname === '/orders')
  })

  await test.step('breakpoints, and the desktop header above 960 px', async () => {
    const breakpoints = await page.evaluate(() => {
      const style = getComputedStyle(document.documentElement)
      return ['xs', 'sm', 'md', 'lg', 'xl'].map(
        (size) => Number.parseFloat(style.getPropertyValue(`--mantine-breakpoint-${size}`)) * 16,
      )
    })
    expect(breakpoints).toEqual([0, 600, 900, 1400, 1620])
    const search = banner.getByText('Find an order, patient or test')
    const welcome = banner.getByText('Welcome samir haddad')
    await page.setViewportSize({ width: 961, height: 900 })
    await expect(search).toBeVisible()
    await expect(welcome).toBeVisible()
    await page.setViewportSize({ width: 960, height: 900 })
    await expect(search).toBeHidden()
    await expect(welcome).toBeHidden()
    await accessible(page)
    await page.setViewportSize({ width: 1700, height: 900 })
  })

  await test.step('the account menu of an admin', async () => {
    const manageUsers = await openAccountMenu(page, 'samir haddad')
    await expect(page.getByRole('menu').getByText('Version 10.5.0')).toBeVisible()
    await manageUsers.click()
    await expect(page).toHaveURL((url) => url.pathname === '/users')
    await openAccountMenu(page, 'samir haddad')
    await page.getByRole('menuitem', { name: 'Profile' }).click()
    await expect(page).toHaveURL(/\/profile$/)
    await openAccountMenu(page, 'samir haddad')
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await expect(page).toHaveURL(/\/logged-out$/)
  })

  await test.step('a user who is not an admin cannot manage users', async () => {
    await banner.getByRole('button', { name: 'LOGIN', exact: true }).click()
    await signIn(page, staff.creator)
    await expect(await openAccountMenu(page, 'kerttu lindqvist')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(drawer.getByRole('link', { name: 'Test Catalog' })).toBeVisible()
    await openAccountMenu(page, 'kerttu lindqvist')
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await expect(page).toHaveURL(/\/logged-out$/)
  })

  await test.step('nor can an admin while user administration is off', async () => {
    await withFeatures(page, { userAdmin: false })
    await page.goto('/users')
    await signIn(page, staff.super)
    await expect(page).toHaveURL(/\/dashboard$/)
    await expect(await openAccountMenu(page, 'samir haddad')).toHaveCount(0)
  })
})

const VIEWER = [{ id: 1, name: 'OrderViewer' }]

interface Profile {
  userManagementSupported: boolean
  customerRoles: { roles: { id: number; name: string }[]; permissions: string[] }[]
}

test('[PERM-12 ROUTE-11] users are managed by those who may', async ({ page, browser, app, staff }) => {
  const contextOf = () => browser.newContext({ baseURL: app.origin })

  await test.step('a viewer is sent to the dashboard', async () => {
    const context = await contextOf()
    const viewer = await context.newPage()
    await viewer.goto('/users')
    await expect(viewer.getByLabel('Password')).toBeVisible()
    await signIn(viewer, staff.viewer)
    await expect(viewer.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
    await expect(viewer).toHaveURL(/\/dashboard$/)
    await context.close()
  })

  await page.goto('/users')
  await signIn(page, staff.admin)
  const rows = page.getByRole('table', { name: 'Users' }).locator('[data-row]')

  await test.step('an admin finds a user by name and status, with the keyboard', async () => {
    await expect(rows.filter({ hasText: 'Iyer' })).toBeVisible()
    await accessible(page)
    const search = page.getByRole('searchbox', { name: 'Search users' })
    await search.fill('Iyer')
    await expect(page).toHaveURL((url) => url.searchParams.get('q') === 'Iyer')
    await page
      .getByRole('navigation', { name: 'Status' })
      .getByRole('link', { name: /^Active/ })
      .click()
    await expect(page).toHaveURL((url) => url.searchParams.get('status') === 'Active')
    await expect(rows).toHaveCount(1)
    await search.focus()
    await page.keyboard.press('ArrowDown')
    await expect(rows.getByRole('link')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/users\/\d+$/)
    await expect(page.getByRole('heading', { name: 'Rohan Iyer', level: 1 })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Why can this user see this?' })).toBeVisible()
    await expect(page.getByText(/^Order viewer at /)).toBeVisible()
    await accessible(page)
    await page.goBack()
  })

  await test.step('and invites somebody', async () => {
    const email = 'runa.holt@clinic.test'
    await page.getByRole('button', { name: 'Invite user' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Invite a user' })
    await dialog.getByRole('button', { name: 'Send invitation' }).click()
    await expect(dialog.getByText('Enter a valid email address')).toBeVisible()
    await expect(dialog.getByText('Choose a role.')).toBeVisible()
    await accessible(page)
    await dialog.getByLabel('Email').fill(email)
    await dialog.getByRole('checkbox', { name: 'Order viewer' }).check()
    await dialog.getByRole('button', { name: 'Send invitation' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Open invitations' })).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: email })).toContainText('Order viewer')
    await openMail(page, email, 'invited you')
  })

  await test.step('each part of the rule applies on its own', async () => {
    const rule: [changed: (profile: Profile) => Partial<Profile>, path: string][] = [
      [() => ({ userManagementSupported: false }), '/dashboard'],
      [withOnly('ViewOrder'), '/dashboard'],
      [withOnly('ViewUser'), '/users'],
      [withOnly('CreateUser'), '/users'],
    ]
    for (const [changed, path] of rule) {
      await page.route('**/api/physicians/current', async (route) => {
        const response = await route.fetch()
        const profile: Profile = await response.json()
        await route.fulfill({ response, json: { ...profile, ...changed(profile) } })
      })
      await page.goto('/users')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        path === '/users' ? 'Users' : 'Dashboard',
      )
      await expect(page).toHaveURL((url) => url.pathname === path)
      await page.unrouteAll({ behavior: 'wait' })
    }
  })

  await test.step('without the feature nobody does', async () => {
    await withFeatures(page, { userAdmin: false })
    await page.goto('/users')
    await expect(page).toHaveURL(/\/dashboard$/)
  })
})

/** Not an admin, with this permission only, at each institution. */
function withOnly(permission: string): (profile: Profile) => Partial<Profile> {
  return ({ customerRoles }) => ({
    customerRoles: customerRoles.map((one) => ({ ...one, roles: VIEWER, permissions: [permission] })),
  })
}
