import { expect, type Locator, type Page } from '@playwright/test'
import { brand } from '#server/testing/brand.ts'
import { test } from './app.ts'
import { accessible, signIn } from './page.ts'

const cartOf = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? '[]'))
const cartLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Cart/ })

/** Moves the focus to the element with the Tab key, then presses the key. */
async function byKeys(page: Page, target: Locator, key: 'Enter' | 'Space' | null): Promise<void> {
  await expect(target).toBeVisible()
  const isThere = () => target.evaluate((one) => one === document.activeElement)
  for (let tabs = 0; tabs < 60 && !(await isThere()); tabs++) await page.keyboard.press('Tab')
  await expect(target).toBeFocused()
  if (key) await page.keyboard.press(key)
}

test('[CAT-01 CAT-02 CAT-03 CAT-04 CAT-05] from the catalog over comparison and cart to a filled-in order', async ({
  page,
  staff,
}) => {
  const refused: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) refused.push(message.text())
  })

  await test.step('the header has the menus of the website, and its search asks the website', async () => {
    await page.goto('/catalogue/')
    const menus = page.getByRole('navigation', { name: 'Website' })
    for (const { label, entries } of brand.website.menus) {
      if (entries.length === 0)
        await expect(menus.getByRole('link', { name: label, exact: true })).toBeVisible()
      else await menus.getByText(label, { exact: true }).click()
      for (const entry of entries)
        await expect(menus.getByRole('link', { name: entry.label, exact: true })).toHaveAttribute(
          'href',
          entry.href,
        )
    }
    await accessible(page)
    await page.keyboard.press('Escape')
    await expect(menus.getByRole('link', { name: 'Comprehensive' })).toBeHidden()

    await page.route(`${new URL(brand.website.search).origin}/**`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<h1>The website</h1>' }),
    )
    await page.getByRole('banner').getByRole('searchbox').fill('parking & maps')
    await page.getByRole('banner').getByRole('button', { name: 'Search the website' }).click()
    await expect(page.getByRole('heading', { name: 'The website' })).toBeVisible()
    expect(new URL(page.url()).searchParams.get('s')).toBe('parking & maps')
    await page.goto('/catalogue/')
  })

  await test.step('a test is suggested for a misspelled disease, by keyboard', async () => {
    const find = page.getByRole('combobox', { name: /^Find a test/ })
    await find.pressSequentially('epilespy')
    await expect(page.getByRole('option', { name: /Comprehensive Epilepsy Panel/ })).toBeVisible()
    await accessible(page)
    await find.press('Escape')
    await find.press('Enter')
    await expect(page).toHaveURL(/\/catalogue\/search\?q=epilespy$/)
    await expect(page.getByText('These are tests for epilepsy.')).toBeVisible()
    await accessible(page)
  })

  await test.step('the tests of a category are compared', async () => {
    await page.goto('/catalogue/')
    await byKeys(page, page.getByRole('link', { name: 'Gene panels and single genes' }), 'Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gene panels and single genes')
    await byKeys(page, page.getByLabel('In this category'), null)
    await page.keyboard.type('epilepsy')
    await page.keyboard.press('Enter')
    // The page before has these tests too.
    await expect(page).toHaveURL(/[?&]q=epilepsy/)
    await byKeys(page, page.getByLabel('Compare Comprehensive Epilepsy Panel'), 'Space')
    await byKeys(page, page.getByLabel('Compare Infantile Epilepsy Panel'), 'Space')
    await expect(page.getByText('2 of at most 4 tests chosen')).toBeVisible()
    await accessible(page)
    await byKeys(page, page.getByRole('button', { name: 'Compare' }), 'Enter')
    await expect(page).toHaveURL(/\/catalogue\/compare\?test=2001&test=2002$/)
    await expect(page.getByRole('rowheader', { name: /^Genes in common/ })).toBeVisible()
    await byKeys(page, page.getByLabel(/^Another test/), null)
    // What is suggested for fewer letters would be replaced under the arrow keys.
    const suggested = page.waitForResponse(/suggestions\?q=epilepsy/)
    await page.keyboard.type('epilepsy')
    await suggested
    await expect(page.getByRole('option', { name: /Focal Epilepsy/ })).toBeVisible()
    // A test in the comparison is not offered again.
    await expect(page.getByRole('option', { name: /Comprehensive Epilepsy/ })).toHaveCount(0)
    const myoclonic = /Progressive Myoclonic Epilepsy Panel/
    await expect(page.getByRole('option', { name: myoclonic })).toBeVisible()
    for (const option of await page.getByRole('option').all()) {
      await page.keyboard.press('ArrowDown')
      await expect(option).toHaveAttribute('aria-selected', 'true')
      if (myoclonic.test(await option.innerText())) break
    }
    await page.keyboard.press('Enter')
    await expect(
      page.getByRole('columnheader', { name: 'Progressive Myoclonic Epilepsy Panel' }),
    ).toBeVisible()
    await accessible(page)
    await byKeys(page, page.getByRole('link', { name: 'Add to cart: Comprehensive Epilepsy Panel' }), 'Enter')
    await expect(cartLink(page)).toHaveAccessibleName('Cart 1 test')
    await byKeys(page, page.getByRole('link', { name: 'Comprehensive Epilepsy Panel', exact: true }), 'Enter')
  })

  await test.step('a test’s page has all its details, and offers related tests', async () => {
    await expect(page).toHaveTitle(/^Comprehensive Epilepsy Panel/)
    const genes = page.getByText(/^Show all \d+ genes$/)
    await byKeys(page, genes, 'Enter')
    await expect(page.getByRole('list', { name: 'Genes of Comprehensive Epilepsy Panel' })).toContainText(
      'SCN1A',
    )
    await accessible(page)
    await page.reload()
    await byKeys(page, page.getByLabel(/^Mitochondrial Genome/), 'Space')
    await byKeys(page, page.getByRole('button', { name: 'Update cart' }), 'Enter')
    await page.goto('/catalogue/test/aghl')
    await byKeys(page, page.getByRole('button', { name: 'Add to cart' }), 'Enter')
    await expect(page.getByRole('link', { name: 'Go to the cart' })).toBeVisible()
    expect(await cartOf(page)).toEqual([
      { code: '2001', addOns: ['1500'] },
      { code: '1506', addOns: [] },
    ])
  })

  await test.step('the cart is at the checkout, whose own cart link leads nowhere', async () => {
    await expect(cartLink(page)).toHaveAccessibleName('Cart 2 tests')
    await page.goto('/catalogue/test/2001')
    await expect(page.getByLabel(/^Mitochondrial Genome/)).toBeChecked()
    await byKeys(page, cartLink(page), 'Enter')
    await expect(page).toHaveURL(/\/checkout$/)
    await expect(page.getByRole('complementary', { name: 'Total' })).toContainText('$4,040')
    await expect(cartLink(page)).toHaveAttribute('aria-disabled', 'true')
    await expect(cartLink(page)).not.toHaveAttribute('href')
    await accessible(page)
    await byKeys(page, page.getByRole('link', { name: 'Remove Comprehensive Epilepsy Panel' }), 'Enter')
    await expect(page.getByRole('link', { name: 'Comprehensive Epilepsy Panel', exact: true })).toHaveCount(0)
    await page.goto('/catalogue/test/1600')
    await page.getByLabel(/^Chromosomal Microarray/).check()
    await page.getByRole('button', { name: 'Add to cart' }).click()
    // Invalid storage is ignored, and a test missing from the catalog is named.
    const cartBefore = JSON.stringify(await cartOf(page))
    for (const invalidCart of ['{"a":1}', '[[[', 'null', '[{"code":"<b>"},{"code":7},9,null]']) {
      await page.evaluate((cart) => localStorage.setItem('cart', cart), invalidCart)
      await page.goto('/checkout')
      await expect(page.getByText('The cart is empty.')).toBeVisible()
    }
    const withGone = cartBefore.replace('[', '[{"code":"__proto__","addOns":["constructor"]},')
    await page.evaluate((cart) => localStorage.setItem('cart', cart), withGone)
    await page.reload()
    await expect(page.getByText('__proto__ is not in the catalog')).toBeVisible()
    await byKeys(page, page.getByRole('link', { name: 'Remove __proto__' }), 'Enter')
    await expect(page.getByText('__proto__ is not in the catalog')).toBeHidden()
    await expect(page.getByRole('link', { name: 'Whole Exome Sequencing Trio', exact: true })).toBeVisible()
  })

  await test.step('the portal takes the cart over: sign-in, then an order with everything in it', async () => {
    const order = page.getByRole('link', { name: 'Order in the portal' })
    const query = new URL((await order.getAttribute('href')) ?? '', page.url()).searchParams
    expect([...query]).toEqual([
      ['test', 'AGHL'],
      ['test', '1600'],
      ['test', '1400'],
      ['ctc', '1506'],
      ['new-cart', 'true'],
    ])
    await byKeys(page, order, 'Enter')
    await signIn(page, staff.provider)
    const tests = page.getByRole('region', { name: 'Tests', exact: true })
    for (const name of [
      'Aminoglycoside Hearing Loss Variants',
      'Whole Exome Sequencing Trio',
      'Chromosomal Microarray',
    ])
      await expect(tests.getByText(name, { exact: true }).first()).toBeVisible()
    await expect(tests.getByText('AGHL').first()).toBeVisible()
    await page.getByLabel('First name').first().fill('Orla')
    await expect(page).toHaveURL(/draft=\d+/)
    await expect(page.getByText(/^Saved/).first()).toBeVisible()
  })

  await test.step('the catalogue knows when the sign-in expires, and the order’s cart is gone', async () => {
    const expires = () => page.evaluate(() => Number(localStorage.getItem('tokenExpirationDate')))
    await expect.poll(expires).toBeGreaterThan(Date.now())
    await expect.poll(() => cartOf(page)).toEqual([])
  })
  expect(refused).toEqual([])
})

