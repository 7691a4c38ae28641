import { expect, type Page } from '@playwright/test'
import { PROBAND } from '#domain/orders/document.ts'
import { follow } from './address.ts'
import { test } from './app.ts'
import { openClinic } from './clinic.ts'
import { workNow } from './database.ts'
import { withScriptedLaboratory } from './laboratory.ts'
import { personAt } from './order-form.ts'
import { addColleague } from './own-clinic.ts'
import { accessible, signIn } from './page.ts'
import { trioOf } from './trio.ts'

const LAST_NAME = 'Larkturn'
const EXOME_TRIO = '1600'
/** Aortic root aneurysm. */
const AORTA = { termId: 'HP:0002616' }
const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name })
const task = (page: Page) => region(page, /^Reclassification:/)

/** Records a step on the page of a reclassification. */
async function record(
  page: Page,
  button: string,
  {
    title,
    fill,
  }: { title: string | RegExp; fill?: (dialog: ReturnType<Page['getByRole']>) => Promise<void> },
): Promise<void> {
  await task(page).getByRole('button', { name: button, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: title })
  await expect(dialog).toBeVisible()
  await accessible(page)
  await fill?.(dialog)
  await dialog.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(dialog).toHaveCount(0)
}

test('[WATCH-02] the positive report of a trio is acknowledged, its variant reclassified, patient and relatives are told, and the task is closed by whoever owns it since its owner was blocked', async ({
  app,
  browser,
  page,
  staff,
}) => {
  const counselor = await addColleague(app, 'counselor', { like: 'counselor', at: staff.code })
  const clinic = await openClinic(app.origin, { provider: counselor, code: staff.code })
  await withScriptedLaboratory(app, async (laboratory) => {
    const draft = await clinic.draft(LAST_NAME, new Set(), EXOME_TRIO)
    const { document } = await clinic.order(draft)
    const exome = await clinic.client.catalogue.test({
      ...{ params: { code: EXOME_TRIO }, query: { institutionCode: staff.code } },
    })
    const values = {
      ...trioOf(document, exome.consents),
      phenotype: [{ patient: PROBAND, ...AORTA, label: '', release: '', status: 'present' }],
      'familyHistory/familyHistoryOfDiseaseBeingTested': 'No',
    }
    const body = Object.entries(values).map(([path, value]) => ({
      ...{ op: 'add' as const, path: `/${path}` },
      value: JSON.parse(JSON.stringify(value)),
    }))
    await clinic.client.orders.patch({ params: { hospital: staff.code, id: draft }, headers: {}, body })
    const { id } = await clinic.submit(draft)
    await page.goto(`/order/details/${id}`)
    await signIn(page, staff.provider)

    await test.step('the ordering provider acknowledges a positive report', async () => {
      await laboratory.accession(id)
      await laboratory.inProcess(id)
      await laboratory.report(id, undefined, 'positive')
      await region(page, 'Follow-up')
        .getByRole('button', { name: /^Acknowledge the report/ })
        .click()
      const dialog = page.getByRole('dialog', { name: 'Acknowledge this report' })
      await dialog.getByLabel('Reviewed, and I acted on it').check()
      await dialog.getByLabel('Statement').fill('Family informed, surveillance began.')
      await dialog.getByRole('button', { name: 'Acknowledge', exact: true }).click()
      await expect(region(page, 'Follow-up')).toContainText('Reviewed, action taken')
      await expect(task(page)).toHaveCount(0)
    })

    await test.step('the laboratory changes the class: a task with owner, day and what changed', async () => {
      await laboratory.amend(id, 'The families were published in error.', 'Uncertain significance')
      await expect(task(page)).toContainText('Owner: you')
      await expect(task(page)).toContainText(/From Pathogenic to Uncertain significance/i)
      await expect(task(page)).toContainText('The families were published in error.')
      await accessible(page)
      await record(page, 'Record: Tell the ordering provider', {
        title: 'Ordering provider told',
        fill: async (dialog) => {
          await dialog.getByLabel('How').selectOption('read the report in the portal')
        },
      })
      await expect(task(page)).toContainText('Ordering provider told, read the report in the portal')
    })

    await test.step('its owner is blocked: it is the submitter’s, who finds it in the list', async () => {
      const admin = await openClinic(app.origin, { provider: staff.admin, code: staff.code })
      const owner = await openClinic(app.origin, staff)
      const { id: physician } = await owner.client.physicians.current()
      await admin.client.users.changeStatus({
        params: { hospital: staff.code, id: physician },
        body: { status: 'Blocked', reason: 'Left the clinic' },
      })
      await workNow(app, 'follow-up')
      await expect
        .poll(async () => {
          const params = { h: staff.code, id }
          const all = await clinic.client.followUp.ofOrder({ params })
          return all.map(({ kind, isOwn, closed }) => `${kind} ${isOwn} ${closed !== null}`)
        })
        .toContain('reclassification true false')
    })

    const own = await personAt(browser, app, counselor, '/follow-up?owner=mine&kind=reclassification')
    const other = await personAt(browser, app, counselor, `/order/details/${id}`)
    await test.step('who goes on where the owner was; another tab hears of it', async () => {
      await own.getByRole('link', { name: new RegExp(LAST_NAME) }).click()
      await expect(task(own)).toContainText('Owner: you')
      await expect(task(own)).toContainText('Ordering provider told')
      await record(own, 'Record: Tell the patient', {
        title: 'What happened with the patient?',
        fill: async (dialog) => {
          await dialog.getByLabel('How').selectOption('by phone')
          await dialog.getByLabel('Statement').fill('Explained; will come on Thursday.')
        },
      })
      await expect(task(other)).toContainText('Explained; will come on Thursday.')
    })

    await test.step('relatives are listed, and get a letter that does not name the patient', async () => {
      await record(own, 'List a relative', {
        title: 'List a relative',
        fill: async (dialog) => {
          await dialog.getByLabel('How they are related to the patient').fill('Brother')
        },
      })
      await task(own).getByRole('button', { name: 'Write a letter' }).click()
      const dialog = own.getByRole('dialog', { name: 'Write a letter' })
      await dialog.getByLabel('To', { exact: true }).selectOption('To a relative: Brother')
      await dialog.getByLabel('Name in the salutation').fill('Otto')
      const preview = dialog.getByRole('region', { name: 'Preview' })
      await expect(preview).toContainText('Dear Otto,')
      await expect(preview).not.toContainText(LAST_NAME)
      await accessible(own)
      await dialog.getByRole('button', { name: 'Make letter' }).click()
      await expect(dialog).toHaveCount(0)
      await expect(task(own).getByRole('link', { name: /^Download/ })).toBeVisible()
      await record(own, 'Record: Brother', {
        title: 'What happened with this relative: Brother?',
        fill: async (dialog) => {
          await dialog.getByLabel('How').selectOption('by letter')
        },
      })
    })

    await test.step('a statement about a version that is no longer the newest is refused, and kept', async () => {
      await task(own).getByRole('button', { name: 'Close reclassification' }).click()
      const dialog = own.getByRole('dialog', { name: 'Close this reclassification' })
      await dialog.getByLabel('Statement').fill('Patient and brother know.')
      await laboratory.amend(id, 'The publication was confirmed after all.')
      await expect(task(other)).toContainText('The publication was confirmed after all.')
      await dialog.getByRole('button', { name: 'Close reclassification' }).click()
      await expect(dialog.getByRole('alert')).toBeVisible()
      await expect(dialog.getByLabel('Statement')).toHaveValue('Patient and brother know.')
      await dialog.getByRole('button', { name: 'Keep open' }).click()
    })

    await test.step('closed by the owner’s statement, which says why steps are not needed', async () => {
      await task(own).getByRole('button', { name: 'Close reclassification' }).click()
      const dialog = own.getByRole('dialog', { name: 'Close this reclassification' })
      await dialog
        .getByRole('textbox', { name: 'Statement' })
        .fill('Back to the first class: everybody acts as before.')
      await dialog.getByLabel('My statement says why these are not needed').check()
      await accessible(own)
      await dialog.getByRole('button', { name: 'Close reclassification' }).click()
      await expect(dialog).toHaveCount(0)
      await expect(task(own)).toContainText('Back to the first class: everybody acts as before.')
      await expect(task(own).getByRole('button', { name: /^Record/ })).toHaveCount(0)
      await expect(task(other)).toContainText('Completed')
      await accessible(own)
      await follow(own, '/follow-up?status=closed&kind=reclassification')
      await expect(own.getByRole('row').filter({ hasText: LAST_NAME })).toContainText('Completed')
    })
    await own.context().close()
    await other.context().close()
  })
})
