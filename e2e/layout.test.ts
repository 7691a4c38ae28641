import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { follow } from './address.ts'
import { type App, test } from './app.ts'
import { HOSPITAL } from './clinic.ts'
import { addColleague } from './own-clinic.ts'
import { signIn } from './page.ts'

/** Demo institutions with many orders where users of these kinds work; everything there is only read. */
const WORKPLACES = { provider: HOSPITAL, creator: HOSPITAL, counselor: '1003', va: '1004' }

/** Signs in a new user of this kind who is not part of the demo. */
async function signInTo(page: Page, app: App, like: keyof typeof WORKPLACES): Promise<void> {
  const name = `${like}-${randomUUID()}`
  const email = await addColleague(app, name, { like, at: WORKPLACES[like] })
  await page.goto('/dashboard')
  await signIn(page, email)
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Recent orders' })).toBeVisible()
}

/** Opens the oldest reported order, since other journeys report orders of their own. */
async function openOldestReported(page: Page): Promise<void> {
  await follow(page, '/orders?status=reported&asc=true')
  // Until its own rows are there, the list keeps those of the page or the filter before.
  await expect(page.getByRole('navigation', { name: 'Status' }).locator('[aria-current]')).toContainText(
    /^Reported/,
  )
  await expect(page.locator('#main [data-waiting]')).toHaveCount(0)
  await page.locator('[data-row-link]').first().click()
}

const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

for (const [like, name] of [
  ['counselor', 'Tamarack University Hospital · 1003'],
  ['creator', "Riverside Children's · 1001"],
] as const)
  test(`[UX-01] on a phone a ${like} reads where they work, in full`, async ({ app, page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await signInTo(page, app, like)
    const institution = page.getByRole('banner').getByText(name, { exact: true })
    await expect(institution).toBeVisible()
    const cut = await institution.evaluate((element) => element.scrollWidth - element.clientWidth)
    expect(cut).toBeLessThanOrEqual(0)
    await page.evaluate(() => scrollTo(0, 500))
    await expect(page.getByRole('banner').getByRole('link', { name: 'Create Order' })).toBeInViewport()
  })

test('[UX-04] the page of a reported order begins with the result, then family and specimens, and folds the rest', async ({
  app,
  page,
}) => {
  await signInTo(page, app, 'provider')
  await openOldestReported(page)
  await expect(page.getByRole('region', { name: 'Reports' })).toBeVisible()
  const sections = page.locator('#main section:has(> div h2, > h2)')
  await expect(page.getByRole('region', { name: /^Specimen/ })).toBeVisible()
  const titles = (await sections.locator('h2').allInnerTexts()).map((text) => text.split('\n')[0])
  const opened = titles.filter((title) =>
    ['Reports', 'Patient', 'Family', 'Specimen', 'Specimens'].includes(title ?? ''),
  )
  expect(opened).toEqual([
    'Reports',
    expect.stringMatching(/Patient|Family/),
    expect.stringMatching(/Specimen/),
  ])
  for (const name of ['Order', 'Referral', 'Consents']) {
    const section = page.getByRole('region', { name, exact: true })
    const heading = section.getByRole('button', { name: new RegExp(`^${name} .+`) })
    await expect(heading).toHaveAttribute('aria-expanded', 'false')
    await expect(section.locator('dl, table')).toBeHidden()
    await heading.press('Enter')
    await expect(section.locator('dl, table')).toBeVisible()
    await section.getByRole('button', { name, exact: true }).press('Enter')
    await expect(section.locator('dl, table')).toBeHidden()
  }
})

for (const width of [390, 1440])
  test(`[UX-04] at ${width} px Tab follows the reading order of an order’s page`, async ({ app, page }) => {
    await signInTo(page, app, 'provider')
    await page.setViewportSize({ width, height: 844 })
    await openOldestReported(page)
    await expect(page.getByRole('button', { name: /^Consents .+/ })).toBeVisible()
    const stops = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('#root a[href], #root button, #root input')]
        .filter((one) => one.checkVisibility() && one.tabIndex >= 0 && !one.matches('[class*=skip]'))
        .map((one) => {
          const { top, bottom, left } = one.getBoundingClientRect()
          return { name: one.getAttribute('aria-label') ?? one.innerText, top, bottom, left }
        }),
    )
    expect(stops.length).toBeGreaterThan(12)
    if (width === 390) expect(stops[0]?.name).toContain('Institution')
    const back = stops.filter((stop, at) => {
      const before = stops[at - 1]
      // Above the previous stop, without starting a new column to the right.
      return before && stop.bottom <= before.top && stop.left <= before.left
    })
    // On a wide page, the second column is read after the first, and collapsed sections after that.
    expect(back).toEqual([])
  })

