import { expect } from '@playwright/test'
import { test } from './app.ts'
import { HOSPITAL, openClinic } from './clinic.ts'
import { addColleague } from './own-clinic.ts'
import { accessible, signIn } from './page.ts'

test('[DRAW-01 DRAW-03 HDR-01 APP-09] the frame around every page', async ({ app, page }) => {
  // This institution has pages of orders of each status; they are only read.
  const provider = await addColleague(app, 'frame', { like: 'provider', at: HOSPITAL })
  await page.goto('/orders?status=reported&page=2')
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
  await signIn(page, provider)
  await expect(page).toHaveURL(/status=reported.*page=2|page=2.*status=reported/)
  const drawer = page.getByRole('navigation', { name: 'Main' })

  await test.step('the drawer is behind the hamburger button below 1650 px, and is 245 px wide', async () => {
    await page.setViewportSize({ width: 1649, height: 900 })
    await expect(drawer).toBeHidden()
    await page.getByRole('button', { name: 'Show the menu' }).click()
    await expect(drawer).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    await page.setViewportSize({ width: 1650, height: 900 })
    await expect(drawer).toBeVisible()
    await expect.poll(async () => (await drawer.locator('..').boundingBox())?.width).toBe(245)
    await page.getByRole('button', { name: 'Hide the menu' }).click()
    await expect(drawer).toBeHidden()
    await page.getByRole('button', { name: 'Show the menu' }).click()
  })

  await test.step('the Orders group leads to each status, first page', async () => {
    const groups = {
      'En Route': 'en-route',
      Accessioned: 'accessioned',
      'In Process': 'in-process',
      Reported: 'reported',
      'Pending Submission': 'pending-submission',
    }
    for (const [name, status] of Object.entries(groups)) {
      await drawer.getByRole('link', { name, exact: true }).click()
      await expect(page).toHaveURL((url) => {
        const expected = { status, orderBy: 'orderDate', page: '1' }
        return Object.entries(expected).every(([key, value]) => url.searchParams.get(key) === value)
      })
      await expect(page.getByRole('row').nth(1)).toBeVisible()
    }
    await drawer.getByRole('list', { name: 'Orders' }).getByRole('link', { name: 'Search' }).click()
    await expect(page).toHaveURL((url) => url.pathname === '/orders' && !url.searchParams.has('status'))
  })

  await test.step('[ORDER-07] a page beyond the last says so, and leads back', async () => {
    await page.goto('/orders?page=999')
    await expect(page.getByText('Invalid page')).toBeVisible()
    await accessible(page)
  })

  await test.step('the logo leads home, and the footer names the laboratory', async () => {
    await page.getByRole('banner').getByRole('link', { name: 'Larkfield Genetics' }).click()
    await expect(page).toHaveURL(/\/dashboard$/)
    const footer = page.getByRole('contentinfo')
    await expect(footer).toContainText(/© 20\d\d/)
    await expect(footer.getByRole('button', { name: 'Privacy notice' })).toBeVisible()
    await expect(footer.getByRole('link', { name: 'Contact' })).toBeVisible()
  })

  await test.step('logging out ends the session here and at the provider', async () => {
    await page.getByRole('button', { name: /^Welcome/ }).click()
    await expect(page.getByText('10.5.0')).toBeVisible()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await expect(page.getByRole('button', { name: 'LOGIN' })).toBeVisible()
    await accessible(page)
    await page.goto('/orders')
    await expect(page.getByLabel('Password')).toBeVisible()
  })
})

test('a clinician of another institution gets nothing at the order’s address', async ({
  app,
  page,
  staff,
  otherClinic,
}) => {
  const clinic = await openClinic(app.origin, staff)
  const { id } = await clinic.submit(await clinic.draft('Elsewhere'))
  await page.goto(`/order/details/${id}`)
  await signIn(page, otherClinic.provider)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/not/i)
  await expect(page.getByRole('link', { name: /orders/i }).first()).toBeVisible()
  await expect(page.getByText('Elsewhere')).toHaveCount(0)
  await accessible(page)
})

test('a session that ends in the middle of an order loses no typed text', async ({
  page,
  context,
  staff,
}) => {
  await page.goto('/create')
  await signIn(page, staff.provider)
  await page.getByLabel('First name').first().fill('Ngọc')
  await expect(page).toHaveURL(/draft=\d+/)
  await expect(page.getByText(/^Saved/).first()).toBeVisible()
  // The provider forgets the session, and the token is no longer accepted.
  await context.clearCookies()
  await page.route('**/api/Orders/**', (route) => {
    const headers = { ...route.request().headers(), authorization: 'Bearer expired' }
    return route.continue({ headers })
  })
  await page.getByLabel('Last name').first().fill('Quillbrook')
  await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible()
  await accessible(page)
  await page.unroute('**/api/Orders/**')
  await page.getByRole('dialog').getByRole('button', { name: 'Log in' }).click()
  await signIn(page, staff.provider)
  await expect(page.getByLabel('First name').first()).toHaveValue('Ngọc')
  await expect(page.getByLabel('Last name').first()).toHaveValue('Quillbrook')
  await expect(page.getByText(/^Saved/).first()).toBeVisible()
})
