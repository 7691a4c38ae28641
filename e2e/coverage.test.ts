import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { piecesOf } from '#server/features/documents/testing/pdf-text.ts'
import { startSimulatedPayer } from '#simulators/payer/start.ts'
import { freePort, withApp } from './app.ts'
import { retryNow } from './database.ts'
import { typeDate } from './form.ts'
import { withScriptedLaboratory } from './laboratory.ts'
import {
  addFinding,
  fillPatient,
  fillSpecimenAndConsents,
  personAt,
  savedDraft,
  section,
  submitOrder,
} from './order-form.ts'
import { addClinic } from './own-clinic.ts'
import { accessible } from './page.ts'

const EXOME = 'Whole Exome Sequencing Proband Only'
/** A member of the simulated payer (simulators/payer/members.ts). */
interface Member {
  first: string
  last: string
  born: string
  memberId: string
}
const NORA: Member = { first: 'Nora', last: 'Testwell', born: '14 Mar 1985', memberId: 'PMH100000001' }
const OWEN: Member = { first: 'Owen', last: 'Sampleton', born: '2 Nov 1972', memberId: 'PMH100000002' }
const TESS: Member = { first: 'Tess', last: 'Imagine', born: '8 Aug 1978', memberId: 'PMH100000007' }
const FAY: Member = { first: 'Fay', last: 'Latecomer', born: '4 Apr 1989', memberId: 'PMH500000001' }

// The plan allows $2,100 for the exome: the $900 deductible, and 20 % of the remaining $1,200.
const EXOME_COSTS = '$1,140.00'
// Plus the carrier screen: 60 % of its $620 are allowed, of which 20 % are owed, as the exome meets the
// deductible.
const BOTH_COST = '$1,214.40'

const panel = (page: Page) => page.getByRole('region', { name: 'Patient cost' })
const check = (page: Page) => section(page, 'Payment').getByRole('group', { name: 'Coverage' })
const askPayer = (page: Page) =>
  check(page)
    .getByRole('button', { name: /^Check (coverage|again)$/ })
    .click()
const verification = (page: Page, words: string) => page.getByRole('heading', { name: `Status: ${words}` })

/** A section of the price dialog. */
const part = (dialog: Locator, title: string) =>
  dialog.locator('section').filter({ has: dialog.page().getByRole('heading', { name: title, exact: true }) })

/** The amount in a line of a calculation. */
const amountOf = (within: Locator, words: string | RegExp) =>
  within.getByRole('term').filter({ hasText: words }).locator('xpath=..').getByRole('definition')

async function addTest(page: Page, label: 'Test' | 'Add another test', code: string, name: string) {
  await page.getByRole('textbox', { name: label, exact: true }).fill(code)
  await page.getByRole('option').filter({ hasText: name }).first().click()
  await expect(page.getByRole('list', { name: 'Tests in this order' })).toContainText(name)
}

async function insure(page: Page, { memberId }: Member) {
  const payment = section(page, 'Payment')
  await payment.getByRole('radiogroup', { name: 'Bill to' }).getByLabel('Insurance').check()
  await payment.getByLabel('Insurance company').fill('paperm')
  await page.getByRole('option', { name: 'Papermoon Health' }).click()
  await expect(payment.getByLabel('Insurance company')).toHaveValue('Papermoon Health')
  await payment.getByLabel('Member ID').fill(memberId)
  await expect(payment.getByText('PMH and nine digits')).toBeVisible()
  await payment.getByRole('combobox', { name: 'Patient’s relationship to policyholder' }).hover()
  await page.mouse.down()
  // Leaving the member ID shows a message that would move the field from under the pointer.
  await expect(payment.getByText('does not look like a member ID')).toHaveCount(0)
  await page.mouse.up()
  await page.getByRole('option', { name: 'Self', exact: true }).filter({ visible: true }).click()
}

/** Changes the form's patient to another member of the same payer. */
async function become(page: Page, { first, last, born, memberId }: Member) {
  const patient = section(page, 'Patient and family')
  await patient.getByLabel('First name').first().fill(first)
  await patient.getByLabel('Last name').first().fill(last)
  await typeDate(patient.getByRole('textbox', { name: /^Date of birth/ }).first(), born)
  await section(page, 'Payment').getByLabel('Member ID').fill(memberId)
}

/** Clicks and returns the downloaded file's text. */
async function downloadedText(page: Page, click: () => Promise<void>): Promise<string> {
  const download = page.waitForEvent('download')
  await click()
  const pieces = piecesOf(await readFile(await (await download).path()))
  return pieces.map(({ text }) => text).join(' ')
}

