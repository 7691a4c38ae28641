import { type Browser, expect, type Page } from '@playwright/test'
import { test } from './app.ts'
import { openClinic } from './clinic.ts'
import { withScriptedLaboratory } from './laboratory.ts'
import { accessible, signIn } from './page.ts'

async function comeIn(browser: Browser, origin: string, who: string, path: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: origin })
  const page = await context.newPage()
  await page.goto(path)
  await signIn(page, who)
  return page
}

const more = async (page: Page, entry: string) => {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

/** Fills in the cancel dialog, which stays unchanged until it is confirmed. */
async function cancelBecause(page: Page, reason: string): Promise<void> {
  await more(page, 'Cancel order')
  const dialog = page.getByRole('dialog', { name: 'Cancel this order?' })
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('checkbox').check()
}

test('an order at the laboratory: a refused cancellation, then an add-on test requested and ordered', async ({
  app,
  browser,
  staff,
  supporter,
}) => {
  const { origin } = app
  await withScriptedLaboratory(app, async (laboratory) => {
    const clinic = await openClinic(origin, staff)
    const { id } = await clinic.submit(await clinic.draft('Fernlight'))
    await laboratory.accession(id)
    const page = await comeIn(browser, origin, staff.provider, `/order/details/${id}`)
    const dialog = page.getByRole('dialog')

    await test.step('an update leaves the dialog open; the refusal appears with its reason', async () => {
      await cancelBecause(page, 'Not wanted any more')
      await laboratory.inProcess(id)
      await expect(page.getByText('Testing started')).toHaveCount(1)
      await dialog.getByRole('button', { name: 'Yes, cancel order' }).click()
      const refused = page.getByRole('region', { name: 'The laboratory declined to cancel this order' })
      await expect(refused).toContainText('can no longer be cancelled')
    })

    const support = await comeIn(browser, origin, supporter, `/order/details/${id}`)
    await test.step('Support answers whether the specimen suffices, on the same page', async () => {
      await page.getByRole('button', { name: 'Check remaining specimen' }).click()
      await dialog.getByRole('textbox', { name: 'Test' }).fill('cystic')
      await page.getByRole('option').first().click()
      await dialog.getByRole('button', { name: 'Ask the laboratory' }).click()
      await expect(page.getByText('Waiting for the laboratory')).toBeVisible()
      await support.getByRole('button', { name: /^Available for/ }).click()
      await support.getByRole('dialog').getByLabel('Note').fill('2 ng left')
      await accessible(support)
      await support.getByRole('dialog').getByRole('button', { name: 'Answer “Available”' }).click()
      await expect(page.getByRole('button', { name: /^Order test/ })).toBeVisible()
      await accessible(page)
    })

    await test.step('it is ordered as a draft, which the question links to', async () => {
      await page.getByRole('button', { name: /^Order test/ }).click()
      await expect(page).toHaveURL(/\/create\?draft=\d+/)
      const draft = new URL(page.url()).searchParams.get('draft')
      await page.goBack()
      await expect(page.getByRole('link', { name: `Draft ${draft}, not submitted` })).toBeVisible()
    })
    await Promise.all([page, support].map((one) => one.context().close()))
  })
})
