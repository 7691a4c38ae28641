import { expect, type Locator, type Page } from '@playwright/test'
import { FORM_LANGUAGES } from '#appointment/words/languages.ts'
import { withNames } from '#appointment/words/words.ts'
import { MESSAGES } from '#domain/counseling/appointment.ts'
import { FORM_LANGUAGE_TAGS } from '#domain/counseling/form-languages.ts'
import { brand, partner, privacyNotice } from '#server/testing/brand.ts'
import { test } from './app.ts'
import { accessible } from './page.ts'

test.use({ viewport: { width: 390, height: 844 } })

const PATH = '/gc-appointment-form'
const SENT = 'Appointment request submitted successfully!'
const FAILED = 'Unable to submit appointment. Please try again later.'

const submit = (page: Page) => page.locator('form button[type=submit]').filter({ hasText: /\S/ })
const notice = (page: Page) => page.getByRole('dialog', { name: 'Notice of Privacy Practices' })
const acknowledged = (page: Page) => page.getByRole('checkbox')

/** Each step fills in one required field, in the page's order. */
function required(page: Page): (() => Promise<unknown>)[] {
  return [
    () => page.getByLabel('First name', { exact: true }).fill('Ana María'),
    () => page.getByLabel('Last name', { exact: true }).fill('Example'),
    async () => {
      await page.getByLabel('Month').selectOption('March')
      await page.getByLabel('Day').fill('9')
      await page.getByLabel('Year').fill('1980')
    },
    () => page.getByLabel('Email').fill('ana@patients.test'),
    () => page.getByLabel('Phone number').fill('(614) 555-0101'),
    () => page.getByLabel('Do you want to opt out of text messages?').selectOption('No'),
    () => acknowledged(page).check(),
  ]
}

/** Records what the page sends; the server replies unless `answer` gives another reply. */
async function watchSending(page: Page): Promise<Record<string, unknown>[]> {
  const sent: Record<string, unknown>[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/GCAppointment')) sent.push(request.postDataJSON())
  })
  return sent
}