test('[COVER-01] [COVER-02] [ORDER-02] [DLG-06] the price is known before the test is ordered', async ({
  browser,
}) => {
  const port = await freePort()
  const startPayer = () => startSimulatedPayer({ port, slowSeconds: 0 })
  let payer = await startPayer()
  const settings = {
    KARYO_CLEARINGHOUSE_URL: `http://127.0.0.1:${port}/`,
    KARYO_CLEARINGHOUSE_SENDER: 'KARYO',
    KARYO_CLEARINGHOUSE_RECEIVER: 'SIMULATED',
    KARYO_LABORATORY_NPI: '1999999992',
  }
  const journey = withApp(settings, (app) =>
    withScriptedLaboratory(app, async (laboratory) => {
      const { provider } = await addClinic(app)
      const page = await personAt(browser, app, provider, '/create')
      const dialog = page.getByRole('dialog')
      const payment = section(page, 'Payment')
      let order = 0

      await test.step('the insured person is entered, and invalid values are reported immediately', async () => {
        await addTest(page, 'Test', '1602', EXOME)
        await expect(panel(page)).toContainText('Choose whom to bill')
        await fillPatient(page, NORA.first, NORA.last, NORA.born)
        await addFinding(page)
        await insure(page, { ...NORA, memberId: 'PMH 1000' })
        const notice = payment.getByText(
          'does not look like a member ID from Papermoon Health: PMH and nine digits',
        )
        await expect(notice).toBeVisible()
        await expect(panel(page)).toContainText('Known once coverage is checked.')
        await accessible(page)
        await payment.getByLabel('Member ID').fill('PMH100000010')
        await expect(notice).toHaveCount(0)
      })

      await test.step('the payer does not know the member: the page says what to do, and it is corrected', async () => {
        await askPayer(page)
        await expect(check(page)).toContainText(
          'Papermoon Health did not find the member: check ID and date of birth',
        )
        await expect(check(page)).toContainText(/member ID/i)
        await payment.getByLabel('Member ID').fill(NORA.memberId)
        await askPayer(page)
        await expect(check(page)).toContainText('Coverage is active: PAPERMOON PPO 1500')
        await expect(check(page)).toContainText(/Checked .*, valid through /)
        await expect(panel(page)).toContainText(EXOME_COSTS)
        await expect(panel(page)).toContainText('Authorization required')
      })

      await test.step('the dialog explains the amount, and what would change it', async () => {
        await panel(page).getByRole('button', { name: 'See calculation' }).click()
        await expect(dialog.getByRole('heading', { name: 'Estimated Out Of Pocket Cost' })).toBeVisible()
        await expect(dialog).toContainText(EXOME_COSTS)
        const how = part(dialog, 'Calculation')
        await expect(
          amountOf(how, `${EXOME}: deductible, from the plan’s allowed amount of $2,100.00`),
        ).toHaveText('$900.00')
        await expect(amountOf(how, /coinsurance, 20.?% of the remaining \$1,200\.00/)).toHaveText('$240.00')
        await expect(amountOf(how, 'Total')).toHaveText(EXOME_COSTS)
        const changes = part(dialog, 'What would change the estimate')
        await expect(changes).toContainText('Once the deductible is met, the testing would cost $420.00.')
        await expect(changes).toContainText('Without prior authorization the plan may pay nothing')
        await expect(dialog).toContainText('The self-pay price is $1,719.00: more than with insurance.')
        const payerAnswer = part(dialog, 'Answer from Papermoon Health')
        await expect(payerAnswer).toContainText('$900.00 left of $1,500.00')
        await expect(payerAnswer).toContainText('PMH100000001')
        await accessible(page)
        await dialog.getByRole('button', { name: 'Done' }).click()
        await expect(dialog).toBeHidden()
      })

      await test.step('two tests are priced together: one deductible', async () => {
        await addTest(page, 'Add another test', '1102', 'Core Carrier Screen')
        await expect(panel(page)).toContainText(BOTH_COST)
        await panel(page).getByRole('button', { name: 'See calculation' }).click()
        const how = part(dialog, 'Calculation')
        await expect(how.getByRole('term').filter({ hasText: ': deductible' })).toHaveCount(1)
        await expect(amountOf(how, 'Core Carrier Screen: coinsurance')).toHaveText('$74.40')
        await dialog.getByRole('button', { name: 'Done' }).click()
      })

      await test.step('on a phone the amount is in the bar, and the details open from it', async () => {
        await page.setViewportSize({ width: 390, height: 844 })
        const bar = page.getByRole('region', { name: 'This order' })
        await expect(bar).toContainText(`Estimate: ${BOTH_COST}`)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
        await bar.getByRole('button').first().click()
        const drawer = page.getByRole('dialog', { name: 'This order' })
        await expect(drawer).toContainText(BOTH_COST)
        await accessible(page)
        await drawer.getByRole('button', { name: 'See calculation' }).click()
        const details = page.getByRole('dialog', { name: 'Estimated Out Of Pocket Cost' })
        await expect(amountOf(details, 'Total')).toHaveText(BOTH_COST)
        await details.getByRole('button', { name: 'Done' }).click()
        await drawer.getByRole('button', { name: 'Close' }).click()
        await expect(dialog).toHaveCount(0)
        await page.setViewportSize({ width: 1280, height: 800 })
      })

      await test.step('the price follows a switch to self-pay and back', async () => {
        const who = payment.getByRole('radiogroup', { name: 'Bill to' })
        await who.getByLabel('Self-Pay').check()
        await expect(panel(page)).toContainText('$2,088.00')
        await expect(panel(page)).toContainText('self-pay')
        await who.getByLabel('Insurance').check()
        await expect(panel(page)).toContainText(BOTH_COST)
      })

      await test.step('missing benefits are named, and a range is given if possible', async () => {
        await become(page, TESS)
        await askPayer(page)
        await expect(panel(page)).toContainText('Too much is not known.')
        await panel(page).getByRole('button', { name: 'Details' }).click()
        await expect(part(dialog, 'Not known')).toContainText('The coinsurance for laboratory tests.')
        await accessible(page)
        await dialog.getByRole('button', { name: 'Done' }).click()
        // $870 more: now the out-of-pocket maximum caps the price.
        await addTest(page, 'Add another test', '2301', 'Comprehensive Hereditary Cancer Panel')
        await expect(panel(page)).toContainText('$0.00 to $3,000.00')
        await panel(page).getByRole('button', { name: 'See calculation' }).click()
        await expect(amountOf(dialog, 'At least')).toHaveText('$0.00')
        await expect(amountOf(dialog, 'At most')).toHaveText('$3,000.00')
        await dialog.getByRole('button', { name: 'Done' }).click()
      })

      await test.step('the clearinghouse is down: the order is sent, and the answer arrives later', async () => {
        await fillSpecimenAndConsents(page)
        await payer.stop()
        await become(page, OWEN)
        await askPayer(page)
        await expect(check(page)).toContainText('No answer from Papermoon Health yet')
        await expect(check(page)).toContainText(
          /cannot be reached .* We will try again .* You can continue with the order\./,
        )
        await accessible(page)
        await savedDraft(page)
        await submitOrder(page)
        await expect(page).toHaveURL(/\/order\/(en-route|details)\/\d+/)
        const coverage = section(page, 'Coverage')
        await expect(coverage).toContainText('No answer from Papermoon Health yet')
        payer = await startPayer()
        // 20 % of the $3,342 that the plan allows for the three tests.
        await expect(async () => {
          await retryNow(app, 'eligibility')
          await expect(coverage).toContainText('$668.40', { timeout: 15_000 })
        }).toPass()
        await expect(coverage).toContainText('Coverage is active')
      })

      await test.step('a verification is requested, and updates itself when the payer has answered', async () => {
        await page.getByRole('banner').getByRole('link', { name: 'Create VOB' }).click()
        await addTest(page, 'Test', '1602', EXOME)
        await fillPatient(page, FAY.first, FAY.last, FAY.born)
        await addFinding(page)
        await insure(page, FAY)
        await savedDraft(page)
        await payer.stop()
        await page.getByRole('button', { name: 'Request verification' }).click()
        await expect(verification(page, 'Requested')).toBeVisible()
        await expect(section(page, 'Payer’s answer')).toContainText(
          /Asking Papermoon Health|No answer from Papermoon Health yet/,
        )
        payer = await startPayer()
        await expect(async () => {
          await retryNow(app, 'eligibility')
          await expect(verification(page, 'Answered')).toBeVisible({ timeout: 15_000 })
        }).toPass()
        await expect(section(page, 'Payer’s answer')).toContainText(EXOME_COSTS)
        await accessible(page)
        await section(page, 'Payer’s answer').getByRole('button', { name: 'See calculation' }).click()
        await expect(dialog.getByRole('heading', { name: 'VOB Results' })).toBeVisible()
        await expect(amountOf(dialog, 'Total')).toHaveText(EXOME_COSTS)
        await dialog.getByRole('button', { name: 'Done' }).click()
      })

      await test.step('it becomes an order without retyping anything, and keeps the estimate', async () => {
        await page.getByRole('button', { name: 'Convert to order' }).click()
        await expect(page.getByRole('form', { name: 'Order' })).toBeVisible()
        await expect(payment.getByLabel('Insurance company')).toHaveValue('Papermoon Health')
        await expect(payment.getByLabel('Member ID')).toHaveValue(FAY.memberId)
        await expect(section(page, 'Patient and family').getByLabel('Last name').first()).toHaveValue(
          FAY.last,
        )
        await expect(panel(page)).toContainText(EXOME_COSTS)
        await expect(check(page)).toContainText('Coverage is active')
        await fillSpecimenAndConsents(page)
        await savedDraft(page)
        await submitOrder(page)
        await expect(page).toHaveURL(/\/order\/(en-route|details)\/\d+/)
        order = Number(/\d+$/.exec(page.url())?.[0])
        await expect(section(page, 'Coverage')).toContainText(EXOME_COSTS)
        await expect(
          section(page, 'Coverage').getByRole('listitem').filter({ hasText: 'answer' }),
        ).toContainText(EXOME_COSTS)
      })

      await test.step('the patient’s estimate has the same amounts, in English and in Spanish', async () => {
        const inLanguage = (language: string) => async () => {
          await section(page, 'Coverage')
            .getByRole('button', { name: 'Estimate for the patient (PDF)' })
            .click()
          await page.getByRole('menuitem', { name: `In ${language}` }).click()
        }
        const english = await downloadedText(page, inLanguage('English'))
        expect(english).toContain('Fay Latecomer')
        expect(english).toContain(`You will probably pay ${EXOME_COSTS}`)
        const spanish = await downloadedText(page, inLanguage('Spanish'))
        expect(spanish).toContain('Fay Latecomer')
        expect(spanish).toContain(`Usted probablemente pagará ${EXOME_COSTS}`)
      })

      await test.step('the letter of medical necessity is edited, survives leaving the page and laboratory updates, and is signed', async () => {
        const authorization = section(page, 'Prior authorization')
        await expect(authorization).toContainText('Documents Papermoon Health requires')
        await expect(authorization).toContainText('Not signed yet')
        await authorization.getByRole('button', { name: 'Edit letter' }).click()
        const letter = authorization.getByLabel('Text of the letter')
        await expect(letter).toHaveValue(/Fay Latecomer.*born 4 Apr 1989/)
        await expect(authorization.getByRole('button', { name: 'Sign letter' })).toBeDisabled()
        await accessible(page)
        const draft = await letter.inputValue()
        await letter.fill(
          draft.replaceAll(/\[To be written: [^\]]*\]/g, 'Seizures since infancy; two drugs failed.'),
        )
        await laboratory.accession(order)
        await expect(section(page, 'Timeline')).toContainText('Accessioned')
        await expect(letter).toHaveValue(/two drugs failed/)
        await page.getByRole('banner').getByRole('link', { name: 'Create Order' }).click()
        const leaving = page.getByRole('dialog', { name: 'Leave without saving the letter?' })
        await expect(leaving).toBeVisible()
        await accessible(page)
        await leaving.getByRole('button', { name: 'Stay on this page' }).click()
        await Promise.all([
          page.getByText('Letter saved.').waitFor(),
          authorization.getByRole('button', { name: 'Save letter' }).click(),
        ])
        await authorization.getByRole('button', { name: 'Sign letter' }).click()
        await expect(dialog).toContainText('You sign as Ada Okafor')
        await accessible(page)
        await dialog.getByRole('button', { name: 'Sign letter' }).click()
        await expect(authorization).toContainText(/Signed by Ada Okafor.* \(NPI 1234567893\)/)
        await expect(authorization).not.toContainText('Not signed yet')
      })

      await test.step('the packet for the payer has the signed letter and the same amount', async () => {
        const download = section(page, 'Prior authorization').getByRole('button', {
          name: 'Download prior authorization packet',
        })
        const packet = await downloadedText(page, () => download.click())
        expect(packet).toContain('Request for prior authorization')
        expect(packet).toContain('PMH500000001')
        expect(packet).toContain('Seizures since infancy; two drugs failed.')
        expect(packet).toContain('Signed electronically on')
        expect(packet).toContain(`You will probably pay ${EXOME_COSTS}`)
        const history = section(page, 'Timeline')
        await expect(history).toContainText('Letter of medical necessity signed')
      })
    }),
  )
  await journey.finally(() => payer.stop())
})
