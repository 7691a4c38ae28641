import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { readBrand } from '#server/brand/read-brand.ts'
import { brand, partner, SECOND_BRAND } from '#server/testing/brand.ts'
import { test, withApp } from './app.ts'
import { savedDraft } from './order-form.ts'
import { addClinic } from './own-clinic.ts'
import { signIn } from './page.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
/** Values of the first brand that would be visible if they were written into a page. */
const FIRST = [brand.name, 'Larkfield', partner.name, brand.contact.phone, 'larkfield', brand.accent[7]]
const { brand: second, terms, privacyNotice } = readBrand(SECOND_BRAND)

/** Each site on its own host, all three with the second brand. */
function secondBrandAt(port: number) {
  const at = (name: string) => `http://${name}.karyo.localhost:${port}`
  return {
    PUBLIC_ORIGIN: at('portal'),
    KARYO_CATALOGUE_ORIGIN: at('catalogue'),
    KARYO_APPOINTMENT_ORIGIN: at('form'),
    KARYO_BRAND_DIR: SECOND_BRAND,
  }
}

/** Built files that contain values of the first brand, including pages that nobody opens here. */
async function filesOfFirstBrand(): Promise<string[]> {
  const found: string[] = []
  for await (const file of glob('{portal,catalogue,appointment}/dist/**/*.{js,css,html,svg}', {
    cwd: ROOT,
  })) {
    const text = await readFile(path.join(ROOT, file), 'utf8')
    if (FIRST.some((word) => text.includes(word))) found.push(file)
  }
  return found
}

/** Checks that the page contains nothing of the first brand, visible or not. */
async function ofSecondBrand(page: Page): Promise<void> {
  await expect(page.locator('h1').first()).toBeVisible()
  const pageText = `${await page.title()} ${await page.content()}`
  expect(FIRST.filter((word) => pageText.includes(word))).toEqual([])
}

