import { expect } from '@playwright/test'
import { blankPatient, blankSample } from '#domain/orders/document.ts'
import { test } from './app.ts'
import { openClinic } from './clinic.ts'
import { personAt } from './order-form.ts'
import { accessible } from './page.ts'

const MOTHER = {
  ...blankPatient('Mother', 'relative-1'),
  ...{ firstName: 'Mette', lastName: 'Signwell', dateOfBirth: '1935-04-02', sex: 'Female' as const },
  affected: 'Unaffected' as const,
}

test('[UX-13] the consents of each person are reviewed, and the order is signed from its summary, by keyboard and on a phone', async ({
  app,
  browser,
  staff,
}) => {
  const clinic = await openClinic(app.origin, staff)
  const id = await clinic.draft('Signwell')
  const { consents } = (await clinic.order(id)).document
  const unreviewed = consents.map((one) => ({ ...one, reviewed: false }))
  await clinic.client.orders.patch({
    ...{ params: { hospital: staff.code, id }, headers: {} },
    body: [
      { op: 'add', path: '/patients/1', value: JSON.parse(JSON.stringify(MOTHER)) },
      {
        op: 'add',
        path: '/samples/1',
        value: { ...blankSample('relative-1', 's2'), specimenType: 'Saliva' },
      },
      {
        ...{ op: 'replace', path: '/consents' },
        value: [...unreviewed, ...unreviewed.map((one) => ({ ...one, patient: 'relative-1' }))],
      },
    ],
  })
  const page = await personAt(browser, app, staff.provider, `/create?draft=${id}`)
  const sections = page.getByRole('navigation', { name: 'Order sections' })
  const done = sections.getByRole('link', { name: /Complete.*Consents/ })
  const reviewOf = (name: string) => page.getByLabel(`I have reviewed the consents of ${name}`)
  const dialog = page.getByRole('dialog', { name: 'Review and sign' })

  await test.step('unreviewed consents are incomplete, and Submit names the person', async () => {
    await expect(reviewOf('Mette Signwell')).not.toBeChecked()
    await expect(done).toHaveCount(0)
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(page.getByRole('alert').getByText('The consents of Testa Signwell are not')).toBeVisible()
    await expect(page.getByRole('alert').getByText('The consents of Mette Signwell are not')).toBeVisible()
    await expect(dialog).toHaveCount(0)
    await expect(reviewOf('Testa Signwell')).toBeFocused()
    await accessible(page)
  })

  await test.step('each person is ticked by keyboard, which is saved with the draft', async () => {
    await reviewOf('Testa Signwell').press('Space')
    await expect(reviewOf('Testa Signwell')).toBeChecked()
    await expect(done).toHaveCount(0)
    await page.keyboard.press('Tab')
    await expect(reviewOf('Mette Signwell')).toBeFocused()
    await page.keyboard.press('Space')
    await expect(done).toBeVisible()
    await expect
      .poll(async () => (await clinic.order(id)).document.consents.every(({ reviewed }) => reviewed === true))
      .toBe(true)
    await page.reload()
    await expect(reviewOf('Mette Signwell')).toBeChecked()
  })

  await test.step('on a phone Submit leads to the summary, which fits and is complete', async () => {
    await page.setViewportSize({ width: 390, height: 800 })
    await page.keyboard.press('ControlOrMeta+Enter')
    const summary = dialog.getByRole('region', { name: 'Order summary' })
    await expect(summary).toBeFocused()
    for (const words of [
      ...['Testa Signwell', 'Mette Signwell', 'Blood', 'Saliva', 'Institution', 'Okafor'],
      ...['(1102)', 'Consents for everyone', 'Yes: Consent for genetic testing'],
    ])
      await expect(summary).toContainText(words)
    await expect(dialog).toContainText('I have reviewed this order.')
    await expect(dialog.getByRole('button', { name: 'Sign and submit' })).toBeInViewport()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await accessible(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    expect((await clinic.order(id)).state).toBe('draft')
  })

  await test.step('a colleague’s concurrent change is shown, and not signed unseen', async () => {
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(dialog).toBeVisible()
    await clinic.client.orders.patch({
      ...{ params: { hospital: staff.code, id }, headers: {} },
      body: [{ op: 'replace', path: '/clinicalNotes', value: 'Ask for the father too.' }],
    })
    await expect(dialog.getByRole('alert')).toContainText('changed while you were reviewing it')
    await expect(dialog).toContainText('Ask for the father too.')
  })

  await test.step('the same keys sign it, and its history shows what was signed', async () => {
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(page).toHaveURL(new RegExp(`/order/(en-route|details)/${id}`))
    const signed = page.getByText(
      /Signed by Ada Okafor.*: “I have reviewed this order\..*” \(text version 1\)/,
    )
    await expect(signed).toBeVisible()
    expect((await clinic.order(id)).signature).toMatchObject({ version: '1' })
  })
  await page.context().close()
})
