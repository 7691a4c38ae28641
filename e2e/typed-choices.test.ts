import { expect, type Locator } from '@playwright/test'
import { test } from './app.ts'
import { openClinic } from './clinic.ts'
import { savedDraft, section } from './order-form.ts'
import { addMembership } from './own-clinic.ts'
import { accessible, signIn } from './page.ts'

/** Types like a person, and continues with a key. */
async function type(field: Locator, words: string, key: 'Tab' | 'Enter') {
  await field.fill('')
  await field.pressSequentially(words)
  await field.press(key)
}

// For each kind of field's handling of typed text, see ui/fields/TypedSelect.test.tsx,
// TypedMultiSelect.test.tsx.
test('[UX-11] a typed choice is accepted, or stays in its field and is an open point', async ({
  page,
  app,
  staff,
}) => {
  const clinic = await openClinic(app.origin, staff)
  await page.goto('/create?test=2990')
  await signIn(page, staff.provider)
  const patient = section(page, 'Patient and family')
  const needs = page.getByRole('complementary', { name: /Before you (submit|request)/ })
  const state = patient.getByRole('combobox', { name: /^State/ }).first()

  await test.step('ambiguous or unknown text stays, and is reported at the field and in the panel', async () => {
    await type(state, 'Ontario', 'Tab')
    await expect(state).toHaveValue('Ontario')
    await expect(patient.getByText('“Ontario” is not selected yet')).toBeVisible()
    await accessible(page)
    await page.getByRole('button', { name: 'Submit order' }).first().click()
    await needs.getByRole('button', { name: /^“Ontario” is not selected yet/ }).click()
    await expect(state).toBeFocused()
    await type(state, 'OH', 'Tab')
    await expect(state).toHaveValue('Ohio')
    // A completed line stays in the list while the pointer is on it.
    await page.mouse.move(0, 0)
    await expect(page.getByText('is not selected yet')).toHaveCount(0)
  })

  const icd = page.getByLabel(/ICD-10/).first()
  await test.step('a code is accepted when the field is left; ambiguous words are an open point', async () => {
    await type(icd, 'G40.309', 'Tab')
    await expect(section(page, 'Clinical information').getByLabel('ICD-10 code')).toHaveValue('G40.309')
    await expect(icd).toHaveValue('')
    await type(icd, 'epilepsy', 'Tab')
    await expect(
      section(page, 'Clinical information').getByText('“epilepsy” is not selected yet'),
    ).toBeVisible()
    await expect(icd).toHaveValue('epilepsy')
    const sections = page.getByRole('navigation', { name: 'Order sections' })
    await expect(sections.getByRole('link', { name: /Clinical information/ })).toContainText('1 required')
    await icd.fill('')
    await expect(sections.getByRole('link', { name: /Complete.*Clinical information/ })).toBeVisible()
    const { document } = await clinic.order(await savedDraft(page))
    expect(document.indicationsForTesting.map(({ code }) => code)).toEqual(['G40.309'])
    expect(document.patients[0]?.addresses[0]?.state).toBe('OH')
  })

  const genes = page.getByRole('combobox', { name: /^Genes: / })
  await test.step('several gene symbols together; a mere prefix of genes is an open point', async () => {
    await type(genes, 'scn1a', 'Tab')
    await expect(page.getByText(/^Genes: 1 of /)).toBeVisible()
    await expect(genes).toHaveValue('')
    await type(genes, 'BRCA1, TP53', 'Tab')
    await expect(page.getByText(/^Genes: 3 of /)).toBeVisible()
    await type(genes, 'BRC', 'Tab')
    await expect(genes).toHaveValue('BRC')
    await expect(page.getByText('“BRC” is not selected yet').first()).toBeVisible()
    await type(genes, 'BRCA2', 'Tab')
    await expect(page.getByText(/^Genes: 4 of /)).toBeVisible()
    await page.mouse.move(0, 0)
    await expect(page.getByText('is not selected yet')).toHaveCount(0)
  })

  await test.step('ethnicities, and a test whose code is entered before the search has answered', async () => {
    const ethnicity = patient.getByRole('combobox', { name: /^Ethnicity/ }).first()
    await type(ethnicity, 'ashkenazi', 'Tab')
    await expect(patient.getByText(/Ashkenazi/)).toBeVisible()
    await expect(ethnicity).toHaveValue('')

    const search = section(page, 'Tests').locator('input[data-path="/tests"]')
    await search.fill('1102')
    await search.press('Enter')
    await expect(page.getByRole('list', { name: 'Tests in this order' }).getByText('1102')).toBeVisible()
    await expect(search).toHaveValue('')
  })

  const { document } = await clinic.order(await savedDraft(page))
  expect(document.tests[0]?.genes.toSorted()).toEqual(['BRCA1', 'BRCA2', 'SCN1A', 'TP53'])
  expect(document.patients[0]?.ethnicities).toHaveLength(1)
})

test('[UX-11] the filters of the list accept typed text when their field is left', async ({
  app,
  page,
  staff,
  otherClinic,
}) => {
  await addMembership(app, staff.provider, otherClinic.code)
  await page.goto('/orders')
  await signIn(page, staff.provider)
  await page.getByRole('button', { name: /^Filters/ }).click()
  const panel = page.getByRole('dialog', { name: 'Filters' })
  const institutions = panel.getByRole('combobox', { name: 'Institutions' })
  await type(institutions, staff.code, 'Tab')
  await expect(institutions).toHaveValue('')
  await panel.getByRole('button', { name: /^Show|^Apply/ }).click()
  await expect(page).toHaveURL(new RegExp(`hospitalCodes=${staff.code}`))
})
