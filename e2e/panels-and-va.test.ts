import { expect, type Locator, type Page } from '@playwright/test'
import { follow } from './address.ts'
import { test } from './app.ts'
import { openClinic } from './clinic.ts'
import { choose } from './form.ts'
import {
  fillPatient,
  fillSpecimenAndConsents,
  payByInstitution,
  personAt,
  savedDraft,
  section,
  submitOrder,
} from './order-form.ts'
import { addColleague } from './own-clinic.ts'
import { accessible, signIn } from './page.ts'

const chosenTests = (page: Page) =>
  page.getByRole('list', { name: 'Tests in this order' }).locator(':scope > li')
const genesField = (page: Page) => page.getByRole('combobox', { name: /^Genes: / })

async function paste(field: Locator, text: string): Promise<void> {
  await field.evaluate((input, words) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', words)
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
}

test('a custom panel is chosen, saved, ordered, chosen again, changed by two users, and removed', async ({
  browser,
  app,
  staff,
}) => {
  const ada = await personAt(browser, app, staff.provider, '/create?test=2990')
  const clinic = await openClinic(app.origin, staff)

  await test.step('genes are chosen, pasted and typed; one that the test does not have is named', async () => {
    await genesField(ada).fill('SCN1A')
    await ada.getByRole('option', { name: 'SCN1A', exact: true }).click()
    await paste(genesField(ada), 'brca1, MUMBLE9\nTP53')
    await expect(ada.getByText('Not in this test: MUMBLE9')).toBeVisible()
    await expect(ada.getByText(/^Genes: 3 of /)).toBeVisible()
    // The open list covers the content below the field.
    await genesField(ada).press('Escape')
    await ada.getByRole('button', { name: 'Enter a gene list' }).click()
    await ada.getByLabel('Gene symbols').fill('CFTR; GRUMBLE2 WHISPER3')
    await ada.getByRole('button', { name: 'Add genes' }).click()
    await expect(ada.getByText('Not in this test: GRUMBLE2, WHISPER3')).toBeVisible()
    await expect(ada.getByText(/^Genes: 4 of /)).toBeVisible()
    await accessible(ada)
  })

  await test.step('they are saved as a panel with a name', async () => {
    await ada.getByRole('button', { name: 'Save as panel' }).click()
    const dialog = ada.getByRole('dialog', { name: 'Save as panel' })
    await dialog.getByRole('button', { name: 'Save panel' }).click()
    await expect(dialog.getByText('Name is required')).toBeVisible()
    await accessible(ada)
    await dialog.getByLabel('Panel name').fill('Clinic four')
    await dialog.getByRole('button', { name: 'Save panel' }).click()
    await expect(dialog).toBeHidden()
    await expect(ada.getByRole('combobox', { name: 'Saved panels' })).toHaveValue('Clinic four · 4 genes')
  })

  await test.step('ordered', async () => {
    await fillPatient(ada, 'Petra', 'Panelo')
    await fillSpecimenAndConsents(ada)
    await payByInstitution(ada)
    const id = await savedDraft(ada)
    await expect(ada.getByText('Ready to submit')).toBeVisible()
    await submitOrder(ada)
    await expect(ada).toHaveURL(new RegExp(`/order/(en-route|details)/${id}`))
    const [ordered] = (await clinic.order(id)).document.tests
    expect(ordered?.testCode).toBe('2990')
    expect(ordered?.genes.toSorted()).toEqual(['BRCA1', 'CFTR', 'SCN1A', 'TP53'])
    expect(ordered?.customPanelId).not.toBeNull()
  })

  const kerttu = await personAt(browser, app, staff.creator, '/create?test=2990')
  await test.step('chosen again from the saved ones, by two users in two orders', async () => {
    await follow(ada, '/create?test=2990')
    for (const page of [ada, kerttu]) {
      await choose(page, page.getByRole('combobox', { name: 'Saved panels' }), /^Clinic four/)
      await expect(page.getByText(/^Genes: 4 of /)).toBeVisible()
    }
  })

  await test.step('updated by one; the other is refused, and sees by whom', async () => {
    await genesField(kerttu).fill('MLH1')
    await kerttu.getByRole('option', { name: 'MLH1', exact: true }).click()
    await genesField(kerttu).press('Escape')
    await Promise.all([
      kerttu.getByText('Panel Clinic four updated.').waitFor(),
      kerttu.getByRole('button', { name: 'Update Clinic four' }).click(),
    ])
    await expect(kerttu.getByRole('combobox', { name: 'Saved panels' })).toHaveValue('Clinic four · 5 genes')

    await genesField(ada).fill('MSH2')
    await ada.getByRole('option', { name: 'MSH2', exact: true }).click()
    await genesField(ada).press('Escape')
    await ada.getByRole('button', { name: 'Update Clinic four' }).click()
    await expect(ada.getByText(/^Kerttu Lindqvist.* changed the panel in the meantime/)).toBeVisible()
    await accessible(ada)
    await expect(ada.getByRole('combobox', { name: 'Saved panels' })).toHaveValue('Clinic four · 5 genes')
    // The choice for this order stays, and can be saved after reviewing the other user's changes.
    await expect(ada.getByText(/^Genes: 5 of /)).toBeVisible()
    const list = await clinic.client.catalogue.customPanels({ params: { id: await testId() } })
    expect(list.find(({ name }) => name === 'Clinic four')?.genes).toContain('MLH1')
  })

  await test.step('removed after a confirmation; the order keeps its genes', async () => {
    await ada.getByRole('button', { name: 'Remove Clinic four' }).click()
    const dialog = ada.getByRole('dialog', { name: 'Remove panel Clinic four?' })
    await dialog.getByRole('button', { name: 'Remove panel' }).click()
    await expect(dialog).toBeHidden()
    await expect(ada.getByRole('combobox', { name: 'Saved panels' })).toHaveCount(0)
    await expect(ada.getByText(/^Genes: 5 of /)).toBeVisible()
  })
  await ada.context().close()
  await kerttu.context().close()

  async function testId(): Promise<number> {
    const query = { institutionCode: staff.code }
    return (await clinic.client.catalogue.test({ params: { code: '2990' }, query })).id
  }
})

test('[ROUTE-05] the address names what is ordered: test, ctc, is_vob and new-cart, at /create and /order', async ({
  page,
  app,
  staff,
}) => {
  const clinic = await openClinic(app.origin, staff)
  const lastName = () => section(page, 'Patient and family').getByLabel('Last name').first()
  await page.goto('/create?test=1300&ctc=1213')
  await signIn(page, staff.provider)

  await test.step('ctc: a display code is shown, the catalogue’s own is ordered, for one gene', async () => {
    await expect(chosenTests(page)).toHaveText([/VA Single Gene Analysis.*1300/])
    await expect(chosenTests(page)).not.toContainText('1213')
    await choose(page, page.getByRole('combobox', { name: 'Gene', exact: true }), /^AARS1$/)
    await lastName().fill('Displaywell')
    const id = await savedDraft(page)
    const [ordered] = (await clinic.order(id)).document.tests
    expect(ordered).toMatchObject({ testCode: '1213', displayCode: '1300', genes: ['AARS1'] })
  })

  await test.step('test: a code, a list, a list with commas; add-ons of the clinic are offered and ticked', async () => {
    await follow(page, '/order?test=1600')
    await expect(chosenTests(page)).toHaveText([/1600/])
    await follow(page, '/create?test=1102&test=2008')
    await expect(chosenTests(page)).toHaveText([/Core Carrier Screen/, /Fragile X Syndrome/])
    await follow(page, '/create?test=1600,1102')
    await expect(chosenTests(page)).toHaveText([/1600/, /Core Carrier Screen/])
    await chosenTests(page).first().getByText('Add-on and related tests').click()
    const addOns = chosenTests(page).first().getByRole('group', { name: 'Often ordered with this test' })
    await addOns.getByLabel('Chromosomal Microarray').check()
    await expect(chosenTests(page)).toHaveCount(3)
    await expect(chosenTests(page).last()).toContainText('Add-on · 1400')
    await accessible(page)
    const { document } = await clinic.order(await savedDraft(page))
    expect(document.tests.map(({ testCode }) => testCode)).toEqual(['1600', '1102'])
    expect(document.addOnTests.map(({ testCode }) => testCode)).toEqual(['1400'])
  })

  await test.step('is_vob: a verification of benefits of the test', async () => {
    await follow(page, '/order?is_vob=true&test=1102')
    await expect(page.getByRole('form', { name: 'Benefits verification' })).toBeVisible()
    await expect(chosenTests(page)).toHaveText([/Core Carrier Screen/])
    await lastName().fill('Verifywell')
    const { document, vobStatus } = await clinic.order(await savedDraft(page))
    expect([document.isVOB, vobStatus]).toEqual([true, 'draft'])
  })

  await test.step('new-cart: asks before discarding an order that was never saved', async () => {
    // Nothing can be saved for now.
    const unsaved = (url: URL) => url.pathname.toLowerCase().startsWith(`/api/orders/${staff.code}`)
    await page.route(unsaved, (route) =>
      route.request().method() === 'GET' ? route.continue() : route.abort(),
    )
    // The browser also asks before leaving a page with unsaved edits.
    page.on('dialog', (dialog) => void dialog.accept())
    await follow(page, '/create')
    await expect(page.getByRole('form', { name: 'Order', exact: true })).toBeVisible()
    await lastName().fill('Cartwright')
    await expect(
      page
        .getByText(/^Not saved/)
        .filter({ visible: true })
        .first(),
    ).toBeVisible()
    const question = page.getByRole('dialog', { name: 'Discard your unsaved draft?' })
    await page.goto('/create?test=1102&new-cart=true')
    await expect(question).toBeVisible()
    await accessible(page)
    await question.getByRole('button', { name: 'Keep draft' }).click()
    await expect(lastName()).toHaveValue('Cartwright')

    await page.goto('/create?test=1102&new-cart=true')
    await question.getByRole('button', { name: 'Discard draft' }).click()
    await expect(chosenTests(page)).toHaveText([/Core Carrier Screen/])
    await expect(lastName()).toHaveValue('')
    await expect(page).not.toHaveURL(/new-cart/)
  })

  await test.step('does not ask if there is nothing to discard', async () => {
    await page.unrouteAll({ behavior: 'wait' })
    await lastName().fill('Savewell')
    await savedDraft(page)
    await follow(page, '/create?test=1600&new-cart=true')
    await expect(chosenTests(page)).toHaveText([/1600/])
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})

test('[VA-01 VA-04] a VA user begins with the order menu: Tests, and the favorites', async ({
  page,
  app,
}) => {
  const veteran = await addColleague(app, 'menu', { like: 'va', at: '1004' })
  const menu = page.getByRole('tablist', { name: 'Order menu' })
  const tab = (name: string) => menu.getByRole('tab', { name, exact: true })
  const panel = page.getByRole('tabpanel')
  const favorites = /\/physicians\/\d+\/favorites\/tests$/i

  await test.step('the Tests tab is the default; the arrow keys lead to the other, which is loading', async () => {
    const gate = Promise.withResolvers<void>()
    await page.route(favorites, async (route) => {
      await gate.promise
      await route.continue()
    })
    await page.goto('/create')
    await signIn(page, veteran)
    await expect(tab('Tests')).toHaveAttribute('aria-selected', 'true')
    await expect(panel.getByRole('link', { name: 'VA Single Gene Analysis' })).toBeVisible()
    await accessible(page)
    await tab('Tests').focus()
    await page.keyboard.press('ArrowLeft')
    await expect(tab('Favorites')).toBeFocused()
    await expect(tab('Favorites')).toHaveAttribute('aria-selected', 'true')
    await expect(panel.getByText('Loading favorites...', { exact: true })).toBeVisible()
    gate.resolve()
    await expect(panel.getByText('No favorite tests available', { exact: true })).toBeVisible()
    await page.unrouteAll({ behavior: 'wait' })
    await page.keyboard.press('ArrowRight')
    await expect(tab('Tests')).toHaveAttribute('aria-selected', 'true')
  })

  await test.step('a test is ordered from the menu, and starred', async () => {
    const entry = panel.getByRole('link', { name: 'VA Single Gene Analysis' })
    // Saving the draft changes its URL.
    await expect(entry).toHaveAttribute('href', /\/create\?.*test=1300&ctc=1213/)
    await entry.press('Enter')
    await expect(chosenTests(page)).toHaveText([/VA Single Gene Analysis.*1300/])
    await expect(menu).toHaveCount(0)
    const star = chosenTests(page).getByRole('button', { name: 'VA Single Gene Analysis: favorite' })
    await star.click()
    await expect(star).toHaveAttribute('aria-pressed', 'true')
  })

  await test.step('it is among the favorites of the next order', async () => {
    await follow(page, '/create')
    await tab('Favorites').click()
    const favorite = panel.getByRole('link', { name: 'VA Single Gene Analysis' })
    await expect(favorite).toBeVisible()
    await accessible(page)
    await favorite.click()
    await expect(chosenTests(page)).toHaveText([/VA Single Gene Analysis/])
  })

  await test.step('a test of the menu comes with the institution’s add-on tests', async () => {
    await follow(page, '/create')
    await panel.getByRole('link', { name: 'Dementia Panel' }).click()
    await expect(chosenTests(page)).toHaveText([/Dementia Panel/, /C9orf72 Repeat Expansion/])
    const added = page.getByRole('alert').filter({ hasText: 'Added with Dementia Panel' })
    await expect(added).toContainText(/C9orf72 Repeat Expansion \(\$[\d,.]+\)/)
    await accessible(page)
    await added.getByRole('button', { name: 'Remove' }).click()
    await expect(chosenTests(page)).toHaveText([/Dementia Panel/])
    await expect(added).toHaveCount(0)
  })
})

test('[UX-08] [UX-12] the search orders the chosen test, and names patients with their date of birth', async ({
  page,
  staff,
}) => {
  await page.goto('/dashboard')
  await signIn(page, staff.provider)
  const search = page.getByRole('dialog', { name: 'Search' })
  const field = search.getByRole('combobox', { name: 'Find an order, patient or test' })
  await page.getByRole('banner').getByText('Find an order, patient or test').click()
  await field.fill('exome')
  const tests = search.getByRole('group', { name: 'Order a test' }).getByRole('option')
  await expect(tests.first()).toContainText('Whole Exome Sequencing Trio')
  await tests.first().click()
  await expect(chosenTests(page)).toHaveText([/Whole Exome Sequencing Trio/])
  await chosenTests(page).first().getByText('Add-on and related tests').click()
  const offered = chosenTests(page).first().getByRole('group', { name: 'Often ordered with this test' })
  await expect(offered.getByRole('checkbox').first()).not.toBeChecked()
  await expect(offered).toContainText('$')

  const people = page.getByRole('region', { name: 'Patient and family' })
  await people.getByLabel('First name').first().fill('Testa')
  await people.getByLabel('Last name').first().fill('Quillmarsh')
  await people
    .getByRole('textbox', { name: /^Date of birth/ })
    .first()
    .fill('03142019')
  await expect(page.getByText('Quillmarsh, Testa, DOB 14 Mar 2019')).toBeVisible()
  await savedDraft(page)
  await expect(page.getByText(/^Saved/).first()).toBeVisible()

  await page.getByRole('banner').getByText('Find an order, patient or test').click()
  await field.fill('Quillmarsh, Testa')
  await expect(search.getByRole('option').first()).toContainText(
    'Quillmarsh, Testa, DOB 14 Mar 2019 · Whole Exome Sequencing Trio',
  )
  await accessible(page)
})

test('[GAP-08] favorites that failed to load are requested again, and a VA order names its station', async ({
  page,
  app,
}) => {
  const veteran = await addColleague(app, 'station', { like: 'va', at: '1004' })
  const favorites = /\/physicians\/\d+\/favorites\/tests$/i
  const panel = page.getByRole('tabpanel')
  const needs = page.getByRole('complementary', { name: /Before you (submit|request)/ })
  const station = section(page, 'Provider and recipients').getByRole('combobox', { name: 'VA station' })

  await test.step('a failed request says so, and is retried', async () => {
    await page.route(favorites, (route) => route.abort())
    await page.goto('/create')
    await signIn(page, veteran)
    await page.getByRole('tab', { name: 'Favorites' }).click()
    const again = panel.getByRole('button', { name: 'Try again' })
    await expect(again).toBeVisible()
    await expect(panel.getByText('Loading favorites...')).toHaveCount(0)
    await page.unroute(favorites)
    await again.click()
    await expect(again).toHaveCount(0)
    await expect(panel.getByText('No favorite tests available', { exact: true })).toBeVisible()
  })

  await test.step('the order needs a station; one is found by its name, and stays', async () => {
    await page.getByRole('tab', { name: 'Tests' }).click()
    await panel.getByRole('link', { name: 'VA Single Gene Analysis' }).click()
    const missing = needs.getByRole('listitem').filter({ hasText: 'Provider and recipients' })
    await expect(missing).toContainText('1 to complete')
    await station.fill('cedar bluff va medical center')
    await station.press('Tab')
    await expect(station).toHaveValue('901 Cedar Bluff VA Medical Center, Omaha, NE')
    await expect(missing).toHaveCount(0)
    await accessible(page)
    await savedDraft(page)
    await page.reload()
    await expect(station).toHaveValue('901 Cedar Bluff VA Medical Center, Omaha, NE')
  })
})
