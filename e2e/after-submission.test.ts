import { readFile } from 'node:fs/promises'
import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { piecesOf } from '#server/features/documents/testing/pdf-text.ts'
import { type App, test } from './app.ts'
import { type Clinic, openClinic } from './clinic.ts'
import { choose } from './form.ts'
import { withScriptedLaboratory } from './laboratory.ts'
import { reviewConsents, submitOrder } from './order-form.ts'
import { accessible, signIn } from './page.ts'

const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF')
const LETTER = { name: 'letter.pdf', mimeType: 'application/pdf', buffer: PDF }
const NOTE = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('Seizures since March.\n') }

async function comeIn(browser: Browser, { origin }: App, email: string, path: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: origin })
  const page = await context.newPage()
  await page.goto(path)
  await signIn(page, email)
  return page
}

async function more(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

async function submitted({ draft, submit }: Clinic, lastName: string): Promise<number> {
  const { id } = await submit(await draft(lastName))
  return id
}

/** A labeled value in a dialog. */
const detailOf = (dialog: Locator, name: string) =>
  dialog
    .locator('dl > div')
    .filter({ has: dialog.page().getByText(name, { exact: true }) })
    .locator('dd')

test('[ORDER-09] documents, requisition and tracking number of an order, and its cancellation', async ({
  app,
  browser,
  staff,
  otherClinic,
}) => {
  await withScriptedLaboratory(app, async () => {
    const clinic = await openClinic(app.origin, staff)
    const id = await submitted(clinic, 'Fernlight')
    const page = await comeIn(browser, app, staff.provider, `/order/details/${id}`)
    const dialog = page.getByRole('dialog')
    await expect(page).toHaveURL(`${app.origin}/order/en-route/${id}`)

    await test.step('the upload dialog names the order', async () => {
      await page.getByRole('button', { name: 'Add documents' }).click()
      await expect(detailOf(dialog, 'Name')).toHaveText('Testa Fernlight')
      await expect(detailOf(dialog, 'Date of birth')).toHaveText(/^\d+ \w{3} \d{4}$/)
      await expect(detailOf(dialog, 'Lab number')).toHaveText('Not assigned yet')
      await expect(detailOf(dialog, 'Test name')).toHaveText('Core Carrier Screen (1102)')
    })

    const row = (number: number) => dialog.getByRole('group', { name: `Document ${number}`, exact: true })
    await test.step('two documents are uploaded together, each with its type', async () => {
      const type = (number: number) => row(number).getByRole('combobox', { name: 'Document type' })
      await dialog.locator('input[type=file]').setInputFiles([LETTER, NOTE])
      await choose(page, type(1), 'Insurance Card')
      await row(1).getByLabel('Description').fill('Both sides')
      await choose(page, type(2), 'Additional Clinical Information')
      await accessible(page)
      await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
      await expect(dialog).toBeHidden()
    })

    await test.step('a document is downloaded unchanged, by its institution only', async () => {
      const documents = page.getByRole('region', { name: 'Documents' })
      await expect(documents.getByRole('listitem').filter({ hasText: 'letter.pdf' })).toContainText(
        'Both sides',
      )
      for (const { name, buffer } of [LETTER, NOTE]) {
        const download = page.waitForEvent('download')
        const answer = page.waitForResponse(/\/documents\/\d+$/)
        await documents.getByRole('button', { name: `Download ${name}` }).click()
        expect((await readFile(await (await download).path())).equals(buffer)).toBe(true)
        const address = (await answer).url()
        expect(await statusFor(clinic.authorization, address)).toBe(200)
        const others = await openClinic(app.origin, otherClinic)
        expect(await statusFor(others.authorization, address)).toBe(404)
        expect(await statusFor(undefined, address)).toBe(401)
      }
    })

    await test.step('text added to the requisition is printed on it, with the order number', async () => {
      await more(page, 'Add text to requisition')
      await dialog.getByLabel('Text').fill('Call before testing:\n- Dr Okafor')
      await accessible(page)
      await dialog.getByRole('button', { name: 'Add text to requisition' }).click()
      const added = page.getByRole('region', { name: 'Added to the requisition' })
      await expect(added.getByRole('listitem')).toHaveText('Dr Okafor')
      const answer = page.waitForResponse(/\/requisition$/)
      await page.getByRole('link', { name: 'Requisition (PDF)' }).click()
      const printed = piecesOf(await (await answer).body())
        .map(({ text }) => text)
        .join(' ')
      expect(printed).toContain(`${id}`)
      expect(printed).toContain('Call before testing:')
      await expect(page.getByRole('link', { name: 'Open in new tab' })).toBeVisible()
      await accessible(page)
      await page.getByRole('link', { name: 'Close requisition' }).click()
    })

    await test.step('a tracking number that could not be saved is kept, and saved', async () => {
      const specimen = page.getByRole('region', { name: 'Specimen' })
      await specimen.getByRole('button', { name: /^Add tracking number/ }).click()
      const save = dialog.getByRole('button', { name: 'Save tracking number' })
      await dialog.getByRole('textbox', { name: 'Tracking number' }).fill('799531274483')
      // Typed text stays when the request fails, and is sent with the next attempt.
      await page.route(/\/api\/samples\//i, (route) => route.abort())
      await save.click()
      await expect(dialog.getByRole('alert')).toBeVisible()
      await page.unroute(/\/api\/samples\//i)
      await save.click()
      await expect(page.getByRole('region', { name: 'Specimen' })).toContainText('799531274483')
    })

    await test.step('the consent for testing is withdrawn, and the order is held', async () => {
      const consents = page.getByRole('region', { name: 'Consents' })
      await consents.getByRole('button', { name: /^Consents/ }).click()
      await consents.getByRole('button', { name: 'Withdraw consent' }).click()
      await dialog.getByRole('checkbox', { name: 'Consent for genetic testing' }).check()
      await dialog.getByRole('button', { name: 'Today' }).click()
      await dialog.getByLabel('Reason').fill('The family changed its mind')
      await accessible(page)
      await dialog.getByRole('button', { name: 'Withdraw and stop testing' }).click()
      await expect(dialog).toBeHidden()
      await expect(consents).toContainText('withdrawn on')
      await expect(page.getByText(/The consent for genetic testing was withdrawn/).first()).toBeVisible()
    })

    await test.step('the laboratory cancels an order en route, and the page updates in two tabs', async () => {
      const second = await page.context().newPage()
      await second.goto(`/order/en-route/${id}`)
      await more(page, 'Cancel order')
      await expect(detailOf(dialog, 'Test')).toHaveText('Core Carrier Screen (1102)')
      await expect(detailOf(dialog, 'Patient')).toHaveText('Testa Fernlight')
      await accessible(page)
      await dialog.getByLabel('Reason').fill('Ordered twice')
      await dialog.getByRole('checkbox').check()
      await dialog.getByRole('button', { name: 'Yes, cancel order' }).click()
      for (const tab of [page, second]) {
        await expect(tab.getByRole('heading', { name: 'This order is cancelled' })).toBeVisible({})
        await expect(tab).toHaveURL(`${app.origin}/order/details/${id}`)
      }
      await second.close()
      await expect(page.getByRole('button', { name: 'Add documents' })).toHaveCount(0)
      await accessible(page)
    })

    await page.context().close()
  })
})

async function statusFor(authorization: string | undefined, address: string): Promise<number> {
  return (await fetch(address, { headers: authorization === undefined ? {} : { authorization } })).status
}

test('an add-on test, a copy of an order, an order for a relative, and feedback', async ({
  app,
  browser,
  staff,
}) => {
  await withScriptedLaboratory(app, async (laboratory) => {
    const clinic = await openClinic(app.origin, staff)
    const id = await submitted(clinic, 'Mossbridge')
    const page = await comeIn(browser, app, staff.provider, `/order/en-route/${id}`)
    const dialog = page.getByRole('dialog')
    const draftInAddress = async () => {
      await expect(page).toHaveURL(/\/create\?draft=\d+/)
      return Number(new URL(page.url()).searchParams.get('draft'))
    }

    await test.step('a test is added to the specimen once the laboratory has it', async () => {
      await expect(page.getByText('Order received by the laboratory')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Add a test' })).toHaveCount(0)
      await laboratory.accession(id)
      await page.getByRole('button', { name: 'Add a test' }).click()
      const begin = dialog.getByRole('button', { name: 'Start order' })
      await expect(begin).toBeDisabled()
      await dialog.getByRole('textbox', { name: 'Tests' }).fill('1105')
      await page.getByRole('option').filter({ hasText: 'X-Linked Carrier Screen' }).click()
      await accessible(page)
      await begin.click()
    })

    const added = await draftInAddress()
    await test.step('it is submitted as an add-on, under its own number, without a new specimen', async () => {
      await expect(page.getByText('specimen already at the laboratory').first()).toBeVisible()
      await page.getByLabel('Report under a new lab number').check()
      const consents = page.getByRole('region', { name: 'Consents' })
      const questions = consents.getByRole('radiogroup')
      await expect(questions.first()).toBeVisible()
      for (const question of await questions.all()) await question.getByLabel('Yes').check()
      await reviewConsents(page)
      await expect(page.getByText('Ready to submit')).toBeVisible()
      await accessible(page)
      const submit = page.waitForRequest(/\/approve/)
      await submitOrder(page)
      const { searchParams } = new URL((await submit).url())
      expect(Object.fromEntries(searchParams)).toMatchObject({ isAddOn: 'true', assignNewLabNumber: 'true' })
      await expect(page).toHaveURL(new RegExp(`/order/(en-route|details)/${added}`))
      await expect(page.getByText('Additional test on the specimen of')).toContainText(`order ${id}`)
      await laboratory.accession(added)
      for (const order of [added, id]) {
        await laboratory.inProcess(order)
        // Relatives are offered a test for what was found.
        await laboratory.report(order, undefined, 'positive')
      }
      await expect(page.getByText('The report is ready').first()).toBeVisible()
      await accessible(page)
      const [first, second] = await Promise.all([clinic.order(id), clinic.order(added)])
      expect(second.accessionNumber).not.toBe(first.accessionNumber)
      expect(second.document.samples).toEqual([])
    })

    await test.step('a copy keeps people and tests, and asks for the rest again', async () => {
      await page.goto(`/order/details/${id}`)
      // The copy as created, before the form fills in its suggestions.
      const copied = page.waitForResponse(/\/copy$/)
      await more(page, 'Order again')
      const { document, madeFrom } = await (await copied).json()
      await draftInAddress()
      expect(madeFrom).toEqual({ orderId: id, as: 'again' })
      expect(document).toMatchObject({ consents: [], samples: [{ specimenType: '' }] })
      await expect(page.getByLabel('First name').first()).toHaveValue('Testa')
      await expect(
        page
          .getByText(/was already ordered for this patient/)
          .filter({ visible: true })
          .first(),
      ).toBeVisible()
      await accessible(page)
    })

    await test.step('in an order for a relative, the family request names the previous patient', async () => {
      await page.goBack()
      await expect(page).toHaveURL(new RegExp(`/order/details/${id}`))
      await more(page, 'Order for a relative')
      await expect(page.getByRole('radio', { name: /^Only the known variant/ }).first()).toBeChecked()
      await expect(page.getByText(/Family window of the laboratory: \d+ days left/).first()).toBeVisible()
      await accessible(page)
      await page.getByRole('radio', { name: /^The same test/ }).check()
      await page.getByRole('button', { name: 'Start order' }).click()
      const relative = await draftInAddress()
      await expect(page.getByLabel('First name').first()).toHaveValue('')
      await expect(page.getByLabel('Last name').first()).toHaveValue('Mossbridge')
      const { document } = await clinic.order(relative)
      expect(document.familyTestingRequest.targetSequencingData).toMatchObject({
        probandFirstName: 'Testa',
        probandLastName: 'Mossbridge',
      })
      await accessible(page)
    })

    await test.step('a draft is discarded after a confirmation', async () => {
      const draft = await draftInAddress()
      await page.goto(`/order/details/${draft}`)
      await page.getByRole('button', { name: 'Discard draft' }).click()
      await accessible(page)
      await dialog.getByRole('button', { name: 'Discard draft' }).click()
      await expect(page).toHaveURL(/\/orders\?status=pending-submission/)
      await expect(clinic.order(draft)).rejects.toThrow()
    })

    await test.step('feedback is given and shown', async () => {
      await page.goto(`/order/details/${id}`)
      await page.getByRole('button', { name: 'Rate order' }).click()
      await dialog.getByRole('radio', { name: '5 Excellent' }).press('ArrowLeft')
      await dialog.getByRole('button', { name: 'Send feedback' }).click()
      await expect(page.getByText('4 of 5, Good')).toBeVisible()
      await page.reload()
      await expect(page.getByText('4 of 5, Good')).toBeVisible()
      await accessible(page)
    })
    await page.context().close()
  })
})
