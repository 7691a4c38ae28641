import { expect, type Locator, type Page } from '@playwright/test'
import { test } from './app.ts'
import { accessible, signIn } from './page.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** A picture of one pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

async function born(within: Locator, year: string, month: string, day: string): Promise<void> {
  const date = within.getByRole('group', { name: 'Date of birth' }).first()
  await date.getByLabel('Year').selectOption(year)
  await date.getByLabel('Month').selectOption(month)
  await date.getByLabel('Day').selectOption(day)
}

async function choose(page: Page, field: Locator, option: string): Promise<void> {
  await field.click()
  await page.getByRole('option', { name: option, exact: true }).filter({ visible: true }).click()
}

test('a trio is ordered, each with a specimen, consents and a payer of their own', async ({ page }) => {
  test.setTimeout(150_000)
  await page.goto('/create?test=1600')
  await signIn(page, 'provider@demo.test')
  const people = page.getByRole('region', { name: 'Patient and family' })
  const specimens = page.getByRole('region', { name: 'Specimens' })
  const consents = page.getByRole('region', { name: 'Consents' })
  const payment = page.getByRole('region', { name: 'Payment' })
  const relative = (called: string) => people.getByRole('group', { name: called, exact: true })

  await test.step('types the patient, and adds the parents whom the test wants', async () => {
    await expect(people.getByText('2 still wanted')).toBeVisible()
    await people.getByLabel('First name').first().fill('Lucía')
    await people.getByLabel('Last name').first().fill('Quietharbor')
    await born(people, '2019', 'Mar', '14')
    await choose(page, people.getByRole('combobox', { name: 'Sex' }).first(), 'Female')
    await people.getByLabel(/^City/).first().fill('Arden')
    await people.getByRole('button', { name: 'Add mother' }).click()
    await expect(relative('Mother').getByLabel('First name')).toBeFocused()
    await people.getByRole('button', { name: 'Add father' }).click()
    await expect(people.getByText('none is missing')).toBeVisible()
  })

  await test.step('types who they are; the mother lives with the patient', async () => {
    for (const [role, first, year] of [
      ['Mother', 'Elena', '1990'],
      ['Father', 'Javier', '1988'],
    ] as const) {
      await relative(role).getByLabel('Last name').fill('Quietharbor')
      const called = relative(`Quietharbor, ${role.toLowerCase()}`)
      await born(called, year, 'Jul', '9')
      await choose(page, called.getByRole('combobox', { name: 'Affected' }), 'Unaffected')
      await called.getByLabel('First name').fill(first)
    }
    const mother = relative('Elena Quietharbor, mother')
    await mother.getByText('Contact and address').click()
    await mother.getByRole('button', { name: 'Same address as the patient' }).click()
    await expect(mother.getByLabel(/^City/)).toHaveValue('Arden')
  })

  await test.step('a relative of whom something was typed goes only when asked for twice', async () => {
    await people.getByRole('button', { name: 'Add a relative' }).click()
    await page.getByRole('menuitem', { name: 'Sibling' }).click()
    await relative('Sibling').getByLabel('First name').fill('Noa')
    await people.getByRole('button', { name: 'Remove Noa, sibling' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove from the order' }).click()
    await expect(relative('Noa, sibling')).toHaveCount(0)
  })

  await test.step('each has a specimen, and answers the consents', async () => {
    for (const whose of [
      'Lucía Quietharbor, patient',
      'Elena Quietharbor, mother',
      'Javier Quietharbor, father',
    ]) {
      const own = specimens.getByRole('group', { name: `Specimens: ${whose}` })
      await choose(page, own.getByRole('combobox', { name: 'Specimen type' }), 'Blood')
      const testing = consents
        .getByRole('group', { name: `Consents: ${whose}` })
        .getByRole('radiogroup', { name: 'Consent for genetic testing' })
      await expect(testing.getByLabel('Yes')).toBeChecked()
    }
    const mothers = consents.getByRole('group', { name: 'Consents: Elena Quietharbor, mother' })
    const named = mothers.getByRole('checkbox').first()
    await expect(named).not.toBeChecked()
    await named.check()
    await named.uncheck()
    await mothers.getByRole('radiogroup', { name: 'Research use of the specimen' }).getByLabel('Yes').check()
  })

  await test.step('the patient is insured, the mother pays otherwise', async () => {
    await payment.getByRole('radiogroup', { name: 'Who pays' }).getByLabel('Insurance').check()
    await payment.getByLabel('Insurance company').fill('Harbor Health')
    await payment.getByLabel('Member ID').fill('H 4471')
    await choose(page, payment.getByRole('combobox', { name: 'Policy holder' }), 'The patient')
    await payment.locator('input[type=file]').setInputFiles([
      { name: 'front.png', mimeType: 'image/png', buffer: PICTURE },
      { name: 'back.png', mimeType: 'image/png', buffer: PICTURE },
    ])
    await expect(payment.getByText('front.png', { exact: true })).toBeVisible()
    await expect(payment.getByText('back.png', { exact: true })).toBeVisible()
    await payment.getByRole('button', { name: 'Remove back.png' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove picture' }).click()
    await expect(payment.getByText('back.png', { exact: true })).toHaveCount(0)
    const mother = payment.getByRole('group', { name: 'Payment: Elena Quietharbor, mother' })
    await mother.getByLabel('Has their own payer').check()
    await mother.getByRole('radiogroup', { name: 'Who pays' }).getByLabel('Institution').check()
  })

  await test.step('what is missing opens the part that it is in', async () => {
    const mother = relative('Elena Quietharbor, mother')
    await mother.getByLabel('Email').fill('elena@nowhere')
    await mother.getByText('Contact and address').click()
    await expect(mother.getByLabel('Email')).toBeHidden()
    await page
      .getByRole('complementary', { name: /still needs/ })
      .getByRole('button', { name: /valid email/ })
      .click()
    await expect(mother.getByLabel('Email')).toBeFocused()
    await mother.getByLabel('Email').fill('elena@quietharbor.test')
    await page.getByLabel(/ICD-10/).fill('G40.309')
    await page.getByRole('option').filter({ hasText: 'G40.309' }).first().click()
    await expect(page.getByText('It can be submitted')).toBeVisible()
    await accessible(page)
  })

  await test.step('reloads, and nothing is lost', async () => {
    await expect(page.getByText(/^Saved/).first()).toBeVisible()
    await page.reload()
    const mother = relative('Elena Quietharbor, mother')
    await expect(mother.getByLabel('Email')).toHaveValue('elena@quietharbor.test')
    await expect(mother.getByText('Payer: Institution')).toBeVisible()
    await expect(mother.getByText('Specimen: Blood')).toBeVisible()
    await expect(payment.getByText('front.png', { exact: true })).toBeVisible()
    const research = consents
      .getByRole('group', { name: 'Consents: Elena Quietharbor, mother' })
      .getByRole('radiogroup', { name: 'Research use of the specimen' })
    await expect(research.getByLabel('Yes')).toBeChecked()
  })

  await test.step('finds the patient of the order again as somebody’s partner, by the birthday alone', async () => {
    await page.goto('/create')
    await people.getByRole('button', { name: 'Find partner' }).click()
    const dialog = page.getByRole('dialog')
    const date = dialog.getByRole('group', { name: 'Birthdate' })
    await date.getByLabel('Year').selectOption('1901')
    await date.getByLabel('Month').selectOption('Jan')
    await date.getByLabel('Day').selectOption('1')
    await dialog.getByRole('button', { name: 'Search' }).click()
    await expect(dialog.getByText('No results found.')).toBeVisible()
    await date.getByLabel('Year').selectOption('2019')
    await date.getByLabel('Month').selectOption('Mar')
    await date.getByLabel('Day').selectOption('14')
    await dialog.getByRole('button', { name: 'Search' }).click()
    await dialog.getByRole('button', { name: 'Quietharbor, Lucía' }).click()
    await expect(relative('Lucía Quietharbor, partner').getByLabel('Last name')).toHaveValue('Quietharbor')
  })
})
