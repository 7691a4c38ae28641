import { type Browser, expect, type Page } from '@playwright/test'
import { follow } from './address.ts'
import { type App, test } from './app.ts'
import { openClinic } from './clinic.ts'
import { withScriptedLaboratory } from './laboratory.ts'
import { addMembership } from './own-clinic.ts'
import { accessible, openMail, signIn } from './page.ts'

const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF')
const LETTER = { name: 'family-history.pdf', mimeType: 'application/pdf', buffer: PDF }

/** Tracking numbers in Fedex's format: of the kits, of another order's sample, and of this one's. */
const [TO_CLINIC, OTHER, OWN_NUMBER] = ['774100249905', '774100248140', '774100248130']
const QUESTION = 'Please send the family history.'
const PATIENT = { firstName: 'Testa', lastName: 'Larkspindle' }

async function openSignedIn(browser: Browser, { origin }: App, email: string, path: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: origin })
  const page = await context.newPage()
  await page.goto(path)
  await signIn(page, email)
  return page
}

/**
 * Checks that a mail about the order has arrived which links to it but names no patient, test or question.
 */
async function mailAbout(page: Page, to: string, id: number, subject: string): Promise<void> {
  const mailbox = await page.context().newPage()
  await openMail(mailbox, to, `Order ${id}: ${subject}`)
  const mail = mailbox.getByRole('main')
  await expect(mail).toContainText(`/order/details/${id}`)
  for (const personal of [PATIENT.firstName, PATIENT.lastName, 'Carrier', QUESTION])
    await expect(mail).not.toContainText(personal)
  await mailbox.close()
}

const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Notifications/ })
const badge = (page: Page) => page.getByRole('banner').locator('.mantine-Indicator-indicator')

test('[ROUTE-02 ROUTE-08 ORDER-10] kits are ordered, found, sent by the laboratory and received', async ({
  app,
  browser,
  page,
  staff,
  supporter,
}) => {
  const dialog = page.getByRole('dialog')

  await test.step('ordered, with everything missing reported together', async () => {
    await page.goto('/kit-order')
    await signIn(page, staff.provider)
    await expect(page.getByRole('heading', { name: 'Order kits', level: 1 })).toBeVisible()
    await expect(page.getByLabel('Quantity')).toHaveValue('1')
    await page.getByLabel('Last name').fill('')
    await page.getByLabel('Quantity').fill('0')
    await page.getByRole('button', { name: 'Order kits' }).click()
    await expect(page.getByRole('alert').first()).toBeVisible()
    expect(await page.locator('[aria-invalid=true]').count()).toBeGreaterThan(1)
    await accessible(page)
    await page.getByRole('radio', { name: 'Saliva' }).check()
    await page.getByLabel('Quantity').fill('3')
    await page.getByLabel('First name').fill('Odalys')
    await page.getByLabel('Last name').fill('Thistlemere')
    await page.getByRole('button', { name: 'Order kits' }).click()
    await expect(page).toHaveURL(/\/kits\/\d+/)
  })

  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const kits = page.getByRole('table', { name: 'Kit orders' })
  await test.step('its page says what comes next; the list finds it by its recipient', async () => {
    await expect(page.getByText(`The laboratory received kit order ${id}`)).toBeVisible()
    await expect(page.getByText('3 × Saliva for Odalys Thistlemere')).toBeVisible()
    await accessible(page)
    await page.getByRole('link', { name: 'Kits', exact: true }).first().click()
    await expect(page).toHaveURL(/\/kits\b/)
    await page.getByRole('searchbox', { name: 'Search kits' }).fill('thistlemere')
    await expect(page).toHaveURL(/q=thistlemere/)
    await expect(kits.getByRole('link', { name: '3 × Saliva' })).toHaveCount(1)
    await expect(kits.getByRole('row').filter({ hasText: 'Thistlemere' })).toContainText('Ordered')
    await accessible(page)
  })

  await test.step('Support sends it', async () => {
    const support = await openSignedIn(browser, app, supporter, `/kits-to-send?q=${id}`)
    await expect(support.getByText('Odalys Thistlemere')).toBeVisible()
    await accessible(support)
    await support.getByRole('button', { name: `Mark as sent: ${id}` }).click()
    await support.getByRole('dialog').getByLabel('Tracking number').fill(TO_CLINIC)
    await support.getByRole('dialog').getByRole('button', { name: 'Save tracking number' }).click()
    await expect(support.getByText('Odalys Thistlemere')).toHaveCount(0)
    await support.context().close()
  })

  await test.step('the clinic tracks the parcel, and receives it', async () => {
    await follow(page, '/kits?q=thistlemere&status=sent')
    await expect(kits.getByRole('link', { name: `Fedex ${TO_CLINIC}` })).toHaveAttribute(
      'href',
      new RegExp(TO_CLINIC),
    )
    await kits.getByRole('link', { name: '3 × Saliva' }).click()
    await expect(page.getByText('The parcel should arrive by')).toBeVisible()
    await page.getByRole('button', { name: 'Mark as received' }).click()
    await accessible(page)
    await dialog.getByRole('button', { name: 'Mark as received' }).click()
    await expect(page.getByRole('main')).toContainText('Received')
    await expect(page.getByRole('button', { name: 'Mark as received' })).toHaveCount(0)
    await follow(page, '/kits?q=thistlemere&status=received')
    await expect(kits.getByRole('link', { name: '3 × Saliva' })).toHaveCount(1)
  })
})

