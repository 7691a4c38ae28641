import { readFile } from 'node:fs/promises'
import { type Download, expect, type Locator, type Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { connectLaboratory } from '#adapters/laboratory/connect.ts'
import { showTypedDate } from '#domain/dates/date-entry.ts'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { piecesOf } from '#server/features/documents/testing/pdf-text.ts'
import { follow } from './address.ts'
import { type App, test } from './app.ts'
import { openClinic } from './clinic.ts'
import { typeDate } from './form.ts'
import { withScriptedLaboratory } from './laboratory.ts'
import { personAt } from './order-form.ts'
import { accessible } from './page.ts'

/** In the date box's format, by the laboratory's clock. */
const today = () => showTypedDate(todayAtLaboratory(new Date()))

test('a rejected sample is recollected: the clinic is notified, recollects and sends it, and it is reported', async ({
  app,
  browser,
  staff,
}) => {
  const clinic = await openClinic(app.origin, staff)
  await withScriptedLaboratory(app, async (laboratory) => {
    const { id, samples } = await clinic.submit(await clinic.draft('Thistlewick'))
    const page = await personAt(browser, app, staff.provider, `/order/en-route/${id}`)
    const waits = page.getByRole('region', { name: 'Outstanding items' })
    const specimens = page.getByRole('region', { name: /^Specimens?$/ })
    const head = page.getByRole('heading', { level: 1 })
    const dialog = page.getByRole('dialog')

    await test.step('it is sent, and nothing more is needed from the clinic', async () => {
      await waits.getByRole('button', { name: /^Add tracking number/ }).click()
      await dialog.getByRole('textbox', { name: 'Tracking number' }).fill('6142 8395 0184')
      await expect(dialog.getByRole('combobox', { name: 'Carrier' })).toHaveValue('Fedex')
      await dialog.getByRole('button', { name: 'Save tracking number' }).click()
      await expect(specimens.getByRole('link', { name: 'Fedex 614283950184' })).toBeVisible()
      await expect(waits).toContainText('No action needed from your clinic.')
    })

    await test.step('it is rejected: the bell leads to the order, which says what to do by when', async () => {
      const bell = page.getByRole('banner').getByRole('button', { name: /^Notifications/ })
      await expect(bell).toBeVisible()
      await laboratory.reject(id, 's1', 'QS')
      await expect(waits).toContainText('Recollection needed: Blood, Testa Thistlewick')
      await expect(waits).toContainText('There is not enough specimen')
      await expect(waits).toContainText(/Your clinic, by \d+ \w+ \d{4}/)
      await follow(page, '/dashboard')
      await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
      await bell.click()
      const line = page.getByRole('dialog', { name: /^Notifications/ }).getByRole('listitem')
      const ownLine = line.filter({ hasText: 'Thistlewick' })
      await expect(ownLine).toContainText('Recollection needed')
      await ownLine.getByRole('link').click()
      await expect(page).toHaveURL(new RegExp(`/order/details/${id}#waits$`))
      await expect(head).toHaveText('Testa Thistlewick')
    })

    await test.step('the rejected sample’s page leads to the new one’s', async () => {
      const rows = specimens.getByRole('link', { name: 'Sample: Blood, Testa Thistlewick' })
      await expect(rows).toHaveCount(2)
      await rows.and(page.locator(`[href="/sample/${samples[0]?.id}"]`)).click()
      await expect(head).toHaveText('Blood, Testa Thistlewick')
      const rejected = page.getByRole('region', { name: 'The laboratory has rejected this sample' })
      await expect(rejected).toContainText('There is not enough specimen')
      await accessible(page)
      await rejected.getByRole('link', { name: 'View recollection request' }).click()
      await expect(page.getByRole('region', { name: 'Recollection needed' })).toBeVisible()
      await expect(page).not.toHaveURL(new RegExp(`/sample/${samples[0]?.id}$`))
      await accessible(page)
    })

    await test.step('on a phone the date of the rejection does not wrap', async () => {
      const before = page.viewportSize() ?? { width: 1280, height: 800 }
      const words = page.getByRole('region', { name: 'Recollection needed' }).locator('div div')
      for (const width of [320, 340, 360, 390, 430]) {
        await page.setViewportSize({ width, height: 844 })
        const lines = await words.first().evaluate((element) => {
          const text = element.firstChild
          const [date] = text?.textContent?.match(/\d{1,2}\s[A-Z][a-z]{2}\s\d{4}/) ?? []
          if (!text || !date) return 0
          const from = text.textContent?.indexOf(date) ?? 0
          const range = document.createRange()
          range.setStart(text, from)
          range.setEnd(text, from + date.length)
          return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
        })
        expect(lines, `lines of the date at ${width} px`).toBe(1)
      }
      await page.setViewportSize(before)
    })

    const progress = page.getByRole('complementary', { name: 'Progress' })
    await test.step('recollected, with date and parcel: the laboratory receives both', async () => {
      await page.getByRole('button', { name: /^Record recollection/ }).click()
      const confirm = dialog.getByRole('button', { name: 'Save recollection' })
      await expect(confirm).toBeDisabled()
      const collected = dialog.getByRole('textbox', { name: 'Date of collection' })
      await typeDate(collected, '2 Jan 2024')
      await dialog.getByRole('textbox', { name: 'Tracking number' }).focus()
      await expect(collected).toHaveAccessibleDescription(/when the laboratory rejected the sample/)
      const days = [today()]
      await dialog.getByRole('button', { name: 'Today' }).click()
      days.push(today())
      await expect(collected).toHaveValue(new RegExp(days.join('|')))
      await expect(collected).toHaveAccessibleDescription('')
      await dialog.getByRole('textbox', { name: 'Tracking number' }).fill('614283950255')
      await expect(dialog.getByText('One of the digits seems wrong.')).toBeVisible()
      await expect(confirm).toBeDisabled()
      await dialog.getByRole('textbox', { name: 'Tracking number' }).fill('614283950254')
      await accessible(page)
      await confirm.click()
      await expect(progress.getByRole('link', { name: 'Fedex 614283950254' })).toBeVisible()
      await expect(progress).toContainText('Recollected')
      await expect(page.getByRole('region', { name: 'Recollection needed' })).toHaveCount(0)
      const reportedSpecimens = async () =>
        (await laboratory.order(id)).changes.flatMap((change) => change.specimens)
      await expect.poll(reportedSpecimens).toMatchObject([{ number: `${id}-s1-r1` }])
    })

    await test.step('it arrives, is tested and reported, and the page updates without reloading', async () => {
      await laboratory.accession(id)
      await expect(page.getByText('Received', { exact: true })).toBeVisible()
      await expect(progress).toContainText('Arrived at the laboratory')
      await laboratory.inProcess(id)
      await laboratory.report(id)
      await expect(page.getByText('Complete', { exact: true })).toBeVisible()
      await page.getByRole('link', { name: /^Core Carrier Screen/ }).click()
      await expect(page).toHaveURL(new RegExp(`/order/details/${id}`))
      await expect(specimens).toContainText('Replaces the rejected specimen')
      await expect(waits).toHaveCount(0)
    })
    await page.context().close()
  })
})

/** The patients of the list, each a link to the order. */
const names = (page: Page): Locator => page.getByRole('table', { name: 'Orders' }).locator('[data-row-link]')

/** The file that a button downloads. */
async function downloaded(page: Page, button: Locator): Promise<Download> {
  const download = page.waitForEvent('download')
  await button.click()
  return download
}

/** Sends a laboratory message about an order that was never submitted; returns the acknowledgement's code. */
async function strayMessage({ hl7Port }: App, controlId: string): Promise<string> {
  const sender = connectLaboratory({ host: '127.0.0.1', port: hl7Port, timeoutMs: 60_000 })
  try {
    const message = [
      `MSH|^~\\&|LIS|STRAY|KARYO|PORTAL|20260313101500-0500||ORU^R01^ORU_R01|${controlId}|P|2.5.1`,
      'PID|1||MRN1||Stray^Message',
      'ORC|RE|999999999|L-1',
      'OBR|1|999999999|L-1|1102^Core Carrier Screen^L||||||||||||||||||20260313101500-0500|||I',
      '',
    ]
    return (await sender.send(message.join('\r'))).code
  } finally {
    await sender.close()
  }
}

test('[ROUTE-07] the orders list is searched, saved, printed, shared and exported; Support watches its messages', async ({
  app,
  browser,
  staff,
  supporter,
}) => {
  const clinic = await openClinic(app.origin, staff)
  const { genes } = await clinic.client.catalogue.test({
    params: { code: '1102' },
    query: { institutionCode: staff.code },
  })
  await withScriptedLaboratory(app, async (laboratory) => {
    // The list has a second page.
    await Promise.all(Array.from({ length: 25 }, () => clinic.draft('Quillfeather')))
    const ids: number[] = []
    // The first would be a spreadsheet formula; the second contains CSV delimiters.
    for (const last of ['=Zwickelbach', 'Zwickelbach, "Bea"', 'Zwickelbäch'])
      ids.push((await clinic.submit(await clinic.draft(last))).id)
    const [first = 0, second = 0, third = 0] = ids
    const address = '/orders?status=en-route&orderBy=orderDate&page=1'
    const page = await personAt(browser, app, staff.provider, address)
    const box = page.getByRole('searchbox', { name: 'Search orders' })
    const chips = page.getByRole('list', { name: 'Filters' })
    const patients = ['=Zwickelbach, Testa', 'Zwickelbach, "Bea", Testa', 'Zwickelbäch, Testa']
    const upwards = ['=Zwickelbach, Testa', 'Zwickelbäch, Testa', 'Zwickelbach, "Bea", Testa']

    await test.step('status and page are in the URL', async () => {
      await expect(page.getByRole('navigation', { name: 'Status' }).locator('[aria-current]')).toContainText(
        'En Route',
      )
      await expect(names(page).first()).toHaveText('Zwickelbäch, Testa')
      await page.getByRole('navigation', { name: 'Status' }).getByRole('link', { name: 'All' }).click()
      await page.getByRole('link', { name: 'Next page' }).click()
      await expect(page).toHaveURL(/[?&]page=2(&|$)/)
      await expect(page.getByText(/^26–/)).toBeVisible()
      await accessible(page)
    })

    await test.step('one box finds by gene and patient, and by the laboratory’s number', async () => {
      await laboratory.accession(first)
      await expect.poll(async () => (await clinic.order(first)).accessionNumber).not.toBeNull()
      await box.fill(`zwickelbach ${genes[0] ?? ''}`)
      await expect(names(page)).toHaveText(patients.toReversed())
      await box.fill((await clinic.order(first)).accessionNumber ?? '')
      await expect(names(page)).toHaveText(patients.slice(0, 1))
      // The number may be part of another order's laboratory number.
      await box.fill(`${second}`)
      await expect(names(page).first()).toHaveText(patients[1] ?? '')
      await page.getByRole('button', { name: 'Clear search' }).click()
    })

    await test.step('filters are chips and part of the URL: copied, or reached with Back, it shows the same list', async () => {
      await page.getByRole('button', { name: 'Filters' }).click()
      const panel = page.getByRole('dialog', { name: 'Filters' })
      await panel.getByLabel('Patient').fill('zwickelbach')
      await panel.getByRole('combobox', { name: 'Order status' }).click()
      await page.getByRole('option', { name: 'Active', exact: true }).click()
      await accessible(page)
      await panel.getByRole('button', { name: 'Show orders' }).click()
      await expect(panel).toHaveCount(0)
      await expect(chips.getByRole('listitem')).toHaveText([
        'Active',
        'Patient: zwickelbach',
        'Clear all filters',
      ])
      await expect(names(page)).toHaveCount(3)
      const filtered = page.url()
      const copy = await page.context().newPage()
      await copy.goto(filtered)
      await expect(names(copy)).toHaveText(patients.toReversed())
      await copy.close()
      await chips.getByRole('link', { name: 'Remove filter: Patient: zwickelbach' }).click()
      await expect(chips.getByRole('listitem')).toHaveText(['Active'])
      await page.goBack()
      await expect(page).toHaveURL(filtered)
      await expect(names(page)).toHaveText(patients.toReversed())
    })

    await test.step('it is sorted by a column, and reversed', async () => {
      const column = page.getByRole('columnheader', { name: 'Patient' })
      await column.getByRole('button').click()
      await expect(column).toHaveAttribute('aria-sort', 'ascending')
      await expect(page).toHaveURL(/orderBy=patient/)
      await expect(names(page)).toHaveText(upwards)
      await column.getByRole('button').click()
      await expect(column).toHaveAttribute('aria-sort', 'descending')
      await expect(names(page)).toHaveText(upwards.toReversed())
    })

    await test.step('a page beyond the last says so, and leads back to the same list', async () => {
      await page.goto(page.url().replace('page=1', 'page=99'))
      await expect(page.getByText('Invalid page')).toBeVisible()
      await accessible(page)
      await page.getByRole('link', { name: 'Go to page 1' }).click()
      await expect(names(page)).toHaveCount(3)
    })

    const views = page.getByRole('button', { name: /^(Views|Our Zwickelbachs)$/ })
    await test.step('it is saved as a view, and reopened from another list', async () => {
      await views.click()
      await page.getByRole('menuitem', { name: 'Save view' }).click()
      await page.getByRole('dialog').getByLabel('Name').fill('Our Zwickelbachs')
      await accessible(page)
      await page.getByRole('dialog').getByRole('button', { name: 'Save view' }).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await follow(page, '/orders')
      await expect(names(page).nth(3)).toBeVisible()
      await views.click()
      await accessible(page)
      await page.getByRole('menuitem', { name: 'Our Zwickelbachs' }).click()
      await expect(names(page)).toHaveCount(3)
      await expect(page.getByRole('columnheader', { name: 'Patient' })).toHaveAttribute(
        'aria-sort',
        'descending',
      )
    })

    const chosen = page.getByRole('region', { name: 'Selected orders' })
    await test.step('the selection survives laboratory updates, which change the available actions', async () => {
      await page.getByRole('checkbox', { name: 'Select all orders on this page' }).check()
      await expect(chosen).toContainText('3 selected')
      await expect(chosen.getByRole('button', { name: 'Enter tracking number (2)' })).toBeEnabled()
      await laboratory.accession(second)
      const row = page.getByRole('row').filter({ hasText: `Order ${second}` })
      await expect(row).toContainText('Accessioned')
      await expect(row.getByRole('checkbox')).toBeChecked()
      await expect(chosen).toContainText('3 selected')
      await expect(chosen.getByRole('button', { name: 'Enter tracking number (1)' })).toBeEnabled()
      await accessible(page)
    })

    await test.step('the requisitions of all of them are one PDF', async () => {
      const button = chosen.getByRole('button', { name: 'Print requisitions (3)' })
      const file = await readFile(await (await downloaded(page, button)).path())
      const printed = piecesOf(file).map(({ text }) => text)
      for (const id of ids) expect(printed.filter((text) => text.includes(`${id}`))).not.toEqual([])
    })

    await test.step('one tracking number for several samples', async () => {
      await chosen.getByRole('button', { name: 'Clear selection' }).click()
      await expect(chosen).toHaveCount(0)
      const fourth = await clinic.submit(await clinic.draft('Zwickelbach-Dorn'))
      await expect(names(page)).toHaveCount(4)
      for (const id of [third, fourth.id])
        await page.getByRole('checkbox', { name: `Select order ${id},` }).check()
      await chosen.getByRole('button', { name: 'Enter tracking number (2)' }).click()
      const dialog = page.getByRole('dialog', { name: 'Tracking number' })
      for (const id of [third, fourth.id])
        await expect(dialog.getByRole('checkbox', { name: `order ${id}` })).toBeChecked()
      await dialog.getByRole('textbox', { name: 'Tracking number' }).fill('9400 1000 0000 0000 1234 15')
      await dialog.getByRole('button', { name: 'Save tracking number' }).click()
      await expect(dialog).toHaveCount(0)
      await expect(chosen).toHaveCount(0)
      for (const id of [third, fourth.id]) {
        const { samples } = await clinic.order(id)
        expect(samples.map(({ shipment }) => shipment?.trackingNumber)).toEqual(['9400100000000000123415'])
      }
    })

    await test.step('the export matches the list, and no name is a formula', async () => {
      const file = await downloaded(page, page.getByRole('button', { name: 'Export', exact: true }))
      expect(file.suggestedFilename()).toMatch(/^orders-\d{4}-\d\d-\d\d\.csv$/)
      const rows: Record<string, string>[] = parse(await readFile(await file.path(), 'utf8'), {
        bom: true,
        columns: true,
      })
      const visibleNames = await names(page).allTextContents()
      const written = rows.map((row) => `${row['Last name']}, ${row['First name']}`)
      expect(written).toEqual(visibleNames.map((name) => name.replace(/^=/, "'=")))
      expect(rows.find(({ Order }) => Order === `${second}`)).toMatchObject({ Status: 'Accessioned' })
    })
    await page.context().close()

    await test.step('Support sees pending messages while the laboratory is down, as sent, and sends them again', async () => {
      await laboratory.down()
      const waiting = await clinic.submit(await clinic.draft('Zwickelbach-Egger'))
      const support = await personAt(browser, app, supporter, '/laboratory')
      const statuses = support.getByRole('navigation', { name: 'Status' })
      const messages = support.getByRole('table', { name: 'Messages' })
      const row = messages.getByRole('row').filter({ hasText: `${waiting.id}` })
      const dialog = support.getByRole('dialog')
      await expect(row).toHaveCount(1)
      await accessible(support)
      await row.getByRole('button', { name: /^Show / }).click()
      await expect(dialog).toContainText('ORC|NW|')
      await expect(dialog).toContainText('Zwickelbach-Egger^Testa')
      await accessible(support)
      await dialog.getByRole('button', { name: 'Close' }).click()
      await row.getByRole('button', { name: /^Send again/ }).click()
      // Once the laboratory is back, it may be sent by itself.
      await laboratory.up()
      await dialog.getByRole('button', { name: 'Send again' }).click()
      await expect(row).toHaveCount(0)
      await statuses.getByRole('link', { name: 'Sent' }).click()
      await expect(row).toContainText('Accepted with AA')

      expect(await strayMessage(app, 'STRAY-1')).toBe('AE')
      await statuses.getByRole('link', { name: /^Rejected\s*\d*$/ }).click()
      const stray = messages.getByRole('row').filter({ hasText: 'STRAY-1' })
      await expect(stray).toContainText('no submitted order 999999999 is known here')
      await stray.getByRole('button', { name: /^Reprocess/ }).click()
      await dialog.getByRole('button', { name: 'Reprocess' }).click()
      await expect(support.getByText(/^Rejected for the same reason/)).toBeVisible()
      await support.context().close()
    })
  })
})