for (const like of ['counselor', 'va'] as const)
  test(`[WEB-06] no card of the dashboard of a ${like} is higher than what is in it, and the columns fill`, async ({
    app,
    page,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await signInTo(page, app, like)
    for (const width of [390, 960, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      const cards = await page.evaluate(() =>
        [...document.querySelectorAll('#main [class*=columns] > *')].map((card) => {
          const { left, bottom, height } = card.getBoundingClientRect()
          const inside = Math.max(...[...card.children].map((child) => child.getBoundingClientRect().bottom))
          return { left: Math.round(left), bottom, height, empty: bottom - inside }
        }),
      )
      expect(cards.length).toBeGreaterThan(0)
      for (const { empty } of cards) expect(empty).toBeLessThan(40)
      // The space below the shorter columns has no room for another card.
      const bottoms = [...Map.groupBy(cards, ({ left }) => left).values()].map((column) =>
        Math.max(...column.map(({ bottom }) => bottom)),
      )

      const highest = Math.max(...cards.map(({ height }) => height))
      expect(Math.max(...bottoms) - Math.min(...bottoms)).toBeLessThanOrEqual(highest)
      expect(await sideways(page)).toBe(0)
    }
  })

test('[UX-24] at 200 % no page scrolls sideways, and on paper nothing covers the content', async ({
  app,
  page,
}) => {
  await signInTo(page, app, 'counselor')
  // A window of 1280 at 200 % and at 400 %.
  for (const width of [640, 320]) {
    await page.setViewportSize({ width, height: 400 })
    for (const path of ['/dashboard', '/orders', '/create', '/kits', '/kit-order', '/profile']) {
      await follow(page, path)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      await expect.poll(() => sideways(page), { message: `${path} at ${width}` }).toBe(0)
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await follow(page, '/orders')
  await expect(page.getByRole('table')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Skip to content')).toBeHidden()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('table')).toBeVisible()
})

/** Dates and hyphenated numbers that wrap across two lines, with their context. */
const splitTextOf = (page: Page) =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.querySelector('#main') ?? document.body, 4)
    const found: string[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.parentElement?.checkVisibility()) continue
      for (const match of (node.textContent ?? '').matchAll(/\d{1,2} [A-Z][a-z]{2} \d{4}|[A-Z\d]+-\d{5,}/g)) {
        const range = document.createRange()
        range.setStart(node, match.index)
        range.setEnd(node, match.index + match[0].length)
        const lines = [...range.getClientRects()].filter(({ width }) => width > 1)
        if (new Set(lines.map(({ top }) => Math.round(top))).size > 1)
          found.push(`${match[0]} in ${node.parentElement.innerText}`)
      }
    }
    return found
  })

test('on a phone and in a narrow window no date on the dashboard, the list or an order wraps, and the chosen status is visible', async ({
  app,
  page,
}) => {
  await signInTo(page, app, 'provider')
  for (const width of [390, 960]) {
    await page.setViewportSize({ width, height: 844 })
    await follow(page, '/dashboard')
    await expect(page.getByRole('heading', { name: 'Recent orders' })).toBeVisible()
    expect(await splitTextOf(page), `dashboard at ${width}`).toEqual([])
    await follow(page, '/orders?status=pending-submission')
    const chosen = page.getByRole('navigation', { name: 'Status' }).locator('[aria-current]')
    await expect(chosen).toContainText(/Pending Submission\s*\d/)
    await expect(chosen).toBeInViewport({ ratio: 1 })
    await expect(page.locator('[data-row-link]').first()).toBeVisible()
    expect(await splitTextOf(page), `drafts at ${width}`).toEqual([])
    await openOldestReported(page)
    await expect(page.getByRole('region', { name: /^Specimen/ })).toBeVisible()
    expect(await splitTextOf(page), `order at ${width}`).toEqual([])
  }
})

test('a report that is loading reserves its space', async ({ app, page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'pdfViewerEnabled', { get: () => true }))
  await page.route('**/reports/*/parts/*', () => undefined)
  await page.setViewportSize({ width: 1920, height: 1080 })
  await signInTo(page, app, 'provider')
  await openOldestReported(page)
  await page.getByRole('link', { name: 'Open report' }).click()
  const report = page.getByRole('region', { name: /^Report of / })
  await expect(report.getByText('The report is loading.', { exact: true })).toBeVisible()
  await expect.poll(async () => (await report.boundingBox())?.height).toBeGreaterThan(700)
})

test('[UX-12] a dialog about a specimen names the person with the date of birth', async ({ app, page }) => {
  await signInTo(page, app, 'provider')
  await follow(page, '/orders?trackingMissing=true&asc=true')
  await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible()
  await page.locator('[data-row-link]').first().click()
  const add = page.getByRole('button', { name: /^Add tracking number: / }).first()
  const sampleLabel = (await add.getAttribute('aria-label'))?.replace('Add tracking number: ', '') ?? ''
  await add.click()
  await expect(page.getByRole('dialog')).toContainText(
    new RegExp(`${sampleLabel}, DOB \\d{1,2} \\w{3} \\d{4}`),
  )
})

test('on a phone each card of the dashboard shows its first three items, and everything that needs the clinic is one press away', async ({
  app,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signInTo(page, app, 'provider')
  const linesOf = (card: string) =>
    page.getByRole('region', { name: card, exact: true }).getByRole('listitem')
  for (const card of ['Needs your attention', 'Recent orders']) await expect(linesOf(card)).toHaveCount(3)
  const needs = page.getByRole('region', { name: 'Needs your attention' })
  const all = needs.getByRole('button', { name: /^Show all \d+$/ })
  const total = Number((await all.innerText()).replace(/\D/g, ''))
  expect(total).toBeGreaterThan(6)
  await all.click()
  await expect(linesOf('Needs your attention')).toHaveCount(total)
  const fewer = needs.getByRole('button', { name: 'Show fewer' })
  await expect(fewer).toBeFocused()
  await fewer.click()
  await expect(linesOf('Needs your attention')).toHaveCount(3)
})