test('[ROUTE-14] [GC-01] [GC-02] [GC-03] the form on a phone: heading, info box, every field, the privacy notice', async ({
  page,
}) => {
  await page.goto(PATH)
  await expect(page).toHaveTitle('Appointment-form')
  await expect(page.getByRole('banner')).toContainText(brand.name)
  const year = await page.evaluate(() => new Date().getFullYear())
  await expect(page.getByRole('contentinfo')).toContainText(`© ${year} ${brand.legalName}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Request a Genetic Counseling Appointment')
  await expect(page.getByRole('main')).toContainText(
    `${brand.name} has teamed up with ${partner.name} to offer genetic counseling for select results. After you submit this form, a ${partner.name} representative will contact you.`,
  )

  const labels = ['First name', 'Last name', 'Lab number (optional)', 'Parent/guardian first name']
  labels.push('Parent/guardian last name', 'Email', 'Phone number', 'Preferred language')
  labels.push('Insurance company or policy name', 'Insurance ID', 'Insurance group')
  for (const label of labels) await expect(page.getByLabel(label, { exact: true })).toBeVisible()
  const date = page.getByRole('group', { name: 'Date of birth' })
  for (const part of ['Month', 'Day', 'Year']) await expect(date.getByLabel(part)).toBeVisible()

  const country = page.getByLabel('Country code')
  await expect(country).toHaveValue('US')
  await expect(country.getByRole('option')).toHaveCount(245)
  await expect(country.getByRole('option', { selected: true })).toHaveText('United States +1')
  const optOut = page.getByLabel('Do you want to opt out of text messages?')
  expect(await optOut.getByRole('option').allInnerTexts()).toEqual(['Select', 'Yes', 'No'])
  await expect(page.getByText(/Reply STOP to end the messages, or HELP for help\./)).toBeVisible()

  const name = page.getByRole('main').getByRole('link', { name: 'Notice of Privacy Practices' })
  await expect(acknowledged(page)).toHaveAccessibleName(/acknowledge the Notice of Privacy Practices/)
  await name.click()
  await expect(notice(page)).toContainText(`Effective ${privacyNotice.effective}`)
  for (const { title } of privacyNotice.sections)
    await expect(notice(page).getByRole('heading', { name: title, exact: true })).toHaveCount(1)
  await accessible(page)
  await notice(page).getByRole('button', { name: 'Close' }).click()
  await expect(notice(page)).toBeHidden()
  await expect(acknowledged(page)).not.toBeChecked()
})

test('[GC-05] [GC-08] [GC-10] [GC-12] missing or invalid values are reported at their fields until edited', async ({
  page,
}) => {
  await page.goto(PATH)
  const field = (label: string) => page.getByLabel(label, { exact: true })
  const messages: [Locator, string][] = [
    [field('First name'), MESSAGES.firstName],
    [field('Last name'), MESSAGES.lastName],
    [field('Year'), MESSAGES.dateOfBirth],
    [field('Email'), MESSAGES.email],
    [field('Phone number'), MESSAGES.phoneNumber],
    [field('Do you want to opt out of text messages?'), MESSAGES.preferredContact],
  ]
  await expect(page.getByLabel('Country code').getByRole('option')).toHaveCount(245)
  for (const [element, message] of messages) {
    await element.focus()
    await field('Insurance group').focus()
    await expect(element).toHaveAccessibleDescription(new RegExp(`^${message}`))
  }
  await accessible(page)

  for (const set of required(page)) {
    await expect(submit(page)).toBeDisabled()
    await set()
  }
  await expect(submit(page)).toBeEnabled()
  for (const [, message] of messages) await expect(page.getByText(message)).toHaveCount(0)
  for (const gone of ['First name', 'Last name', 'Day', 'Email', 'Phone number']) {
    const before = await field(gone).inputValue()
    await field(gone).fill('')
    await expect(submit(page)).toBeDisabled()
    await field(gone).fill(before)
    await expect(submit(page)).toBeEnabled()
  }

  const later = new Date(Date.now() + 3 * 86_400_000)
  await field('Year').fill(String(later.getFullYear()))
  await field('Month').selectOption({ index: later.getMonth() + 1 })
  await field('Day').fill(String(later.getDate()))
  await field('Email').fill('ana at patients')
  await submit(page).click()
  await expect(field('Month')).toBeFocused()
  await expect(field('Month')).toHaveAccessibleDescription('Date cannot be in the future')
  await expect(field('Email')).toHaveAccessibleDescription(MESSAGES.emailPattern)
  await field('Year').fill('1980')
  await expect(page.getByText('Date cannot be in the future')).toHaveCount(0)
  await field('Email').fill('ana@')
  await expect(page.getByText(MESSAGES.emailPattern)).toHaveCount(0)
})

test('[GC-04] [GC-14] [GC-15] sending fails twice, nothing is lost even after a reload, and then one request is sent', async ({
  page,
}) => {
  const sent = await watchSending(page)
  await page.goto(PATH)
  for (const set of required(page)) await set()
  await page.getByLabel('First name', { exact: true }).fill('Ana3 María!')
  await expect(page.getByLabel('First name', { exact: true })).toHaveValue('Ana María')
  await page.getByLabel('Insurance ID').fill('SIM-42 🙂')

  const answered = Promise.withResolvers<void>()
  await page.route('**/GCAppointment', async (route) => {
    await answered.promise
    // A captive network answers every request with its sign-in page.
    await route.fulfill({ status: 200, contentType: 'text/html', body: '<p>Welcome to our guests</p>' })
  })
  await submit(page).click()
  await expect(submit(page)).toHaveText('Submitting...')
  await expect(page.locator('[aria-live=polite]')).toHaveText('Submitting...')
  await expect(submit(page)).toBeDisabled()
  answered.resolve()
  await expect(page.getByRole('alert')).toContainText(FAILED)
  await expect(page.getByRole('alert')).toBeFocused()
  await expect(submit(page)).toHaveText('Submit')
  await accessible(page)

  await page.reload()
  await expect(page.getByLabel('First name', { exact: true })).toHaveValue('Ana María')
  await expect(page.getByLabel('Month')).toHaveValue('3')
  await expect(acknowledged(page)).toBeChecked()
  await page.unroute('**/GCAppointment')
  // The server has received it, but the reply is lost.
  await page.route('**/GCAppointment', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await submit(page).click()
  await expect(page.getByRole('alert')).toContainText(FAILED)
  await expect(page.getByLabel('Insurance ID')).toBeEditable()
  await expect(page.getByLabel('Insurance ID')).toHaveValue('SIM-42 🙂')

  await page.unroute('**/GCAppointment')
  await submit(page).click()
  await expect(page.getByRole('status')).toContainText(SENT)
  await expect(page.getByRole('status')).toBeFocused()
  await accessible(page)
  await expect(acknowledged(page)).not.toBeChecked()
  await expect(page.getByLabel('First name', { exact: true })).toHaveValue('')
  await expect(page.getByLabel('Insurance ID')).toHaveValue('')
  await expect(page.getByLabel('Country code')).toHaveValue('US')
  await expect(submit(page)).toBeDisabled()
  expect(await page.evaluate(() => [sessionStorage.length, localStorage.length])).toEqual([0, 0])
  await page.reload()
  await expect(page.getByLabel('First name', { exact: true })).toHaveValue('')

  expect(sent).toHaveLength(3)
  expect(new Set(sent.map(({ requestKey }) => requestKey)).size).toBe(1)
  expect(sent[2]).toMatchObject({
    ...{
      firstName: 'Ana María',
      lastName: 'Example',
      dateOfBirth: '1980-03-09',
      phoneNumber: '+16145550101',
    },
    ...{ preferredContact: 'no', preferredLanguage: 'English', language: 'en', website: '' },
  })
})

test('in Arabic, from right to left and with the digits of an Arabic keyboard', async ({ page }) => {
  const sent = await watchSending(page)
  const { form: words, heading } = FORM_LANGUAGES.ar.words
  await page.goto(PATH)
  await page.locator('summary').click()
  await page.getByRole('link', { name: 'العربية' }).click()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
  await page.getByLabel(words.firstName, { exact: true }).fill('ليلى!')
  await page.getByLabel(words.lastName, { exact: true }).fill('المثال')
  await page.getByLabel(words.day, { exact: true }).fill('٩')
  await page.getByLabel(words.month, { exact: true }).selectOption({ index: 3 })
  await page.getByLabel(words.year, { exact: true }).fill('١٩٨٠')
  await page.getByLabel(words.email).fill('layla@patients.test')
  await page.getByLabel(words.country).selectOption('EG')
  await page.getByLabel(words.phoneNumber).fill('٠١٠ ١٢٣٤ ٥٦٧٨')
  await page.getByLabel(words.optOut).selectOption(words.yes)
  await expect(page.getByLabel(words.preferredLanguage)).toHaveValue('Arabic')
  await acknowledged(page).check()
  await submit(page).click()
  await expect(page.getByRole('status')).toContainText(words.success)
  expect(sent[0]).toMatchObject({
    ...{ firstName: 'ليلى', lastName: 'المثال', dateOfBirth: '1980-03-09', phoneNumber: '+201012345678' },
    ...{ preferredContact: 'yes', preferredLanguage: 'Arabic', language: 'ar' },
  })
})

test('text typed before the script has loaded stays, and is saved', async ({ page }) => {
  const come = Promise.withResolvers<void>()
  await page.route('**/appointment/assets/*.js', async (route) => {
    await come.promise
    await route.continue()
  })
  await page.goto(PATH, { waitUntil: 'commit' })
  const first = page.getByLabel('First name', { exact: true })
  await first.fill('Ana')
  // After a while the page names a phone number to call.
  const late = page.getByRole('main').getByText(FAILED)
  await expect(late).toBeHidden()
  await page.getByLabel('Month').selectOption('March')
  await acknowledged(page).check()
  await expect(submit(page)).toBeDisabled()
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish()
  })
  await expect(late).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: /\d{4}$/ })).toBeVisible()
  await accessible(page)
  come.resolve()
  await expect(late).toHaveCount(0)
  await expect(page.getByText('Still needed before you can submit:')).toBeVisible()
  await expect(first).toHaveValue('Ana')
  await page.unrouteAll({ behavior: 'wait' })
  await page.reload()
  await expect(first).toHaveValue('Ana')
  await expect(page.getByLabel('Month')).toHaveValue('3')
  await expect(acknowledged(page)).toBeChecked()
})

test('by keyboard alone', async ({ page }) => {
  await page.goto(PATH)
  const press = (...keys: string[]) =>
    keys.reduce((done, key) => done.then(() => page.keyboard.press(key)), Promise.resolve())
  const type = (text: string) => page.keyboard.type(text)
  await press('Tab', 'Tab', 'Enter')
  await expect(page.getByRole('link', { name: 'Español' })).toBeVisible()
  await press('Escape')
  await expect(page.getByRole('link', { name: 'Español' })).toBeHidden()
  await press('Tab')
  await type('Ana')
  await press('Tab')
  await type('Example')
  await press('Tab')
  await type('Ma')
  await press('Tab')
  await type('9')
  await press('Tab')
  await type('1980')
  // Lab number, guardian.
  await press('Tab', 'Tab', 'Tab', 'Tab')
  await type('ana.keys@patients.test')
  await press('Tab')
  await type('Can')
  await press('Tab')
  await type('416 555 0101')
  await press('Tab')
  await type('Y')
  // Preferred language, insurance.
  await press('Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Space', 'Tab', 'Enter')
  await expect(notice(page)).toBeVisible()
  await press('Escape')
  await expect(notice(page)).toBeHidden()
  await expect(submit(page)).toBeEnabled()
  await press('Tab', 'Enter')
  await expect(page.getByRole('status')).toContainText(SENT)
})

test('no accessibility violations in any language, and no overflow on a small phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  for (const language of FORM_LANGUAGE_TAGS) {
    const { heading } = withNames(FORM_LANGUAGES[language].words, {
      lab: brand.name,
      partner: partner.name,
    })
    await page.emulateMedia({ colorScheme: language === 'ar' || language === 'ko' ? 'dark' : 'light' })
    await page.goto(`${PATH}?lang=${language}`)
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await accessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  }
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false, locale: 'es-MX' })

  test('the page uses the browser’s language, and names a number to call', async ({ page }) => {
    await page.goto(PATH)
    const { heading, privacyNotice: name } = FORM_LANGUAGES.es.words
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expect(page.locator('noscript p')).toContainText(brand.contact.phone.replace(' ', '\u00a0'))
    await page.getByRole('contentinfo').getByRole('link', { name }).click()
    await expect(page.getByText(`Effective ${privacyNotice.effective}`, { exact: true })).toBeVisible()
    await page.locator('summary').click()
    await page.getByRole('link', { name: '한국어' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(FORM_LANGUAGES.ko.words.heading)
  })
})