test('[ROUTE-13 HDR-05] a sample is sent, asked about, reported, and its report corrected', async ({
  app,
  browser,
  page,
  staff,
  otherClinic,
}) => {
  const clinic = await openClinic(app.origin, staff)
  await addMembership(app, staff.super, otherClinic.code)
  await withScriptedLaboratory(app, async (laboratory) => {
    const { id } = await clinic.submit(await clinic.draft(PATIENT.lastName))
    const other = await clinic.submit(await clinic.draft('Mothwing'))
    await clinic.client.samples.ship({
      params: { h: staff.code },
      body: {
        sampleIds: other.samples.map((sample) => sample.id),
        ...{ shipCarrierToBG: 'Fedex', shipTrackingNoToBG: OTHER, sameParcel: false },
      },
    })
    const dialog = page.getByRole('dialog')
    const waits = page.getByRole('region', { name: 'Outstanding items' })
    const progress = page.getByRole('complementary', { name: 'Progress' })
    await page.goto(`/order/en-route/${id}`)
    await signIn(page, staff.provider)

    await test.step('its tracking number: a wrong digit is explained, a reused number is named with its order', async () => {
      await waits.getByRole('button', { name: /^Add tracking number/ }).click()
      const number = dialog.getByRole('textbox', { name: 'Tracking number' })
      const save = dialog.getByRole('button', { name: 'Save tracking number' })
      await number.fill('774100248131')
      await expect(dialog.getByText('One of the digits seems wrong.')).toBeVisible()
      await expect(save).toBeDisabled()
      await number.fill(OTHER)
      await expect(dialog.getByRole('combobox', { name: 'Carrier' })).toHaveValue('Fedex')
      await save.click()
      await expect(dialog.getByRole('alert')).toContainText(`It was entered for order ${other.id} on`)
      await expect(save).toBeDisabled()
      await accessible(page)
      await number.fill('7741 0024 8130')
      await expect(dialog.getByText('The check digit is right.')).toBeVisible()
      await save.click()
      await expect(dialog).toHaveCount(0)
      const specimen = page.getByRole('region', { name: 'Specimen' })
      await expect(specimen.getByRole('link', { name: `Fedex ${OWN_NUMBER}` })).toHaveAttribute(
        'href',
        new RegExp(OWN_NUMBER),
      )
      await expect(waits).toContainText('No action needed from your clinic.')
    })

    await test.step('it arrives, and the page updates by itself', async () => {
      await laboratory.accession(id)
      await expect(page).toHaveURL(new RegExp(`/order/details/${id}$`))
      await expect(progress).toContainText('Accessioned')
      await expect(waits).toHaveCount(0)
    })

    await test.step('the laboratory asks a question: a dot, a notification that links to it, and a mail', async () => {
      const number = await laboratory.hold(id, QUESTION)
      await expect(waits).toContainText(QUESTION)
      await expect(waits).toContainText('Your clinic, by')
      await mailAbout(page, staff.provider, id, 'question from the laboratory')
      await follow(page, '/dashboard')
      const needs = page.getByRole('region', { name: 'Needs your attention' })
      await expect(needs.getByRole('listitem').first()).toBeVisible()
      await accessible(page)
      await expect(badge(page)).toBeVisible()
      await bell(page).click()
      const line = page
        .getByRole('dialog', { name: /^Notifications/ })
        .getByRole('listitem')
        .filter({ hasText: PATIENT.lastName })
      await expect(line).toContainText(QUESTION)
      await accessible(page)
      await line.getByRole('link').click()
      await expect(page).toHaveURL(new RegExp(`/order/details/${id}#`))
      await expect(waits).toContainText(QUESTION)

      await waits.getByRole('button', { name: 'Answer' }).click()
      await dialog.getByLabel('Your answer').fill('Two siblings, both well.')
      await dialog.getByRole('button', { name: 'Add document' }).click()
      await dialog.locator('input[type=file]').setInputFiles(LETTER)
      await dialog.getByRole('button', { name: 'Send answer' }).click()
      await expect(dialog).toHaveCount(0)
      await expect(waits).toContainText('Answered; waiting for the lab to resume')
      const messages = page.getByRole('region', { name: 'Messages with the laboratory' })
      await expect(messages).toContainText('Two siblings, both well.')
      await expect(messages.getByRole('button', { name: `Download ${LETTER.name}` })).toBeVisible()
      await accessible(page)
      await expect
        .poll(async () => (await laboratory.order(id)).changes)
        .toMatchObject([
          { answer: { number, text: 'Two siblings, both well.', documents: [{ bytes: PDF.length }] } },
        ])
    })

    await test.step('nobody else is notified: another institution has no item', async () => {
      const both = await openSignedIn(browser, app, staff.super, '/dashboard')
      await both.getByRole('button', { name: /^Institution:/ }).click()
      await both.getByRole('menuitemradio', { name: new RegExp(otherClinic.code) }).click()
      await expect(both.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
      await expect(badge(both)).toHaveCount(0)
      await bell(both).click()
      await expect(both.getByRole('dialog', { name: /^Notifications/ })).toHaveText('No item to show')
      await both.context().close()
    })

    const unread = page
      .getByRole('region', { name: 'Unopened reports' })
      .getByRole('listitem')
      .filter({ hasText: PATIENT.lastName })
    const report = page.getByRole('region', { name: `Report of ${PATIENT.firstName} ${PATIENT.lastName}` })
    await test.step('the laboratory continues and reports: unread on the dashboard until it is opened', async () => {
      await laboratory.release(id)
      await expect(waits).toHaveCount(0)
      await laboratory.inProcess(id)
      await laboratory.report(id)
      // A report that nobody opens.
      await laboratory.workOff(other.id)
      await expect(page.getByRole('region', { name: 'The report is ready' })).toContainText(
        'Not opened yet at your institution.',
      )
      await mailAbout(page, staff.provider, id, 'report ready')
      await follow(page, '/dashboard')
      await expect(unread).toContainText('Read report')
      const answer = page.waitForResponse((response) => /pdf/.test(response.headers()['content-type'] ?? ''))
      await unread.getByRole('link').click()
      expect((await (await answer).body()).subarray(0, 5).toString()).toBe('%PDF-')
      await expect(report.getByRole('link', { name: 'Open in new tab' })).toBeVisible()
      await accessible(page)
      await expect(progress).toContainText('Report opened')
      await follow(page, '/dashboard')
      await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
      const others = page.getByRole('region', { name: 'Unopened reports' }).getByRole('listitem')
      await expect(others.first()).toContainText('Read report')
      await expect(unread.filter({ hasText: 'Read report' })).toHaveCount(0)
    })

    await test.step('a treatment recommendation is new until it is opened', async () => {
      await follow(page, `/order/details/${id}`)
      await laboratory.treatment(id, 'Diet after the result', ['Low in protein.', 'Ask again in a year.'])
      const treatments = page.getByRole('region', { name: 'Treatment recommendations' })
      await expect(treatments).toContainText('New for you')
      await treatments.getByRole('link', { name: 'Open Diet after the result' }).click()
      await expect(page).toHaveURL(/\/treatment\/\d+$/)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Diet after the result')
      await expect(page.getByRole('region', { name: 'Recommendation', exact: true })).toContainText(
        'Ask again in a year.',
      )
      await expect(page.getByText('Not opened before')).toBeVisible()
      await accessible(page)
      await page.reload()
      await expect(page.getByText(/by Ada Okafor/)).toBeVisible()
      await page.getByRole('link', { name: `${id}`, exact: true }).click()
      await expect(treatments).toBeVisible()
      await expect(treatments).not.toContainText('New for you')
    })

    await test.step('a corrected report is a new version; the old one is kept, marked as replaced', async () => {
      await laboratory.correct(id)
      await expect(page.getByRole('region', { name: 'This report was corrected' })).toBeVisible()
      await mailAbout(page, staff.provider, id, 'corrected report')
      const versions = page.getByRole('region', { name: 'Reports', exact: true }).getByRole('listitem')
      await expect(versions).toHaveCount(2)
      await expect(versions.nth(0)).toContainText('Version 2')
      await expect(versions.nth(0)).toContainText('Corrected')
      await expect(versions.nth(1)).toContainText('Version 1')
      await expect(versions.nth(1)).toContainText('Replaced by version 2')
      await versions.nth(1).getByRole('link', { name: 'Open version 1' }).click()
      await expect(page).toHaveURL(/#report-1$/)
      const old = page.getByRole('region', { name: 'Report of Testa Larkspindle, version 1' })
      await expect(old).toContainText('The laboratory has corrected this report. Use version 2.')
      await accessible(page)
      await follow(page, '/dashboard')
      await expect(unread).toContainText('Read report')
    })
  })
})
