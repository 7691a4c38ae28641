import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import type { App } from './app.ts'
import { choose, typeDate } from './form.ts'
import { signIn } from './page.ts'

/**
 * A signed-in user with their own browser at a path of the portal; `live`: whether they receive live updates.
 */
export async function personAt(
  browser: Browser,
  app: App,
  email: string,
  path: string,
  { live = true } = {},
): Promise<Page> {
  const context = await browser.newContext({ baseURL: app.origin })
  if (!live) await context.route('**/api/events', (route) => route.abort())
  const page = await context.newPage()
  await page.goto(path)
  await signIn(page, email)
  return page
}

/** A section of the order form. */
export const section = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })

/** Patient and indication: required by both an order and a benefits verification. */
export async function fillPatient(
  page: Page,
  first: string,
  last: string,
  born = '3 Feb 1991',
): Promise<void> {
  const patient = section(page, 'Patient and family')
  await patient.getByLabel('First name').first().fill(first)
  await patient.getByLabel('Last name').first().fill(last)
  await typeDate(patient.getByRole('textbox', { name: /^Date of birth/ }).first(), born)
  await choose(page, patient.getByRole('combobox', { name: 'Sex' }).first(), 'Female')
  const indications = page.getByLabel(/ICD-10/)
  await indications.fill('G40.309')
  const found = page.getByRole('option').filter({ hasText: 'G40.309' }).first()
  // What loads above may move the field out of sight, and its list with it.
  await expect(async () => {
    await indications.scrollIntoViewIfNeeded({ timeout: 5_000 })
    await found.click({ timeout: 5_000 })
  }).toPass({ timeout: 60_000 })
}

/** A finding of the patient: a test that is read by findings, such as an exome, warns without one. */
export async function addFinding(page: Page): Promise<void> {
  await page.getByLabel('Phenotype', { exact: true }).fill('Seizure')
  await page.getByRole('option').filter({ hasText: 'HP:0001250' }).first().click()
}

/** A specimen, and every required consent. */
export async function fillSpecimenAndConsents(page: Page): Promise<void> {
  await choose(page, section(page, 'Specimens').getByRole('combobox', { name: 'Specimen type' }), 'Blood')
  const questions = section(page, 'Consents').getByRole('radiogroup')
  await expect(questions.first()).toBeVisible()
  for (const question of await questions.all()) await question.getByLabel('Yes').check()
  // Without this, a clinic in New York gets a warning, and the demo's clinicians work in several states.
  await section(page, 'Consents').getByLabel('Samples from New York State').check()
  await reviewConsents(page)
}

/** Confirms that everybody's consents are reviewed. */
export async function reviewConsents(page: Page): Promise<void> {
  const people = section(page, 'Consents').getByRole('checkbox', { name: /^I have reviewed the consents of/ })
  await expect(people.first()).toBeVisible()
  for (const person of await people.all()) await person.check()
}

/** Presses Submit within `container`, and signs the summary. */
export async function submitOrder(page: Page, container: Page | Locator = page): Promise<void> {
  await container.getByRole('button', { name: 'Submit order' }).filter({ visible: true }).first().click()
  await signOrder(page)
}

/** Signs the summary that Submit opens. */
export async function signOrder(page: Page): Promise<void> {
  const summary = page.getByRole('dialog', { name: 'Review and sign' })
  await summary.getByRole('button', { name: 'Sign and submit' }).dblclick()
  await expect(summary).toBeHidden()
}

export async function payByInstitution(page: Page): Promise<void> {
  const payer = section(page, 'Payment').getByRole('radiogroup', { name: 'Bill to' })
  await payer.getByLabel('Institution').check()
}

/** Waits until everything typed is saved; returns the draft's number. */
export async function savedDraft(page: Page): Promise<number> {
  await expect(page).toHaveURL(/draft=\d+/)
  await expect(
    page
      .getByText(/^Saved( .*ago| just now)?$/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible()
  return Number(new URL(page.url()).searchParams.get('draft'))
}
