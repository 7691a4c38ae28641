import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { contrast } from '#domain/brand/contrast.ts'
import { follow } from './address.ts'
import { type App, test } from './app.ts'
import { HOSPITAL } from './clinic.ts'
import { addColleague } from './own-clinic.ts'
import { accessible, signIn } from './page.ts'

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

const PAGES = [
  ...['/dashboard', '/orders', '/create', '/kits', '/kit-order', '/profile'],
  ...['/figures', '/results', '/families', '/family-codes', '/users'],
]

test('[UX-24] at 200 % no page scrolls sideways, and on paper nothing covers the content', async ({
  app,
  page,
}) => {
  await signInTo(page, app, 'counselor')
  // A window of 1280 at 200 % and at 400 %.
  for (const width of [640, 320]) {
    await page.setViewportSize({ width, height: 400 })
    for (const path of PAGES) {
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

/** As far as a reader may space out text without losing any of it (WCAG 2.2, 1.4.12). */
const SPACED = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }`

/** Text that is cut off by something around it, or that lies on other text. */
const lostTextOf = (page: Page) =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const lost: string[] = []
    const placed: { text: string; lines: DOMRect[] }[] = []
    const around = (element: Element): Element[] =>
      element.parentElement ? [element, ...around(element.parentElement)] : [element]
    const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const [parent, text] = [node.parentElement, (node.textContent ?? '').trim()]
      if (text === '' || !parent?.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        continue
      const frames = around(parent).map((element) => ({
        ...{ style: getComputedStyle(element), box: element.getBoundingClientRect() },
        name: `${element.tagName} ${element.getAttribute('class')}`,
      }))
      // For screen readers only.
      if (frames.some(({ style, box }) => style.clipPath !== 'none' || box.width <= 1)) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const box = range.getBoundingClientRect()
      const scrolls = frames.findIndex(
        ({ style }) => style.overflowX === 'auto' || style.overflowY === 'auto',
      )
      const cut = frames
        .slice(0, scrolls < 0 ? undefined : scrolls)
        .find(
          ({ style, box: frame }) =>
            (hides(style.overflowX) && (box.left < frame.left - 1 || box.right > frame.right + 1)) ||
            (hides(style.overflowY) && (box.top < frame.top - 1 || box.bottom > frame.bottom + 1)),
        )
      if (cut) lost.push(`${text}: cut by ${cut.name}`)
      // What stays in place while the page is scrolled lies on it.
      if (frames.some(({ style }) => style.position === 'sticky' || style.position === 'fixed')) continue
      const lines = [...range.getClientRects()].filter(({ width }) => width > 0)
      const touches = (a: DOMRect) => (b: DOMRect) =>
        Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4
      for (const other of placed)
        if (lines.some((line) => other.lines.some(touches(line)))) lost.push(`${text} lies on ${other.text}`)
      placed.push({ text, lines })
    }
    return lost
  })

test('on a narrow screen no text is lost where a reader spaces it out', async ({ app, page }) => {
  await signInTo(page, app, 'counselor')
  await page.setViewportSize({ width: 320, height: 640 })
  await page.evaluate((css) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets.push(sheet)
  }, SPACED)
  for (const [path, loaded] of [
    ['/dashboard', page.getByRole('heading', { name: 'Recent orders' })],
    ['/orders', page.locator('[data-row-link]').first()],
    ['/figures', page.getByRole('heading', { name: 'Turnaround against the promised day' })],
    ['/profile', page.getByRole('button', { name: 'Ask to join another institution' })],
  ] as const) {
    await follow(page, path)
    await expect(loaded).toBeVisible()
    await expect.poll(() => lostTextOf(page), { message: path }).toEqual([])
    await expect.poll(() => sideways(page), { message: path }).toBe(0)
  }
})

/** The color of each text in an element that has a ground of its own, and that ground, as painted. */
function colorsIn(element: Element) {
  const brush = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  const painted = (...colors: string[]) => {
    for (const color of colors) {
      if (brush) brush.fillStyle = color
      brush?.fillRect(0, 0, 1, 1)
    }
    const [red = 0, green = 0, blue = 0] = brush?.getImageData(0, 0, 1, 1).data ?? []
    return [red, green, blue] as const
  }
  const ground = getComputedStyle(element).backgroundColor
  const texts = [...element.querySelectorAll('*')].filter(({ childNodes }) =>
    [...childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()),
  )
  return texts.map((one) => ({
    ...{ text: one.textContent ?? '', ground: painted(ground) },
    color: painted(ground, getComputedStyle(one).color),
  }))
}

test('[UX-24] the option that Enter would take can be read, in light and dark', async ({ app, page }) => {
  await signInTo(page, app, 'counselor')
  await follow(page, '/profile')
  const search = page.getByRole('textbox', { name: 'Add a test' })
  await search.fill('karyotype')
  await expect(page.getByRole('option').first()).toContainText('Karyotype')
  await search.press('ArrowDown')
  // The test's name, and its code, which is paler in the other options.
  const marked = page.locator('[data-combobox-selected]')
  await expect(marked).toHaveText(/\d$/)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const colors = await marked.evaluate(colorsIn)
    expect(colors.length).toBeGreaterThan(1)
    for (const { text, color, ground } of colors)
      expect(contrast(color, ground), `${text} in ${colorScheme}`).toBeGreaterThanOrEqual(4.5)
    await accessible(page)
  }
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
