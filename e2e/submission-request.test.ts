import { expect, type Page } from '@playwright/test'
import { brand } from '#server/testing/brand.ts'
import { test } from './app.ts'
import {
  fillPatient,
  fillSpecimenAndConsents,
  payByInstitution,
  personAt,
  savedDraft,
  section,
  submitOrder,
} from './order-form.ts'
import { accessible, openMail, signIn } from './page.ts'

/** Resolves once the server has saved a change to this value. */
const saved = (page: Page, value: string) =>
  page.waitForResponse(
    (reply) =>
      reply.ok() && reply.request().method() === 'PATCH' && !!reply.request().postData()?.includes(value),
  )

async function askAda(creator: Page, note: string): Promise<void> {
  await creator.getByRole('button', { name: 'Request submission' }).click()
  const dialog = creator.getByRole('dialog', { name: 'Request submission' })
  const submitter = dialog.getByRole('combobox', { name: 'Submitter' })
  await submitter.pressSequentially('ada okafor')
  await submitter.press('Tab')
  await expect(submitter).toHaveValue(/^Ada Okafor/)
  await dialog.getByLabel('Note').fill(note)
  await dialog.getByRole('button', { name: 'Send request', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(creator.getByText(/^Ada Okafor.* was asked to submit this order$/).first()).toBeVisible()
}

test('[UX-18] a creator asks a submitter, who sends the order back once and then submits it', async ({
  browser,
  app,
  staff,
}) => {
  const creator = await personAt(browser, app, staff.creator, '/create?test=1102')
  const ada = await (await browser.newContext()).newPage()
  let id = 0

  await test.step('the creator prepares an order, and cannot submit it', async () => {
    await fillPatient(creator, 'Iris', 'Askwell')
    await fillSpecimenAndConsents(creator)
    await payByInstitution(creator)
    await savedDraft(creator)
    const provider = section(creator, 'Provider and recipients').getByLabel('Ordering provider')
    await provider.fill('Okafor')
    await expect(creator.getByRole('option', { name: /Okafor/ })).toBeVisible()
    await provider.press('ArrowDown')
    await provider.press('Enter')
    id = await savedDraft(creator)
    await expect(creator.getByText('Ready to submit')).toBeVisible()
    await expect(creator.getByRole('button', { name: 'Submit order' })).toHaveCount(0)
    await expect(creator.getByText('You can prepare this order.').filter({ visible: true })).toBeVisible()
  })

  await test.step('must name the submitter', async () => {
    await creator.getByRole('button', { name: 'Request submission' }).click()
    const dialog = creator.getByRole('dialog', { name: 'Request submission' })
    await expect(dialog.getByRole('combobox', { name: 'Submitter' })).toBeFocused()
    await dialog.getByRole('button', { name: 'Send request', exact: true }).click()
    await expect(dialog.getByText('Choose a submitter')).toBeVisible()
    await accessible(creator)
    await creator.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  await test.step('and sends it to Ada with a note', async () => {
    await askAda(creator, 'Please before noon.')
    await accessible(creator)
  })

  await test.step('Ada receives a mail that names no patient', async () => {
    await openMail(ada, staff.provider, `Order ${id}: ready for you to submit`)
    await expect(ada.getByText('Kerttu Lindqvist').first()).toBeVisible()
    for (const word of ['Askwell', 'Iris', 'Carrier', 'noon'])
      await expect(ada.getByText(word)).toHaveCount(0)
  })

  await test.step('and finds the order on her dashboard', async () => {
    await ada.goto('/dashboard')
    await signIn(ada, staff.provider)
    const card = section(ada, 'Ready for you to submit')
    await expect(card.getByText('Askwell, Iris')).toBeVisible()
    await accessible(ada)
    await card.getByRole('link', { name: 'All assigned to me' }).click()
    await expect(ada.getByRole('row').filter({ hasText: 'Askwell, Iris' })).toHaveCount(1)
    await ada.goBack()
    await card.getByRole('link', { name: 'Askwell, Iris' }).click()
    await expect(ada).toHaveURL(new RegExp(`/create\\?draft=${id}$`))
  })

  await test.step('she sends it back with a note', async () => {
    const requestAlert = ada.getByRole('alert', { name: /Kerttu Lindqvist.* asks you to submit this order/ })
    await expect(requestAlert).toContainText('Please before noon.')
    await accessible(ada)
    await requestAlert.getByRole('button', { name: 'Return order' }).click()
    const dialog = ada.getByRole('dialog', { name: 'Return order' })
    await dialog.getByLabel(/^What Kerttu Lindqvist.* should change$/).fill('The record number is missing.')
    await accessible(ada)
    await dialog.getByRole('button', { name: 'Return order' }).click()
    await expect(dialog).toBeHidden()
    await ada.getByRole('banner').getByRole('link', { name: brand.name }).click()
    await expect(ada.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
    await expect(section(ada, 'Ready for you to submit').getByText('Askwell, Iris')).toHaveCount(0)
  })

  await test.step('the creator sees it, in the form that is open and by mail, and changes it', async () => {
    const back = creator.getByRole('alert', { name: /^Returned by Ada Okafor.* on \d/ })
    await expect(back).toContainText('The record number is missing.')
    await expect(creator.getByText(/^Returned by Ada Okafor.*: see the reason first$/).first()).toBeVisible()
    await creator.getByLabel('MRN').first().fill('R-5512')
    await savedDraft(creator)
    await creator.getByRole('button', { name: 'Request submission' }).click()
    const dialog = creator.getByRole('dialog', { name: 'Request submission' })
    await expect(dialog.getByRole('combobox', { name: 'Submitter' })).toHaveValue(/^Ada Okafor/)
    await dialog.getByLabel('Note').fill('It is there now.')
    await dialog.getByRole('button', { name: 'Send request', exact: true }).click()
    await expect(dialog).toBeHidden()
    await expect(back).toBeHidden()
    const mail = await creator.context().newPage()
    await openMail(mail, staff.creator, `Order ${id}: returned to you`)
    await expect(mail.getByText('Askwell')).toHaveCount(0)
    await mail.close()
  })

  await test.step('Ada follows the link of her mail, and submits', async () => {
    await openMail(ada, staff.provider, `Order ${id}: ready for you to submit`)
    await ada.getByRole('link', { name: new RegExp(`draft=${id}`) }).click()
    const requestAlert = ada.getByRole('alert', { name: /asks you to submit this order/ })
    await expect(requestAlert).toContainText('It is there now.')
    await expect(ada.getByLabel('MRN').first()).toHaveValue('R-5512')
    await submitOrder(ada, requestAlert)
    await expect(ada).toHaveURL(new RegExp(`/order/(en-route|details)/${id}`))
    await expect(ada.getByRole('heading', { level: 1 })).toContainText('Iris Askwell')
  })

  await test.step('the creator’s late typing is not lost silently', async () => {
    await creator.getByLabel('MRN').first().fill('R-5513')
    const closed = creator.getByRole('alert', { name: 'This order has been submitted' })
    await expect(closed).toBeVisible()
    await accessible(creator)
    await closed.getByRole('link', { name: 'Open order' }).click()
    await expect(creator.getByRole('heading', { level: 1 })).toContainText('Iris Askwell')
    await expect(creator.getByText('R-5512').first()).toBeVisible()
  })
  await creator.context().close()
  await ada.context().close()
})

test('two users editing one draft lose nothing, and decide on conflicting changes', async ({
  browser,
  app,
  staff,
}) => {
  // Without live updates: each sees the other's changes with their own next change.
  const creator = await personAt(browser, app, staff.creator, '/create?test=1102', { live: false })
  await section(creator, 'Patient and family').getByLabel('Last name').first().fill('Sharewell')
  const id = await savedDraft(creator)
  const ada = await personAt(browser, app, staff.provider, `/create?draft=${id}`, { live: false })
  const lastName = (page: Page) => section(page, 'Patient and family').getByLabel('Last name').first()
  const firstName = (page: Page) => section(page, 'Patient and family').getByLabel('First name').first()
  const recordNumber = (page: Page) => page.getByLabel('MRN').first()
  await expect(lastName(ada)).toHaveValue('Sharewell')

  await test.step('in different fields: both changes are kept, in both windows', async () => {
    const rowan = saved(creator, 'Rowan')
    await firstName(creator).fill('Rowan')
    await rowan
    const number = saved(ada, 'R-77')
    await recordNumber(ada).fill('R-77')
    await number
    await expect(firstName(ada)).toHaveValue('Rowan')
    await expect(recordNumber(ada)).toHaveValue('R-77')
    const notes = saved(creator, 'First seizure')
    await section(creator, 'Clinical information').getByLabel('Clinical notes').fill('First seizure at 4.')
    await notes
    await expect(recordNumber(creator)).toHaveValue('R-77')
    await expect(firstName(creator)).toHaveValue('Rowan')
  })

  await test.step('in the same field: the second user sees the change and its author, and accepts it', async () => {
    const lind = saved(creator, 'Sharewell-Lind')
    await lastName(creator).fill('Sharewell-Lind')
    await lind
    await lastName(ada).fill('Sharewell-Okafor')
    const dialog = ada.getByRole('dialog', { name: /^Kerttu Lindqvist.* also changed this order$/ })
    const field = dialog.getByRole('radiogroup', { name: 'Patient: Last name' })
    await expect(field.getByLabel('You: Sharewell-Okafor')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Save my choices' })).toBeDisabled()
    await accessible(ada)
    await field.getByLabel(/^Kerttu Lindqvist.*: Sharewell-Lind$/).check()
    await dialog.getByRole('button', { name: 'Save my choices' }).click()
    await expect(dialog).toBeHidden()
    await expect(lastName(ada)).toHaveValue('Sharewell-Lind')
  })

  await test.step('or keeps their own, and the other user sees that', async () => {
    const rowena = saved(ada, 'Rowena')
    await firstName(ada).fill('Rowena')
    await rowena
    await firstName(creator).fill('Rowland')
    const dialog = creator.getByRole('dialog', { name: /^Ada Okafor.* also changed this order$/ })
    const rowland = saved(creator, 'Rowland')
    await dialog.getByRole('button', { name: 'Use all of my changes' }).click()
    await rowland
    await expect(dialog).toBeHidden()
    await ada.reload()
    await expect(firstName(ada)).toHaveValue('Rowland')
    await expect(lastName(ada)).toHaveValue('Sharewell-Lind')
    await expect(recordNumber(ada)).toHaveValue('R-77')
  })
  await creator.context().close()
  await ada.context().close()
})
