import { expect, type Page, type Request } from '@playwright/test'
import { follow } from './address.ts'
import { test } from './app.ts'
import { openClinic } from './clinic.ts'
import { submitUntouched } from './laboratory.ts'
import { addColleague } from './own-clinic.ts'
import { accessible, signIn } from './page.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('[GAP-06] where ordering in the portal is disabled, the page says so before anybody types', async ({
  page,
  app,
  staff,
}) => {
  const clinic = await openClinic(app.origin, staff)
  const draft = await clinic.draft('Notoffered')
  const order = await clinic.draft('Notbegun')
  await submitUntouched(app, clinic, order)
  await page.route('**/api/configuration', async (route) => {
    const response = await route.fetch()
    const configuration = await response.json()
    const flags = { ...configuration.flags, OnlineOrderPortal: false }
    await route.fulfill({ response, json: { ...configuration, flags } })
  })
  const begun: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/api\/orders\/\d+$/i.test(new URL(request.url()).pathname))
      begun.push(request.url())
  })
  await page.goto('/create?test=1600')
  await signIn(page, staff.provider)
  for (const [address, title] of [
    ['/create?test=1600', 'New order'],
    ['/order', 'New order'],
    ['/create?is_vob=true', 'Benefits verification'],
    ['/create?new-cart=true&test=1600', 'New order'],
    ['/create/manifest', 'Upload a manifest'],
  ] as const)
    await test.step(address, async () => {
      await follow(page, address)
      await expect(heading(page)).toHaveText(title)
      await expect(page.getByText('New orders can’t be placed in the portal', { exact: true })).toBeVisible()
      await expect(page.getByRole('textbox')).toHaveCount(0)
      await accessible(page)
    })

  await test.step('an existing draft can be finished', async () => {
    await follow(page, `/create?draft=${draft}`)
    await expect(page.getByRole('button', { name: 'Submit order' }).first()).toBeVisible()
  })

  await test.step('an order cannot be ordered again, and the reason is shown', async () => {
    await follow(page, `/order/en-route/${order}`)
    // The draft's page, which stays until the order's comes, has “More actions”.
    await expect(heading(page)).toContainText('Notbegun')
    const again = page.getByRole('menuitem', { name: /^Order again/ })
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await expect(again).toContainText('New orders can’t be placed in the portal.')
    await expect(again).toHaveAttribute('aria-disabled', 'true')
  })
  expect(begun).toEqual([])
})

test('a user who prepares orders but may not submit them sees Cancel order disabled, with the reason', async ({
  page,
  app,
  staff,
}) => {
  const clinic = await openClinic(app.origin, staff)
  const order = await clinic.draft('Preparedby')
  await submitUntouched(app, clinic, order)
  await page.goto(`/order/en-route/${order}`)
  await signIn(page, staff.creator)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  const cancel = page.getByRole('menuitem', { name: /^Cancel order/ })
  await expect(cancel).toContainText('Only users who may submit orders can ask the laboratory to cancel.')
  await expect(cancel).toHaveAttribute('aria-disabled', 'true')
  await cancel.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a VA user’s favorites that fail to load say so, and are requested again', async ({ page, app }) => {
  const veteran = await addColleague(app, 'favorites', { like: 'va', at: '1004' })
  const favorites = /\/physicians\/\d+\/favorites\/tests$/i
  await page.route(favorites, (route) => route.abort())
  await page.goto('/create')
  await signIn(page, veteran)
  await page.getByRole('tab', { name: 'Favorites' }).click()
  const panel = page.getByRole('tabpanel')
  const retry = panel.getByRole('button', { name: /again/i })
  await expect(retry).toBeVisible()
  await expect(panel.getByText('Loading favorites...')).toHaveCount(0)
  await page.unroute(favorites)
  await retry.click()
  await expect(panel.getByText('No favorite tests available', { exact: true })).toBeVisible()
})

const PAGES = [
  ...[
    '/dashboard',
    '/orders',
    '/figures',
    '/results?gene=BRCA2',
    '/families',
    '/families/new',
    '/family-codes',
    '/follow-up',
    '/follow-up/rules',
    '/laboratory/follow-up',
    '/kits',
    '/kit-order',
    '/kits-to-send',
    '/users',
    '/users/waiting',
    '/users/1',
  ],
  ...[
    '/accounting',
    '/profile',
    '/create',
    '/create/manifest',
    '/laboratory',
    '/counseling',
    '/laboratory/retention',
  ],
]

for (const who of ['viewer', 'admin'] as const)
  test(`[WEB-07] no page requests what a clinic’s ${who} may not have`, async ({ page, staff }) => {
    const refused: string[] = []
    page.on('response', (response) => {
      if (response.status() === 403) refused.push(`${new URL(page.url()).pathname}: ${response.url()}`)
    })
    // The event stream stays open.
    const openRequests = new Set<Request>()
    const isApiCall = (request: Request) => /\/api\/(?!events)/.test(request.url())
    page.on('request', (request) => void (isApiCall(request) && openRequests.add(request)))
    page.on('requestfinished', (request) => void openRequests.delete(request))
    page.on('requestfailed', (request) => void openRequests.delete(request))
    await page.goto('/users')
    await signIn(page, staff[who])
    await expect(page.getByRole('button', { name: /^Welcome/ })).toBeVisible()
    for (const path of PAGES) {
      await follow(page, path)
      await expect(heading(page)).toBeVisible()
      await expect.poll(() => openRequests.size).toBe(0)
    }
    expect(refused).toEqual([])
  })

test('a page whose code could not be loaded comes with “Try again”', async ({ page, staff }) => {
  const code = '**/assets/OrdersPage-*.js'
  await page.route(code, (route) => route.abort())
  await page.goto('/orders')
  await signIn(page, staff.provider)
  await expect(heading(page)).toHaveText('This page could not be shown')
  await page.unroute(code)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(heading(page)).toHaveText('Orders')
})
