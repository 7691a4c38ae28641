import { expect, type Page } from '@playwright/test'
import { follow } from './address.ts'
import { test } from './app.ts'
import { openClinic } from './clinic.ts'
import { withScriptedLaboratory } from './laboratory.ts'
import { personAt } from './order-form.ts'
import { accessible, openMail, signIn } from './page.ts'

const LAST_NAME = 'Larkreport'
const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name })

/**
 * The owner of a report acknowledges this version on the order's page: their notice of the change needs nothing else. The card may
 * show a new version later than the notice does.
 */
async function acknowledge(page: Page, version: number): Promise<void> {
  const followUp = region(page, 'Follow-up')
  await expect(followUp).toContainText(`Report, version ${version}, `)
  await followUp.getByRole('button', { name: /^Acknowledge the report/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Acknowledge this report' })
  await accessible(page)
  // Nothing is chosen for them.
  await dialog.getByRole('button', { name: 'Acknowledge', exact: true }).click()
  await expect(dialog).toContainText('Choose what you did.')
  await dialog.getByLabel('Reviewed, no action needed').check()
  await dialog.getByRole('button', { name: 'Acknowledge', exact: true }).click()
  await expect(dialog).toHaveCount(0)
}

test('[RPT-01 RPT-02 RPT-03] a report is preliminary, final, added to, amended, acknowledged and withdrawn while it is open', async ({
  app,
  browser,
  page,
  staff,
  supporter,
}) => {
  const clinic = await openClinic(app.origin, staff)
  await withScriptedLaboratory(app, async (laboratory) => {
    const { id } = await clinic.submit(await clinic.draft(LAST_NAME))
    await laboratory.accession(id)
    await laboratory.inProcess(id)
    await page.goto(`/order/details/${id}`)
    await signIn(page, staff.provider)
    const versions = region(page, 'Reports').getByRole('listitem')
    const opened = page.getByRole('region', { name: `Report of Testa ${LAST_NAME}` })

    await test.step('a preliminary report says that it may change, and the final one replaces it', async () => {
      await laboratory.preliminary(id)
      await expect(region(page, 'A preliminary report is ready')).toContainText('may still change')
      await expect(versions.first()).toContainText('Preliminary')
      await laboratory.report(id)
      await expect(region(page, 'The report is ready')).toBeVisible()
      await expect(versions.nth(1)).toContainText('Replaced by version 2')
      await page.getByRole('link', { name: 'Open report' }).click()
      await expect(opened.getByRole('link', { name: 'Open in new tab' })).toBeVisible()
      await accessible(page)
    })

    await test.step('an addendum leaves the report valid, and does not look like an error', async () => {
      await laboratory.addendum(id, 'The mitochondrial genome is normal.')
      const notice = region(page, 'An addendum was added to this report')
      await expect(notice).toContainText('The mitochondrial genome is normal.')
      await expect(versions.filter({ hasText: /^Version 2/ })).not.toContainText('Replaced')
      await expect(notice.getByRole('link', { name: 'Acknowledge below' })).toBeVisible()
      await acknowledge(page, 3)
      await expect(notice).toHaveCount(0)
    })

    await test.step('an amended report is compared with the previous one and acknowledged; the laboratory is notified', async () => {
      await laboratory.amend(id, 'A new study reclassifies the variant.')
      const notice = region(page, 'This report was amended')
      await expect(notice).toContainText('Variant reclassified')
      await expect(notice).toContainText('A new study reclassifies the variant.')
      await expect(page.getByText('Corrected', { exact: true })).toHaveCount(0)
      await follow(page, '/dashboard')
      const changed = region(page, 'Changed reports')
      await expect(changed).toContainText(LAST_NAME)
      await accessible(page)
      await changed.getByRole('link').filter({ hasText: LAST_NAME }).first().click()
      await region(page, 'Reports').getByRole('link', { name: 'Compare version 4 with version 3' }).click()
      const compared = region(page, 'Versions 3 and 4 compared')
      await expect(compared.getByRole('region', { name: 'Version 3, addendum' })).toBeVisible()
      await expect(compared.getByRole('region', { name: 'Version 4, amended' })).toBeVisible()
      const changes = compared.getByRole('region', { name: 'What changed' })
      await expect(changes).toContainText('signed by Maris Hollowell')
      await expect(changes).toContainText('Variant reclassified: “A new study reclassifies the variant.”')
      await accessible(page)
      const support = await personAt(browser, app, supporter, '/laboratory/notices')
      const noticeRow = support.getByRole('row').filter({ hasText: `order ${id}, version 2` })
      await expect(noticeRow).toContainText('Not yet')
      await acknowledge(page, 4)
      await expect(region(page, 'This report was amended')).toHaveCount(0)
      await expect(region(page, 'Follow-up')).toContainText('Reviewed, no action')
      await support.reload()
      await expect(support.getByRole('heading', { name: 'Notices of changed reports' })).toBeVisible()
      await expect(noticeRow).toHaveCount(0)
      await accessible(support)
      await support.context().close()
    })

    await test.step('withdrawn while it is open: the page closes it, a download is refused, and a mail is sent', async () => {
      await follow(page, `/order/details/${id}#report`)
      const open = page.getByRole('region', { name: `Report of Testa ${LAST_NAME}, version 4` })
      await expect(open.getByRole('link', { name: 'Open in new tab' })).toBeVisible()
      await laboratory.treatment(id, 'Diet after the result', ['Low in protein.'])
      await expect(region(page, 'Treatment recommendations')).toContainText('Diet after the result')
      const [treatment] = (await clinic.order(id)).treatments
      const at = `/treatment/${treatment?.id}`
      const advised = await personAt(browser, app, staff.provider, at)
      await expect(advised.getByText('Low in protein.')).toBeVisible()
      await laboratory.withdraw(id, 'Two tubes were swapped.')
      await expect(advised.getByRole('alert')).toContainText('The laboratory has withdrawn this report')
      await expect(advised.getByText('Low in protein.')).toHaveCount(0)
      await accessible(advised)
      await advised.context().close()
      await expect(region(page, 'This report was withdrawn')).toContainText('Two tubes were swapped.')
      await expect(page.getByText('Do not use this report')).toBeVisible()
      await expect(page.getByRole('link', { name: 'Open in new tab' })).toHaveCount(0)
      await expect(region(page, 'Reports').getByRole('link', { name: /^Open version/ })).toHaveCount(0)
      await accessible(page)
      for (const path of [`report`, `report?version=2`, `reports/4/parts/1`]) {
        const answer = await page.request.get(`/api/orders/${staff.code}/${id}/${path}`, {
          headers: { authorization: clinic.authorization },
        })
        expect(await answer.json(), path).toMatchObject({ code: 'report-withdrawn' })
      }
      const mailbox = await page.context().newPage()
      await openMail(mailbox, staff.provider, 'withdrawn')
      await expect(mailbox.getByRole('main')).toContainText(`/order/details/${id}`)
      await expect(mailbox.getByRole('main')).not.toContainText(LAST_NAME)
      await mailbox.close()
    })
  })
})

test('[MATCH-01 MSG-03] a result whose patient is in doubt waits at the laboratory, unseen by the clinic, until a person decides', async ({
  app,
  browser,
  page,
  staff,
  supporter,
}) => {
  const clinic = await openClinic(app.origin, staff)
  await withScriptedLaboratory(app, async (laboratory) => {
    const { id } = await clinic.submit(await clinic.draft('Deskwing'))
    const other = await clinic.submit(await clinic.draft('Mothdesk'))
    await laboratory.inProcess(id)
    await page.goto(`/order/details/${id}`)
    await signIn(page, staff.provider)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const mixedUp = { firstName: 'Ulla', lastName: 'Deskwing', birthDate: '', recordNumber: '' }
    const support = await personAt(browser, app, supporter, '/laboratory/results')
    const waiting = support.getByRole('row').filter({ hasText: `${id} ·` })

    await test.step('it waits, and the clinic sees that a result is being checked', async () => {
      await laboratory.report(id, { ...mixedUp, firstName: 'Testa' })
      await expect(region(page, 'A result is being checked')).toBeVisible()
      await expect(region(page, 'Reports')).toHaveCount(0)
      await expect(waiting).toBeVisible()
      await accessible(support)
      await waiting.getByRole('link').first().click()
    })

    await test.step('both sides are shown side by side; it is accepted with a reason, and the clinic can read it', async () => {
      const comparison = support.getByRole('table', { name: 'Comparison of identifiers' })
      await expect(comparison.getByRole('row', { name: /^Name/ })).toContainText('Matches')
      await expect(comparison.getByRole('row', { name: /^Date of birth/ })).toContainText('Not given')
      await expect(support.getByRole('link', { name: 'Open in new tab: Laboratory report' })).toBeVisible()
      await accessible(support)
      await support.getByRole('button', { name: 'Accept result' }).click()
      const dialog = support.getByRole('dialog')
      await expect(dialog.getByRole('button', { name: 'Accept result' })).toBeDisabled()
      await dialog.getByLabel('Reason').fill('The tube was checked by two people.')
      await accessible(support)
      await dialog.getByRole('button', { name: 'Accept result' }).click()
      await expect(support.getByText('The tube was checked by two people.')).toBeVisible()
      await expect(region(page, 'The report is ready')).toBeVisible()
      await expect(region(page, 'A result is being checked')).toHaveCount(0)
    })

    await test.step('another result is moved to its own order', async () => {
      await laboratory.inProcess(other.id)
      const [patient] = (await clinic.order(id)).document.patients
      await laboratory.report(other.id, {
        ...{ firstName: 'Testa', lastName: 'Mothdesk', recordNumber: '' },
        birthDate: (patient?.dateOfBirth ?? '').replaceAll('-', '').replace(/^..../, '1900'),
      })
      await follow(support, '/laboratory/results')
      await support
        .getByRole('row')
        .filter({ hasText: `${other.id} ·` })
        .getByRole('link')
        .first()
        .click()
      await support.getByRole('button', { name: 'Move to another order' }).click()
      const dialog = support.getByRole('dialog')
      await dialog.getByLabel('Order number').fill('999999999')
      await expect(dialog.getByText('No submitted order 999999999 exists.')).toBeVisible()
      await dialog.getByLabel('Order number').fill(String(id))
      await dialog.getByRole('radio', { name: /Deskwing/ }).check()
      await dialog.getByLabel('Reason').fill('The barcode says so.')
      await accessible(support)
      await dialog.getByRole('button', { name: 'Move result' }).click()
      await expect(support.getByText('Moved to another order')).toBeVisible()
      await expect(region(page, 'Reports').getByRole('listitem')).toHaveCount(2)
    })

    await test.step('a third is rejected, and reaches nobody', async () => {
      await laboratory.report(other.id, { ...mixedUp, lastName: 'Mothdesk', firstName: 'Testa' })
      await follow(support, '/laboratory/results')
      await support
        .getByRole('row')
        .filter({ hasText: `${other.id} ·` })
        .getByRole('link')
        .first()
        .click()
      await support.getByRole('button', { name: 'Reject result' }).click()
      const dialog = support.getByRole('dialog')
      await dialog.getByLabel('Reason').fill('Nobody knows whose it is.')
      await dialog.getByRole('button', { name: 'Reject result' }).click()
      await expect(support.getByText('Nobody knows whose it is.')).toBeVisible()
      const { reports } = await clinic.client.reports.list({ params: { h: staff.code, id: other.id } })
      expect(reports).toEqual([])
    })

    await test.step('a report that may be withdrawn is marked, and can still be opened', async () => {
      await follow(page, `/order/details/${id}#report`)
      await laboratory.withdraw(id, 'Two tubes were swapped.', { ...mixedUp, firstName: 'Testa' })
      const listed = region(page, 'Reports').getByRole('listitem').first()
      await expect(listed).toContainText('Being checked')
      await expect(listed).not.toContainText('Final')
      const report = region(page, /^Report of Testa Deskwing/)
      await expect(report).toContainText('Do not act on it until the laboratory has confirmed it')
      await expect(report.getByRole('link', { name: 'Open in new tab' })).toHaveCount(0)
      await accessible(page)
      await report.getByRole('button', { name: 'Show the report anyway' }).click()
      await expect(report.getByRole('link', { name: 'Open in new tab' })).toBeVisible()
      await support.context().close()
    })
  })
})
