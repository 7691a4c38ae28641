import { type Browser, expect, type Page } from '@playwright/test'
import { test, withApp } from './app.ts'
import { HOSPITAL, openClinic } from './clinic.ts'
import { accessible, signIn } from './page.ts'

/** Slow enough that an order can be met while it is tested, 7 s before its report. */
const SPEED = { KARYO_LAB_SPEED: '8' }
const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF')

async function comeIn(browser: Browser, origin: string, who: string, path: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: origin, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto(path)
  await signIn(page, `${who}@demo.test`)
  return page
}

const more = async (page: Page, entry: string) => {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

/** Fills in the cancel dialog, which stays as it is until it is confirmed. */
async function cancelBecause(page: Page, reason: string): Promise<void> {
  await more(page, 'Cancel order')
  const dialog = page.getByRole('dialog', { name: 'Cancel this order?' })
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('checkbox').check()
}

test('[ORDER-09] an order after it was submitted: tracking, documents, requisition, cancellation, feedback', async ({
  browser,
}) => {
  test.setTimeout(180_000)
  await withApp(SPEED, async ({ origin }) => {
    const { client } = await openClinic(origin)
    const place = { params: { hospital: HOSPITAL } }
    const waiting = await client.orders.list({ ...place, query: { status: 'en-route', top: 1 } })
    const id = waiting.ordersDTO[0]?.id
    const page = await comeIn(browser, origin, 'provider', `/order/details/${id}`)
    const dialog = page.getByRole('dialog')
    await expect(page).toHaveURL(`${origin}/order/en-route/${id}`)
    await expect(page.getByRole('region', { name: 'Consents' })).toContainText(/YES|NO/)

    await test.step('the requisition opens in the page, and the back button closes it', async () => {
      await page.getByRole('link', { name: 'Requisition (PDF)' }).click()
      await expect(page.getByRole('heading', { name: /^Requisition of/ })).toBeFocused()
      await expect(page.getByRole('link', { name: 'Open in new tab' })).toBeVisible()
      await accessible(page)
      await page.goBack()
      await expect(page.getByRole('heading', { name: /^Requisition of/ })).toHaveCount(0)
    })

    await test.step('what was typed stays when a call fails, and is sent once it is tried again', async () => {
      await page
        .getByRole('button', { name: /^Add tracking number/ })
        .first()
        .click()
      await dialog.getByRole('combobox', { name: 'Carrier' }).click()
      await page.getByRole('option', { name: 'USPS' }).click()
      await dialog.getByRole('textbox', { name: 'Tracking number' }).fill('9400111899223197428490')
      await page.route(/\/api\/samples\//i, (route) => route.abort())
      await dialog.getByRole('button', { name: 'Save tracking number' }).click()
      await expect(dialog.getByRole('alert')).toBeVisible()
      await accessible(page)
      await page.unroute(/\/api\/samples\//i)
      await dialog.getByRole('button', { name: 'Save tracking number' }).click()
      await expect(page.getByText('USPS 9400111899223197428490')).toBeVisible()
      await expect(page.getByRole('button', { name: /^Change tracking number/ })).toBeFocused()
    })

    await test.step('a document is added, and downloaded by its name', async () => {
      await page.getByRole('button', { name: 'Add documents' }).click()
      await dialog.getByRole('combobox', { name: 'Document type' }).click()
      await page.getByRole('option', { name: 'Insurance Card' }).click()
      const file = { name: 'card.pdf', mimeType: 'application/pdf', buffer: PDF }
      await dialog.locator('input[type=file]').first().setInputFiles(file)
      await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
      await expect(dialog).toBeHidden()
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Download card.pdf' }).click()
      expect((await download).suggestedFilename()).toBe('card.pdf')
      await accessible(page)
    })

    await test.step('what is added to the requisition is shown as text, with its list', async () => {
      await more(page, 'Add to requisition')
      await dialog.getByLabel('Text').fill('Call <b>first</b>:\n- Dr Feld\n- the ward')
      await dialog.getByRole('button', { name: 'Add to requisition' }).click()
      const added = page.getByRole('region', { name: 'Added to the requisition' })
      await expect(added.getByText('Call <b>first</b>:')).toBeVisible()
      await expect(added.getByRole('listitem')).toHaveText(['Dr Feld', 'the ward'])
      await expect(page.getByRole('button', { name: 'More', exact: true })).toBeFocused()
    })

    await test.step('the laboratory cancels, seen in a second tab too', async () => {
      const second = await page.context().newPage()
      await second.goto(`/order/en-route/${id}`)
      await cancelBecause(page, 'Ordered twice')
      await accessible(page)
      await dialog.getByRole('button', { name: 'Yes, cancel order' }).click()
      for (const tab of [page, second]) {
        await expect(tab.getByRole('heading', { name: 'This order is cancelled' })).toBeVisible({
          timeout: 20_000,
        })
        await expect(tab).toHaveURL(`${origin}/order/details/${id}`)
      }
      await second.close()
    })

    await test.step('feedback is given, and found again to be changed', async () => {
      await page.getByRole('button', { name: 'Give feedback' }).click()
      await dialog.getByRole('textbox').fill('Quick answer')
      await dialog.getByRole('button', { name: 'Send feedback' }).click()
      await expect(page.getByText('5 of 5, Excellent')).toBeVisible()
      await page.getByRole('button', { name: 'Change feedback' }).click()
      await expect(dialog.getByRole('textbox')).toHaveValue('Quick answer')
      await dialog.getByRole('button', { name: 'Close' }).click()
      await accessible(page)
    })
    await page.context().close()
  })
})

test('an order that the laboratory works on: a cancellation refused, a further test asked for and ordered', async ({
  browser,
}) => {
  test.setTimeout(180_000)
  await withApp(SPEED, async ({ origin }) => {
    const clinic = await openClinic(origin)
    const { id } = await clinic.submit(await clinic.draft('Fernlight'))
    const page = await comeIn(browser, origin, 'provider', `/order/details/${id}`)
    const dialog = page.getByRole('dialog')

    await test.step('news do not take the dialog away; the refusal comes with its words', async () => {
      await cancelBecause(page, 'Not wanted any more')
      await expect(page.getByText('Testing started')).toHaveCount(1, { timeout: 30_000 })
      await dialog.getByRole('button', { name: 'Yes, cancel order' }).click()
      const refused = page.getByRole('region', { name: 'The laboratory did not cancel this order' })
      await expect(refused).toContainText('can no longer be cancelled', { timeout: 20_000 })
    })

    const support = await comeIn(browser, origin, 'support', `/order/details/${id}`)
    await test.step('Support answers whether the specimen suffices, on the same page', async () => {
      await page.getByRole('button', { name: 'Ask if enough is left' }).click()
      await dialog.getByRole('textbox', { name: 'Test' }).fill('cystic')
      await page.getByRole('option').first().click()
      await accessible(page)
      await dialog.getByRole('button', { name: 'Ask the laboratory' }).click()
      await expect(page.getByText('Waits for the laboratory')).toBeVisible()
      await support.getByRole('button', { name: /^Available for/ }).click()
      await support.getByRole('dialog').getByLabel('Note').fill('2 ng left')
      await accessible(support)
      await support.getByRole('dialog').getByRole('button', { name: 'Answer “Available”' }).click()
      await expect(page.getByRole('button', { name: /^Order it/ })).toBeVisible({ timeout: 20_000 })
      await accessible(page)
    })

    await test.step('it is ordered as a draft, and the question says as which', async () => {
      await page.getByRole('button', { name: /^Order it/ }).click()
      await expect(page).toHaveURL(/\/create\?draft=\d+/)
      const draft = new URL(page.url()).searchParams.get('draft')
      await page.goBack()
      await expect(page.getByRole('link', { name: `Ordered as order ${draft}` })).toBeVisible()
    })

    await test.step('the same again is a draft that leads back to it', async () => {
      await more(page, 'Order again')
      await expect(page).toHaveURL(/\/create\?draft=\d+/)
      const draft = new URL(page.url()).searchParams.get('draft')
      await page.goto(`/order/details/${draft}`)
      await page.getByRole('link', { name: `order ${id}`, exact: true }).click()
      await expect(page).toHaveURL(new RegExp(`/order/details/${id}`))
    })
    await Promise.all([page, support].map((one) => one.context().close()))
  })
})
