import { expect } from '@playwright/test'
import { follow } from './address.ts'
import { test } from './app.ts'
import { openClinic } from './clinic.ts'
import { withScriptedLaboratory } from './laboratory.ts'
import { accessible, signIn } from './page.ts'

test('[ROUTE-09] a sample has a page of its own, where it is sent', async ({ app, page, staff }) => {
  const clinic = await openClinic(app.origin, staff)
  // The laboratory does only what it is told.
  await withScriptedLaboratory(app, async () => {
    const { id, samples } = await clinic.submit(await clinic.draft('Amberfield'))
    const [sample] = samples
    const progress = page.getByRole('complementary', { name: 'Progress' })
    const dialog = page.getByRole('dialog')
    const head = page.getByRole('heading', { level: 1 })

    await test.step('a link leads to it after the login', async () => {
      await page.goto(`/sample/${sample?.id}`)
      await signIn(page, staff.provider)
      await expect(head).toHaveText('Blood, Testa Amberfield')
      await expect(page.getByText('Awaiting', { exact: true })).toBeVisible()
      await expect(page.getByText('Next: shipment to the laboratory')).toBeVisible()
      await expect(page.getByRole('link', { name: /^Core Carrier Screen/ })).toBeVisible()
      await accessible(page)
    })

    await test.step('its tracking number is validated while typing, and the carrier is named', async () => {
      await page.getByRole('button', { name: /^Add tracking number/ }).click()
      const number = dialog.getByRole('textbox', { name: 'Tracking number' })
      const save = dialog.getByRole('button', { name: 'Save tracking number' })
      await number.fill('9400 1000 0000 0000 0000 07')
      await expect(dialog.getByText('One of the digits seems wrong.')).toBeVisible()
      await expect(save).toBeDisabled()
      await page.keyboard.press('Escape')
      await expect(number).toHaveValue('9400 1000 0000 0000 0000 07')
      await number.fill('9400 1000 0000 0000 0000 06')
      await expect(dialog.getByRole('combobox', { name: 'Carrier' })).toHaveValue('USPS')
      await accessible(page)
      await save.click()
      const link = progress.getByRole('link', { name: 'USPS 9400100000000000000006' })
      await expect(link).toHaveAttribute('href', /tLabels=9400100000000000000006$/)
    })

    await test.step('a reused number is refused, naming the order, unless it is the same parcel', async () => {
      const other = await clinic.submit(await clinic.draft('Bramblewood'))
      await follow(page, `/sample/${other.samples[0]?.id}`)
      await page.getByRole('button', { name: /^Add tracking number/ }).click()
      await dialog.getByRole('textbox', { name: 'Tracking number' }).fill('9400100000000000000006')
      const save = dialog.getByRole('button', { name: 'Save tracking number' })
      await save.click()
      await expect(dialog.getByRole('alert')).toContainText(`It was entered for order ${id} on`)
      await expect(save).toBeDisabled()
      await dialog.getByRole('checkbox', { name: 'This is the same parcel' }).check()
      await save.click()
      await expect(dialog).toHaveCount(0)
      await expect(progress.getByRole('link', { name: /^USPS 9400/ })).toBeVisible()
    })

    await test.step('an unknown sample, or another institution’s, is not found', async () => {
      for (const one of ['999999999', 'abc', '0']) {
        await follow(page, `/sample/${one}`)
        await expect(page).toHaveURL(new RegExp(`/sample/${one}$`))
        await expect(head).toHaveText('Sample not found')
      }
    })
  })
})