test('[DASH-01] each category card of the dashboard leads to its catalog page, which works without script', async ({
  page,
  browser,
  baseURL,
  staff,
}) => {
  await page.goto('/dashboard')
  await signIn(page, staff.provider)
  const cards = page.locator('a[href*="/catalogue/category/"]')
  // The demo's own.
  const categories = ['carrier', 'rapid', 'wgs', 'wes', 'cma', 'mito', 'confirmation', 'ngs']
  await expect(cards).toHaveCount(categories.length)
  const links = await cards.evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href))
  expect(links.map((link) => link.split('/').at(-1)).sort()).toEqual(categories.sort())

  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
    baseURL: baseURL ?? '',
  })
  const plain = await context.newPage()
  for (const link of links) {
    const reply = await plain.goto(link)
    expect(reply?.status()).toBe(200)
    await expect(plain.getByRole('link', { name: /^Add to cart/ }).first()).toBeVisible()
  }
  await plain.goto('/catalogue/search?q=Q87.40')
  await plain.getByRole('link', { name: 'Marfan Syndrome, FBN1' }).first().click()
  await plain.getByRole('button', { name: 'Add to cart' }).click()
  await expect(plain.getByRole('link', { name: 'Order in the portal' })).toHaveAttribute(
    'href',
    /\/create\?test=2209&new-cart=true$/,
  )
  await context.close()
})