test('[IDLE-05] the catalogue’s hidden frame learns of the session and its orders, and of nobody else; no page shows another brand', async ({
  browser,
}) => {
  expect(await filesOfFirstBrand()).toEqual([])
  await withApp(secondBrandAt, async (app) => {
    const { origin } = app
    const { provider } = await addClinic(app)
    const sites = secondBrandAt(Number(new URL(origin).port))
    const context = await browser.newContext({ baseURL: sites.PUBLIC_ORIGIN })
    const portal = await context.newPage()
    const catalogue = await context.newPage()
    const storedValue = (key: string) => catalogue.evaluate((name) => localStorage.getItem(name), key)

    await test.step('the public pages are the second brand’s', async () => {
      await catalogue.goto(`${sites.KARYO_APPOINTMENT_ORIGIN}/gc-appointment-form`)
      await expect(catalogue.locator('details').getByRole('link', { includeHidden: true })).toHaveText([
        'English',
        'Español',
      ])
      const pages = [
        `${sites.KARYO_APPOINTMENT_ORIGIN}/gc-appointment-form?lang=es`,
        `${sites.KARYO_CATALOGUE_ORIGIN}/catalogue/test/1600`,
        `${sites.KARYO_CATALOGUE_ORIGIN}/catalogue/`,
      ]
      for (const page of pages) {
        await catalogue.goto(page)
        await ofSecondBrand(catalogue)
        await expect(catalogue.getByText(second.name).first()).toBeVisible()
        const accent = () => getComputedStyle(document.documentElement).getPropertyValue('--accent-7')
        expect(await catalogue.evaluate(accent)).toBe(second.accent[7])
      }
    })

    await test.step('the portal is, before its script has run and after; so are its legal texts', async () => {
      const written = (await portal.goto('/logged-out').then((reply) => reply?.text())) ?? ''
      expect(FIRST.filter((word) => written.includes(word))).toEqual([])
      expect(written).toContain(`<title>${second.name}</title>`)
      await ofSecondBrand(portal)
      await portal.getByRole('button', { name: 'Privacy notice' }).click()
      const dialog = portal.getByRole('dialog', { name: privacyNotice.title })
      await expect(dialog).toContainText('tells nobody what it finds in your sample')
      await ofSecondBrand(portal)
      await portal.keyboard.press('Escape')
    })

    await test.step('on a phone the long name and address of the second brand push nothing off the page', async () => {
      const phone = await context.newPage()
      await phone.setViewportSize({ width: 390, height: 780 })
      const pages = [
        `${sites.KARYO_CATALOGUE_ORIGIN}/catalogue/`,
        `${sites.KARYO_APPOINTMENT_ORIGIN}/gc-appointment-form`,
        '/dashboard',
        '/logged-out',
      ]
      for (const address of pages) {
        await phone.goto(address)
        await expect(phone.locator('h1').first()).toBeVisible()
        expect(await phone.evaluate(() => document.documentElement.scrollWidth), address).toBe(390)
      }
      const cut = await phone
        .getByRole('banner')
        .getByRole('button')
        .evaluate((button) =>
          [...button.querySelectorAll('*')].some((one) => one.scrollWidth > one.clientWidth),
        )
      expect(cut).toBe(false)
      await phone.close()
    })

    await test.step('the catalogue stores the token’s expiry, in milliseconds', async () => {
      expect(await storedValue('tokenExpirationDate')).toBeNull()
      await portal.goto('/dashboard')
      await expect(portal.getByLabel('Password')).toBeVisible()
      await ofSecondBrand(portal)
      await signIn(portal, provider)
      // The clinic's user has accepted the first laboratory's terms, and is asked for these.
      await expect(portal.getByRole('heading', { name: terms.title, level: 1 })).toBeVisible()
      await expect(portal.getByText('Tests & samples: "as is", 5 < 6.')).toBeVisible()
      await ofSecondBrand(portal)
      await portal.getByRole('checkbox').check()
      await portal.getByRole('button', { name: 'Continue to the dashboard' }).click()
      await expect(portal.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
      await ofSecondBrand(portal)
      await expect.poll(() => storedValue('tokenExpirationDate')).not.toBeNull()
      const until = Number(await storedValue('tokenExpirationDate'))
      const token: { iat: number; exp: number } = await portal.evaluate(() => {
        const [, claims = ''] = (sessionStorage.getItem('authToken') ?? '').split('.')
        return JSON.parse(atob(claims.replace(/-/g, '+').replace(/_/g, '/')))
      })
      // The client counts from the token's arrival in whole seconds, the provider from its issue.
      expect(until).toBeGreaterThanOrEqual((token.exp - 1) * 1000)
      expect(until).toBeLessThanOrEqual(Date.now() + (token.exp - token.iat + 1) * 1000)
      await expect(portal.locator('iframe[src$="/catalogue/frame"]')).toBeHidden()
    })

    await test.step('tests ordered from the cart leave it once the draft is saved', async () => {
      await catalogue.evaluate(() =>
        localStorage.setItem('cart', '[{"code":"1600","addOns":[]},{"code":"1102","addOns":[]}]'),
      )
      await portal.goto('/create?test=1600&new-cart=true')
      await portal.getByLabel('Last name').first().fill('Cartwell')
      await savedDraft(portal)
      await expect.poll(() => storedValue('cart')).toBe('[{"code":"1102","addOns":[]}]')
      await ofSecondBrand(portal)
    })

    await test.step('messages from another page are ignored', async () => {
      const evil = await context.newPage()
      await evil.route('http://evil.localhost/', (route) =>
        route.fulfill({
          contentType: 'text/html',
          body: `<iframe src="${sites.KARYO_CATALOGUE_ORIGIN}/catalogue/frame"></iframe>`,
        }),
      )
      const before = await storedValue('tokenExpirationDate')
      await evil.goto('http://evil.localhost/')
      expect(evil.frames().map((frame) => frame.url())).toContain('chrome-error://chromewebdata/')
      await evil.evaluate(() => {
        for (const message of [{ type: 'logout' }, { type: 'ordered', codes: ['1102'] }])
          frames[0]?.postMessage(message, '*')
      })
      expect(await storedValue('tokenExpirationDate')).toBe(before)
      expect(await storedValue('cart')).toBe('[{"code":"1102","addOns":[]}]')
      await evil.close()
    })

    await test.step('the logout is noticed; the cart stays', async () => {
      await portal.getByRole('button', { name: /^Welcome / }).click()
      await portal.getByRole('menuitem', { name: 'Logout' }).click()
      await expect(portal).toHaveURL(/\/logged-out/)
      await expect.poll(() => storedValue('tokenExpirationDate')).toBeNull()
      expect(await storedValue('cart')).toBe('[{"code":"1102","addOns":[]}]')
    })
    await context.close()
  })
})
