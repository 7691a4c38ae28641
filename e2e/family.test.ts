import { expect } from '@playwright/test'
import { test } from './app.ts'
import { openClinic } from './clinic.ts'
import { choose, typeDate } from './form.ts'
import { withScriptedLaboratory } from './laboratory.ts'
import { addFinding, reviewConsents, savedDraft, submitOrder } from './order-form.ts'
import { accessible, signIn, withFeatures } from './page.ts'

/** A picture of one pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('[UX-02] a trio is ordered, each with a specimen, consents and a payer of their own', async ({
  app,
  page,
  staff,
}) => {
  await page.goto('/create?test=1600')
  await signIn(page, staff.provider)
  const people = page.getByRole('region', { name: 'Patient and family' })
  const specimens = page.getByRole('region', { name: 'Specimens' })
  const consents = page.getByRole('region', { name: 'Consents' })
  const payment = page.getByRole('region', { name: 'Payment' })
  const clinical = page.getByRole('region', { name: 'Clinical information' })
  const needs = page.getByRole('complementary', { name: /Before you (submit|request)/ })
  const dialog = page.getByRole('dialog')
  const relative = (called: string) => people.getByRole('group', { name: called, exact: true })

  /** Opens one person's answers, which are collapsed while they are the same for everybody. */
  const ownConsents = (called: string) => consents.locator('summary').filter({ hasText: called }).click()

  await test.step('enters the patient, and adds the parents whom the test requires', async () => {
    await expect(people.getByText('2 missing')).toBeVisible()
    await people.getByLabel('First name').first().fill('Lucía')
    await people.getByLabel('Last name').first().fill('Quietharbor')
    await typeDate(people.getByRole('textbox', { name: /^Date of birth/ }).first(), '14 Mar 2019')
    await choose(page, people.getByRole('combobox', { name: 'Sex' }).first(), 'Female')
    await people.getByLabel(/^City/).first().fill('Arden')
    await people.getByRole('button', { name: 'Add mother' }).click()
    await expect(relative('Mother').getByLabel('First name')).toBeFocused()
    await people.getByRole('button', { name: 'Add father' }).click()
    await expect(people.getByText('All are in the order.')).toBeVisible()
  })

  await test.step('enters the parents; the mother lives with the patient', async () => {
    for (const [role, first, year] of [
      ['Mother', 'Elena', '1990'],
      ['Father', 'Javier', '1988'],
    ] as const) {
      await relative(role).getByLabel('Last name').fill('Quietharbor')
      const called = relative(`Quietharbor, ${role.toLowerCase()}`)
      await typeDate(called.getByRole('textbox', { name: /^Date of birth/ }), `9 Jul ${year}`)
      await choose(page, called.getByRole('combobox', { name: 'Affected' }), 'Unaffected')
      await called.getByLabel('First name').fill(first)
    }
    const mother = relative('Elena Quietharbor, mother')
    await mother.getByText('Contact and address').click()
    await mother.getByRole('button', { name: 'Use the patient’s address' }).click()
    await expect(mother.getByLabel(/^City/)).toHaveValue('Arden')
  })

  await test.step('a relative with data is removed only after a confirmation', async () => {
    await people.getByRole('button', { name: 'Add relative' }).click()
    await page.getByRole('menuitem', { name: 'Sibling' }).click()
    await relative('Sibling').getByLabel('First name').fill('Noa')
    await people.getByRole('button', { name: 'Remove Noa, sibling' }).click()
    await expect(dialog).toBeVisible()
    await accessible(page)
    await dialog.getByRole('button', { name: 'Remove from order' }).click()
    await expect(relative('Noa, sibling')).toHaveCount(0)
  })

  await test.step('each person has a specimen, and answers the consents', async () => {
    for (const person of [
      'Lucía Quietharbor, patient',
      'Elena Quietharbor, mother',
      'Javier Quietharbor, father',
    ]) {
      const own = specimens.getByRole('group', { name: `Specimens: ${person}` })
      await choose(page, own.getByRole('combobox', { name: 'Specimen type' }), 'Blood')
      await expect(consents.locator('summary').filter({ hasText: person })).toContainText('same as everyone')
    }
    const allPeople = consents.getByRole('group', { name: 'Consents: everyone' })
    const testing = allPeople.getByRole('radiogroup', { name: 'Consent for genetic testing' })
    await expect(testing.getByLabel('Yes')).toBeChecked()
    const research = allPeople.getByRole('radiogroup', { name: 'Research use of the specimen' })
    await research.getByLabel('Yes').check()
    await allPeople.getByText('Consent text').first().click()
    await ownConsents('Elena Quietharbor, mother')
    const mothers = consents.getByRole('group', { name: 'Consents: Elena Quietharbor, mother' })
    const named = mothers.getByRole('checkbox').first()
    await expect(named).not.toBeChecked()
    await named.check()
    await named.uncheck()
    await mothers.getByRole('radiogroup', { name: 'Research use of the specimen' }).getByLabel('No').check()
    await expect(allPeople.getByText('Answers differ: see each person below.')).toBeVisible()
    await accessible(page)
    await ownConsents('Javier Quietharbor, father')
    const fathers = consents.getByRole('group', { name: 'Consents: Javier Quietharbor, father' })
    await fathers.getByLabel('Samples from New York State').check()
    await reviewConsents(page)
  })

  await test.step('the patient is insured, the mother pays in another way', async () => {
    await payment.getByRole('radiogroup', { name: 'Bill to' }).getByLabel('Insurance').check()
    await payment.getByLabel('Insurance company').fill('Harbor Health')
    await payment.getByLabel('Member ID').fill('H 4471')
    await choose(
      page,
      payment.getByRole('combobox', { name: 'Patient’s relationship to policyholder' }),
      'Self',
    )
    await payment.locator('input[type=file]').setInputFiles([
      { name: 'front.png', mimeType: 'image/png', buffer: PICTURE },
      { name: 'back.png', mimeType: 'image/png', buffer: PICTURE },
    ])
    await expect(payment.getByText('front.png', { exact: true })).toBeVisible()
    await expect(payment.getByText('back.png', { exact: true })).toBeVisible()
    await payment.getByRole('button', { name: 'Remove back.png' }).click()
    await dialog.getByRole('button', { name: 'Remove file' }).click()
    await expect(payment.getByText('back.png', { exact: true })).toHaveCount(0)
    const mother = payment.getByRole('group', { name: 'Payment: Elena Quietharbor, mother' })
    await mother.getByLabel('Billed separately').check()
    await mother.getByRole('radiogroup', { name: 'Bill to' }).getByLabel('Institution').check()
  })

  await test.step('the sections that the test requires are expanded; collapsed, they summarize their content', async () => {
    await addFinding(page)
    const prior = clinical.locator('details').filter({ hasText: 'Prior testing' })
    await choose(page, prior.getByRole('combobox', { name: 'Previously tested' }), 'Yes')
    await choose(page, prior.getByRole('combobox', { name: 'Microarray (CMA)' }), 'Abnormal')
    await prior.getByText('Prior testing').click()
    await expect(prior.getByText('1 abnormal result')).toBeVisible()
    await expect(prior.getByRole('combobox', { name: 'Previously tested' })).toBeHidden()
    const history = clinical.locator('details').filter({ hasText: 'Family history' })
    await choose(page, history.getByRole('combobox', { name: /Family history of the condition/ }), 'Yes')
    await history.getByRole('tab', { name: 'Paternal' }).click()
    await history.getByRole('button', { name: 'Add diagnosis' }).click()
    await history.getByLabel('Relative', { exact: true }).fill('Uncle')
    await history.getByLabel('Diagnosis', { exact: true }).fill('Epilepsy')
    await expect(history.getByRole('tab', { name: 'Paternal (1)' })).toBeVisible()
  })

  await test.step('a missing item opens its section', async () => {
    const mother = relative('Elena Quietharbor, mother')
    await mother.getByLabel('Email').fill('elena@nowhere')
    await mother.getByText('Contact and address').click()
    await expect(mother.getByLabel('Email')).toBeHidden()
    await needs.getByRole('button', { name: /valid email/ }).click()
    await expect(mother.getByLabel('Email')).toBeFocused()
    await mother.getByLabel('Email').fill('elena@quietharbor.test')
    const imaging = clinical.locator('details').filter({ hasText: 'Imaging' })
    await imaging.locator('summary').click()
    await imaging.getByRole('button', { name: 'Add imaging study' }).click()
    await choose(page, imaging.getByRole('combobox', { name: 'Type' }), 'MRI')
    await imaging.locator('summary').click()
    await expect(imaging.getByRole('combobox', { name: 'Result' })).toBeHidden()
    await needs.getByRole('button', { name: /result/i }).click()
    await expect(imaging.getByRole('combobox', { name: 'Result' })).toBeFocused()
    await choose(page, imaging.getByRole('combobox', { name: 'Result' }), 'Normal')
    await page.getByLabel(/ICD-10/).fill('G40.309')
    await page.getByRole('option').filter({ hasText: 'G40.309' }).first().click()
    await expect(page.getByText('Ready to submit')).toBeVisible()
  })

  await test.step('a warning prevents submission until the user gives a reason to go ahead', async () => {
    const fathers = specimens.getByRole('group', { name: 'Specimens: Javier Quietharbor, father' })
    await typeDate(fathers.getByRole('textbox', { name: /^Date of collection/ }), '2 Jan 2024')
    const warning = specimens.getByRole('listitem').filter({ hasText: 'Blood can be used for 14 days' })
    await expect(warning).toBeVisible()
    await expect(page.getByText('Ready to submit')).toHaveCount(0)
    await warning.getByRole('button', { name: 'Override' }).click()
    await warning.getByLabel('Reason').press('Enter')
    await expect(warning.getByText('A reason is required')).toBeVisible()
    await accessible(page)
    await warning.getByLabel('Reason').fill('Nothing else is left of him')
    await warning.getByRole('button', { name: 'Override', exact: true }).click()
    await expect(warning.getByText('Reason:')).toContainText('Nothing else is left of him')
    await expect(page.getByText('Ready to submit')).toBeVisible()
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
    await ownConsents('Elena Quietharbor, mother')
    const research = consents
      .getByRole('group', { name: 'Consents: Elena Quietharbor, mother' })
      .getByRole('radiogroup', { name: 'Research use of the specimen' })
    await expect(research.getByLabel('No')).toBeChecked()
    await expect(clinical.getByText('1 abnormal result')).toBeVisible()
    await expect(specimens.getByText('Reason:')).toContainText('Nothing else is left of him')
    await expect(page.getByText('Ready to submit')).toBeVisible()
  })

  await test.step('submits; the order shows the family, each person’s consents, and the reason', async () => {
    // An order that is reported meanwhile folds its cards.
    await withScriptedLaboratory(app, async () => {
      await submitOrder(page)
      await expect(page).toHaveURL(/\/order\/(en-route|details)\/\d+/)
      const family = page.getByRole('region', { name: 'Family' })
      for (const person of ['Lucía', 'Elena', 'Javier'])
        await expect(family.getByRole('row').filter({ hasText: `${person} Quietharbor` })).toHaveCount(1)
      await page.getByRole('button', { name: 'Consents' }).click()
      const answers = page.getByRole('region', { name: 'Consents' }).getByRole('table')
      await expect(answers.getByRole('columnheader')).toHaveText([
        'Question',
        /Lucía Quietharbor/,
        /Elena Quietharbor/,
        /Javier Quietharbor/,
      ])
      const answered = (question: string) =>
        answers.getByRole('row').filter({ hasText: question }).getByRole('cell')
      await expect(answered('Consent for genetic testing')).toHaveText([
        /agrees to it\.\s*Version 1, English$/,
        ...['YES', 'YES', 'YES'],
      ])
      await expect(answered('Research use of the specimen')).toHaveText([
        /^Research use of the specimen.*may be used for research and for improving tests\.\s*Version 1, English$/s,
        ...['YES', 'NO', 'YES'],
      ])
      await expect(answered('Samples from New York State')).toHaveText([
        /60 days after it was collected/,
        'NO',
        'NO',
        'YES',
      ])
      const order = page.getByRole('region', { name: 'Order', exact: true })
      await expect(order.getByText(/Old specimen: Blood.*Nothing else is left of him/)).toBeVisible()
      await expect(order.getByText(/Harbor Health/)).toBeVisible()
      await expect(order).toContainText(/Payment, Elena Quietharbor, mother\s*Institution/)
      await expect(order).toContainText(/Paternal, Uncle, Epilepsy/)
      await accessible(page)
    })
  })

  await test.step('[DLG-08 GAP-11] finds the patient of the order again as somebody’s partner, by part of a name or the birthday alone', async () => {
    await page.getByRole('banner').getByRole('link', { name: 'Create Order' }).click()
    await people.getByRole('button', { name: 'Find partner' }).click()
    const search = dialog.getByRole('button', { name: 'Search' })
    await expect(search).toBeDisabled()
    const found = dialog.getByRole('region', { name: 'Select Partner' })
    await dialog.getByLabel('Last name').fill('QUIETH')
    await dialog.getByLabel('First name').fill('luc')
    await search.click()
    await expect(found.getByRole('button')).toHaveText([/^Quietharbor, Lucía/])
    await dialog.getByLabel('Last name').fill('')
    await dialog.getByLabel('First name').fill('')
    await expect(found).toBeHidden()
    const date = dialog.getByRole('textbox', { name: 'Birthdate' })
    await typeDate(date, '1 Jan 1901')
    await dialog.getByRole('button', { name: 'Search' }).click()
    await expect(dialog.getByText('No results found.')).toBeVisible()
    await accessible(page)
    await typeDate(date, '14 Mar 2019')
    await dialog.getByRole('button', { name: 'Search' }).click()
    await dialog.getByRole('button', { name: 'Quietharbor, Lucía' }).click()
    await expect(relative('Lucía Quietharbor, partner').getByLabel('Last name')).toHaveValue('Quietharbor')
  })
})

test('without a calendar, an order’s dates are three selects, and a missing part is named', async ({
  app,
  page,
  staff,
}) => {
  const clinic = await openClinic(app.origin, staff)
  const id = await clinic.draft('Dated')
  await withFeatures(page, { calendarDates: false })
  await page.goto(`/create?draft=${id}`)
  await signIn(page, staff.provider)
  const people = page.getByRole('region', { name: 'Patient and family' })
  const birth = people.getByRole('group', { name: 'Date of birth' })
  await birth.getByLabel('Day').focus()
  await birth.getByLabel('Day').selectOption('')
  await people.getByLabel('First name').focus()
  await expect(birth.getByText('Required', { exact: true })).toBeVisible()
  await accessible(page)
  await birth.getByLabel('Year').selectOption('1991')
  await birth.getByLabel('Month').selectOption('Feb')
  await birth.getByLabel('Day').selectOption('3')
  await expect(birth.getByText('Required')).toHaveCount(0)
  await savedDraft(page)
  const { document } = await clinic.order(id)
  expect(document.patients[0]?.dateOfBirth).toBe('1991-02-03')
})
