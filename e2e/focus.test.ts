import { expect, type Locator, type Page } from '@playwright/test'
import { follow } from './address.ts'
import { test } from './app.ts'
import { openClinic } from './clinic.ts'
import { withToldLaboratory } from './laboratory.ts'
import { personAt } from './order-form.ts'
import { accessible, signIn } from './page.ts'

const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: at } = document
    return at === document.body ? 'the page' : (at?.getAttribute('aria-label') ?? at?.textContent ?? '')
  })
/** Opens a menu by keyboard: the next key is its own once the focus is in it. */
async function openMenu(page: Page, button: Locator) {
  await button.press('Enter')
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('[role="menu"]') !== null))
    .toBe(true)
}
/** Of more lines than a phone's card has words in one. */
const LONG_QUESTION =
  'Please send the clinical findings of both parents, the age at which the first of them was noticed, and the report of the earlier test that the requisition names.'

const focusIsOn = (page: Page, words: RegExp) => expect.poll(() => focused(page)).toMatch(words)

test('[UX-25] after a dialog the focus is where it was opened from, or at the next sensible thing', async ({
  app,
  page,
  staff,
}) => {
  const clinic = await openClinic(app.origin, staff)
  const { id } = await clinic.submit(await clinic.draft('Focusfield'))
  await page.goto('/orders')
  await signIn(page, staff.provider)
  await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible()
  const dialog = page.getByRole('dialog')

  await test.step('of a drawer, and of an entry of a menu', async () => {
    await page.getByRole('button', { name: /^Filters/ }).press('Enter')
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await focusIsOn(page, /^Filters/)
    await openMenu(page, page.getByRole('button', { name: 'Views' }))
    await page.getByRole('menuitem', { name: 'Save this list' }).press('Enter')
    await dialog.getByRole('button', { name: 'Close' }).press('Enter')
    await expect(dialog).toHaveCount(0)
    await focusIsOn(page, /^Views/)
  })

  await test.step('of an order’s menu, closed and confirmed', async () => {
    await follow(page, `/order/en-route/${id}`)
    const more = page.getByRole('button', { name: 'More' })
    await openMenu(page, more)
    await page.getByRole('menuitem', { name: 'Cancel order' }).press('Enter')
    await dialog.getByRole('button', { name: 'Close' }).press('Enter')
    await expect(dialog).toHaveCount(0)
    await focusIsOn(page, /^More/)
    await openMenu(page, more)
    await page.getByRole('menuitem', { name: 'Cancel order' }).press('Enter')
    await dialog.getByLabel('Reason').fill('Ordered twice')
    await dialog.getByRole('checkbox').check()
    await dialog.getByRole('button', { name: 'Yes, cancel order' }).press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'Cancellation requested' })).toBeVisible()
    await expect.poll(() => focused(page)).not.toBe('the page')
  })
})

test('[UX-25] Support begins the day with the queues of the desk, and a question of the laboratory is read whole', async ({
  app,
  browser,
  page,
  staff,
}) => {
  await page.goto('/dashboard')
  await signIn(page, 'support@demo.test')
  const desk = page.getByRole('region', { name: 'At the desk' })
  for (const queue of ['Results to check', 'Messages refused', 'Registrations to approve', 'Kits to send'])
    await expect(desk.getByRole('link', { name: new RegExp(`^[\\d,]+\\s*${queue}$`) })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Feedback from clinics' })).toBeVisible()
  for (const absent of ['Drafts to finish', 'Recent orders', 'What needs you'])
    await expect(page.getByRole('region', { name: absent })).toHaveCount(0)
  await accessible(page)
  await desk.getByRole('link', { name: /Registrations to approve/ }).click()
  await expect(page).toHaveURL(/\/users\/waiting/)

  const clinic = await openClinic(app.origin, staff)
  await withToldLaboratory(app, async (laboratory) => {
    const { id } = await clinic.submit(await clinic.draft('Questionwell'))
    await laboratory.accession(id)
    await laboratory.hold(id, LONG_QUESTION)
  })
  const other = await personAt(browser, app, staff.provider, '/dashboard')
  const questions = other.getByRole('region', { name: 'What needs you' }).getByRole('listitem')
  await expect(questions.filter({ hasText: LONG_QUESTION })).toBeVisible()
  for (const width of [1920, 390]) {
    await other.setViewportSize({ width, height: 1000 })
    const cut = await questions.evaluateAll((lines) =>
      lines
        .flatMap((line) => [...line.querySelectorAll('[class*=words]')])
        .filter((words) => words.scrollHeight > words.clientHeight + 1),
    )
    expect(cut).toEqual([])
  }
  await other.context().close()
})
