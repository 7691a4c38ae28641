import { type Browser, expect, type Page } from '@playwright/test'
import { test } from './app.ts'
import { openClinic } from './clinic.ts'
import { withScriptedLaboratory } from './laboratory.ts'
import { accessible, signIn, withFeatures } from './page.ts'

async function comeIn(browser: Browser, origin: string, email: string, path: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: origin })
  const page = await context.newPage()
  await page.goto(path)
  await signIn(page, email)
  return page
}

const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Notifications/ })
const badge = (page: Page) => page.getByRole('banner').locator('.mantine-Indicator-indicator')

test('[ROUTE-03 ROUTE-04] an order is followed to the laboratory, and its question is answered on the spot', async ({
  app,
  browser,
  staff,
}) => {
  const clinic = await openClinic(app.origin, staff)
  await withScriptedLaboratory(app, async (laboratory) => {
    const { id } = await clinic.submit(await clinic.draft('Wrenhollow'))
    const page = await comeIn(browser, app.origin, staff.provider, `/order/details/${id}`)
    const waits = page.getByRole('region', { name: 'Outstanding items' })

    await test.step('en route: what is needed until the sample arrives comes first', async () => {
      await expect(page).toHaveURL(new RegExp(`/order/en-route/${id}$`))
      await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toHaveText(
        'Outstanding items',
      )
      await expect(waits).toContainText('no tracking number')
      await expect(waits.getByRole('button', { name: /^Add tracking number/ })).toBeVisible()
      await accessible(page)
    })

    await test.step('arrived: the same page in its other mode, to which the old URL leads', async () => {
      await laboratory.accession(id)
      await expect(page).toHaveURL(new RegExp(`/order/details/${id}$`))
      await expect(page.getByText('Report expected by')).toBeVisible()
      await expect(waits).toHaveCount(0)
      await page.goto(`/order/en-route/${id}`)
      await expect(page).toHaveURL(new RegExp(`/order/details/${id}$`))
    })

    const other = await comeIn(browser, app.origin, staff.provider, '/dashboard')
    const words = 'Which of the two variants is meant?'
    await test.step('a question appears in every tab, and the notifications link to it', async () => {
      await expect(bell(other)).toBeVisible()
      await laboratory.hold(id, words)
      await expect(waits).toContainText(words)
      await bell(other).click()
      const panel = other.getByRole('dialog', { name: /^Notifications/ })
      await expect(panel).toContainText(words)
      await accessible(other)
      await panel.getByRole('listitem').filter({ hasText: words }).getByRole('link').click()
      await expect(other).toHaveURL(new RegExp(`/order/details/${id}#question-\\d+$`))
    })

    const typed = 'The one in exon 12'
    const dialog = page.getByRole('dialog', { name: 'Information is missing' })
    await test.step('typed text survives Escape', async () => {
      await waits.getByRole('button', { name: 'Answer' }).click()
      await dialog.getByLabel('Your answer').fill(typed)
      await page.keyboard.press('Escape')
      await expect(dialog.getByLabel('Your answer')).toHaveValue(typed)
      await accessible(page)
    })

    await test.step('a colleague answers first, with a document; the user sees who, and loses nothing', async () => {
      await other.getByRole('button', { name: 'Answer' }).click()
      const colleagueDialog = other.getByRole('dialog', { name: 'Information is missing' })
      await colleagueDialog.getByLabel('Your answer').fill('See the letter.')
      await colleagueDialog.getByRole('button', { name: 'Add document' }).click()
      const chosen = other.waitForEvent('filechooser')
      await colleagueDialog.getByRole('button', { name: 'Choose file' }).click()
      const buffer = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')
      await (await chosen).setFiles({ name: 'letter.pdf', mimeType: 'application/pdf', buffer })
      await colleagueDialog.getByRole('button', { name: 'Send answer' }).click()
      const messages = other.getByRole('region', { name: 'Messages with the laboratory' })
      await expect(messages).toContainText('See the letter.')
      await expect(messages.getByRole('button', { name: 'Download letter.pdf' })).toBeVisible()
      await accessible(other)
      await dialog.getByRole('button', { name: 'Send answer' }).click()
      await expect(dialog.getByRole('alert')).toContainText('answered this on')
      await expect(dialog.getByLabel('Your answer')).toHaveValue(typed)
      await dialog.getByRole('button', { name: 'Close' }).click()
      await expect(waits).toContainText('Answered; waiting for the lab to resume')
    })

    await test.step('the laboratory continues: nothing is pending, and the due day names the delay', async () => {
      await laboratory.release(id)
      await expect(waits).toHaveCount(0)
      await expect(page.getByRole('complementary', { name: 'Progress' })).toContainText(
        'Hold released: the laboratory resumed work',
      )
    })
  })
})

test('[HDR-03 HDR-05] the header: Create VOB, Create Order, and Notifications if they are enabled', async ({
  app,
  page,
  staff,
}) => {
  let counts = { otherLate: 0, otherMissingInfo: 0, wgsLate: 0, wgsMissingInfo: 0 }
  await page.route('**/header-alert', (route) => route.fulfill({ json: counts }))
  await page.route('**/notification', (route) => route.fulfill({ json: [] }))
  const live = page.waitForResponse((reply) => new URL(reply.url()).pathname === '/api/events')
  await page.goto('/dashboard')
  await signIn(page, staff.provider)
  const clinic = await openClinic(app.origin, staff)
  const header = page.getByRole('banner')
  await expect(header.getByRole('link', { name: 'Create VOB' })).toBeVisible()
  await expect(header.getByRole('link', { name: 'Create Order' })).toBeVisible()

  await test.step('no alert: no dot, and an empty list', async () => {
    await expect(header.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
    await expect(badge(page)).toHaveCount(0)
    await bell(page).click()
    await expect(page.getByRole('dialog', { name: /^Notifications/ })).toHaveText('No item to show')
    await page.keyboard.press('Escape')
    await expect(bell(page)).toBeFocused()
  })

  await live
  for (const kind of ['otherLate', 'otherMissingInfo', 'wgsLate', 'wgsMissingInfo'] as const)
    await test.step(`a dot, which is also said aloud, for one of ${kind}`, async () => {
      counts = { otherLate: 0, otherMissingInfo: 0, wgsLate: 0, wgsMissingInfo: 0, [kind]: 1 }
      // Each update on an order refreshes the counts.
      await clinic.draft('Newsworth')
      await expect(header.getByRole('button', { name: 'Notifications: 1 alert' })).toBeVisible()
      await expect(badge(page)).toBeVisible()
      counts = { ...counts, [kind]: 0 }
      await clinic.draft('Newsworth')
      await expect(badge(page)).toHaveCount(0)
    })

  await test.step('no button where notifications are not enabled', async () => {
    await withFeatures(page, { notifications: false })
    await page.reload()
    await expect(header.getByRole('link', { name: 'Create Order' })).toBeVisible()
    await expect(bell(page)).toHaveCount(0)
  })
})
