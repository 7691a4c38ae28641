import { expect, type Locator, type Page } from '@playwright/test'
import {
  ADDRESS_TYPES,
  COUNTRIES,
  DOCUMENT_TYPES,
  ETHNICITIES,
  INSTITUTION_PHONE_TYPES,
  STATES,
} from '#domain/lookups.ts'
import { follow } from './address.ts'
import { test } from './app.ts'
import { openClinic } from './clinic.ts'
import { untouched, withToldLaboratory } from './laboratory.ts'
import { section } from './order-form.ts'
import { accessible, signIn } from './page.ts'

/** What a select offers when it is opened; it is closed again. */
async function offered(page: Page, field: Locator): Promise<string[]> {
  await field.click()
  const options = page.getByRole('option').filter({ visible: true })
  await expect(options.first()).toBeVisible()
  const names = await options.allInnerTexts()
  await page.keyboard.press('Escape')
  await expect(options).toHaveCount(0)
  return names
}

test('[DLG-10] selects offer just their lists: country, state, ethnicity, document type, address and phone type', async ({
  app,
  page,
  staff,
}) => {
  const clinic = await openClinic(app.origin, staff)
  const order = await clinic.draft('Selectfield')
  await untouched(app, clinic, order)
  await page.goto('/create')
  await signIn(page, staff.provider)
  const patient = section(page, 'Patient and family')
  const select = (name: RegExp) => patient.getByRole('combobox', { name }).first()
  await expect(select(/^Country$/)).toHaveValue('USA')
  expect(await offered(page, select(/^Country$/))).toEqual([...COUNTRIES])
  expect(await offered(page, select(/^State/))).toEqual(STATES.map(({ name }) => name))
  expect(await offered(page, select(/^Ethnicity/))).toEqual(ETHNICITIES.map(({ name }) => name))
  await patient.getByRole('button', { name: 'Add address' }).click()
  expect(await offered(page, select(/^Type/))).toEqual([...ADDRESS_TYPES])

  await follow(page, '/profile')
  const phones = page
    .locator('form')
    .filter({ has: page.getByRole('button', { name: 'Save phone numbers' }) })
  await phones.getByRole('button', { name: /^Add/ }).click()
  const type = phones.getByRole('combobox', { name: 'Type' }).last()
  expect(await offered(page, type)).toEqual([...INSTITUTION_PHONE_TYPES])

  await follow(page, `/order/details/${order}`)
  await page.getByRole('button', { name: 'Add documents' }).click()
  const dialog = page.getByRole('dialog')
  await dialog
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      ...{ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Notes') },
    })
  expect(await offered(page, dialog.getByRole('combobox', { name: 'Document type' }))).toEqual([
    ...DOCUMENT_TYPES,
  ])
  await accessible(page)
})

test('[DLG-11] of many notices three show at once, at the bottom right', async ({ app, page, staff }) => {
  const clinic = await openClinic(app.origin, staff)
  await withToldLaboratory(app, async (laboratory) => {
    const { id } = await clinic.submit(await clinic.draft('Noticewell'))
    await laboratory.workOff(id)
    await page.goto(`/order/details/${id}`)
  })
  await signIn(page, staff.provider)
  await expect(page.getByRole('region', { name: 'The report is ready' })).toBeVisible()
  await page.route('**/report**', (route) =>
    route.fulfill({ status: 503, contentType: 'application/problem+json', body: '{}' }),
  )
  const notices = page.locator(
    '[data-mantine-shared-portal-node] [role=alert], .mantine-Notifications-root [role=alert]',
  )
  const download = page.getByRole('button', { name: 'Download' }).first()
  for (const shown of [1, 2, 3, 3, 3]) {
    await download.click()
    await expect(download).not.toHaveAttribute('data-loading', 'true')
    await expect(notices).toHaveCount(shown)
  }
  await accessible(page)
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  const box = await notices.last().boundingBox()
  expect(box).not.toBeNull()
  const { x = 0, y = 0, width: wide = 0, height: high = 0 } = box ?? {}
  expect(width - (x + wide)).toBeLessThan(40)
  expect(height - (y + high)).toBeLessThan(40)
  expect(x).toBeGreaterThan(width / 2)
})
