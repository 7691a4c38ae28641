import { expect, type Locator, type Page } from '@playwright/test'
import { blankSample, PROBAND } from '#domain/orders/document.ts'
import { follow } from './address.ts'
import { test } from './app.ts'
import { openClinic } from './clinic.ts'
import { choose } from './form.ts'
import { withScriptedLaboratory } from './laboratory.ts'
import { personAt } from './order-form.ts'
import { accessible, signIn } from './page.ts'
import { withParents } from './trio.ts'

const LAST_NAME = 'Quaybrook'
/** A panel of chosen genes, of which the simulated laboratory sends a variant as data. */
const CUSTOM_PANEL = '2990'
const replace = (path: string, value: unknown) => ({
  ...{ op: 'replace' as const, path },
  value: JSON.parse(JSON.stringify(value)),
})

/** The card of one relative, on the page of the family's cascade. */
const relative = (page: Page, name: string): Locator =>
  page
    .getByRole('list', { name: 'Relatives' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) })

/** Presses Tab until the field has the focus. */
async function tabTo(page: Page, field: Locator): Promise<void> {
  for (let pressed = 0; pressed < 40; pressed += 1) {
    if (await field.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(field).toBeFocused()
}

test('a trio becomes a family, the aunt brings her code to another clinic, her result moves the chances as she agreed, and a reclassification makes tasks of the open steps', async ({
  app,
  browser,
  page,
  staff,
  otherClinic,
}) => {
  const [first, second] = [await openClinic(app.origin, staff), await openClinic(app.origin, otherClinic)]
  await withScriptedLaboratory(app, async (laboratory) => {
    const draft = await first.draft(LAST_NAME, new Set(), CUSTOM_PANEL)
    const at = { params: { hospital: staff.code, id: draft } }
    const { document } = await first.order(draft)
    await first.client.orders.patch({
      ...{ ...at, headers: {} },
      body: [
        replace('/tests/0/genes', ['FBN1']),
        replace('/clinicalNotes', 'Dilated aortic root.'),
        replace('/familyHistory/familyHistoryOfDiseaseBeingTested', 'No'),
        replace('/patients', withParents(document)),
      ],
    })
    const { id } = await first.submit(draft)
    await laboratory.accession(id)
    await laboratory.inProcess(id)
    await page.goto(`/order/details/${id}`)
    await signIn(page, staff.provider)
    await expect(page.getByRole('button', { name: 'Start a family' })).toBeVisible()
    // The open page reads by itself what the report says of the family.
    await laboratory.report(id, undefined, 'positive')

    await test.step('the order’s trio becomes a family, and the report’s variant its finding', async () => {
      await expect(page.getByText(/^The report lists .*FBN1/)).toBeVisible()
      await page.getByRole('button', { name: 'Start a family' }).click()
      const offer = page.getByRole('button', { name: /^Add to the family: FBN1/ }).first()
      await offer.click()
      const dialog = page.getByRole('dialog', { name: 'Record a finding' })
      await expect(dialog.getByRole('combobox', { name: 'Found in' })).toHaveValue(`Testa ${LAST_NAME}`)
      await dialog.getByLabel('How they agreed, and to whom').fill('At the visit')
      await accessible(page)
      await dialog.getByRole('button', { name: 'Record', exact: true }).click()
      await expect(dialog).toHaveCount(0)
      await page.getByRole('link', { name: `Open the family ${LAST_NAME}` }).click()
      // The address changes first, and the order’s page, which draws the family too, stays until the next one is there.
      await expect(page.getByRole('heading', { level: 1, name: LAST_NAME, exact: true })).toBeVisible()
      await expect(page).toHaveURL(/\/families\/\d+/)
    })
    const familyId = Number(/families\/(\d+)/.exec(page.url())?.[1])

    await test.step('the grandparents and the aunt are added by keys alone', async () => {
      const marina = page.getByRole('gridcell', { name: /^Marina/ })
      await marina.focus()
      await page.keyboard.press('p')
      await expect(page.getByRole('gridcell')).toHaveCount(5)
      await page.keyboard.press('ArrowDown')
      await expect(marina).toBeFocused()
      await page.keyboard.press('s')
      await expect(page.getByRole('gridcell')).toHaveCount(6)
      await page.keyboard.press('f')
      const name = page.getByRole('textbox', { name: 'First name' })
      await tabTo(page, name)
      await page.keyboard.type('Lucia')
      await expect(page.getByRole('gridcell', { name: /^Lucia/ })).toBeVisible()
      await expect(page.getByText('Saved', { exact: true })).toBeVisible()
      await accessible(page)
      await follow(page, `/families/${familyId}?tab=cascade`)
      await expect(relative(page, 'Lucia')).toContainText('25 %')
      await accessible(page)
    })

    let code = ''
    await test.step('the aunt is told, and gets a letter in Spanish with a code', async () => {
      await relative(page, 'Lucia')
        .getByRole('button', { name: /^Record a step/ })
        .click()
      const step = page.getByRole('dialog')
      await choose(page, step.getByRole('combobox', { name: 'Step' }), 'Told')
      await choose(page, step.getByRole('combobox', { name: 'How' }), 'By phone')
      await step.getByRole('button', { name: 'Record', exact: true }).click()
      await expect(relative(page, 'Lucia')).toContainText('Told')
      await relative(page, 'Lucia')
        .getByRole('button', { name: /^Letter and code/ })
        .click()
      const dialog = page.getByRole('dialog', { name: 'Letter to Lucia' })
      await choose(page, dialog.getByRole('combobox', { name: 'Language' }), 'Español')
      await dialog.getByRole('button', { name: 'Create letter and code' }).click()
      const ready = page.getByRole('dialog', { name: 'The letter is ready' })
      code = (await ready.getByText(/^Code: /).innerText()).replace('Code: ', '')
      await expect(ready.frameLocator('iframe').locator('html')).toHaveAttribute('lang', 'es')
      await expect(ready.frameLocator('iframe').locator('body')).not.toContainText(LAST_NAME)
      await ready.getByRole('button', { name: 'Done' }).click()
      await expect(relative(page, 'Lucia')).toContainText('Code given')
    })

    const other = await personAt(browser, app, otherClinic.provider, '/family-codes')
    let order = 0
    await test.step('another clinic redeems it and begins an order that names nobody', async () => {
      await other.getByRole('textbox', { name: 'Code' }).fill(code)
      await other.getByRole('checkbox', { name: /^The person in front of me/ }).check()
      await other.getByRole('radio', { name: 'Their result too' }).check()
      await other.getByRole('button', { name: 'Redeem the code' }).click()
      const redeemed = other
        .getByRole('listitem')
        .filter({ has: other.getByRole('button', { name: /^Start order/ }) })
      await expect(redeemed).toContainText('FBN1')
      await expect(redeemed).not.toContainText(LAST_NAME)
      await accessible(other)
      // Which kind of variant the simulated laboratory found differs; in words, the clinic says which kind it is.
      if (/deletion|duplication/.test(await redeemed.innerText()))
        await choose(
          other,
          redeemed.getByRole('combobox', { name: 'Test' }),
          'Known Familial Deletion or Duplication',
        )
      await redeemed.getByRole('button', { name: /^Start order/ }).click()
      await expect(other).toHaveURL(/draft=\d+/)
      order = Number(new URL(other.url()).searchParams.get('draft'))
      await expect(
        other.getByText('At this laboratory, by the code of a relative’s letter').first(),
      ).toBeAttached()
    })

    await test.step('the order is completed and submitted, and the result comes', async () => {
      const params = { params: { hospital: otherClinic.code, id: order } }
      const { document: begunOrder } = await second.order(order)
      const testCode = begunOrder.tests[0]?.testCode ?? ''
      const { consents } = await second.client.catalogue.test({
        params: { code: testCode },
        query: { institutionCode: otherClinic.code },
      })
      expect(JSON.stringify(begunOrder)).not.toContain(LAST_NAME)
      const [patient] = begunOrder.patients
      const aunt = { firstName: 'Lucia', lastName: 'Rivermoor', dateOfBirth: '1958-07-08', sex: 'Female' }
      await second.client.orders.patch({
        ...{ ...params, headers: {} },
        body: [
          replace('/patients', [{ ...patient, ...aunt }]),
          replace('/samples', [{ ...blankSample(PROBAND, 's1'), specimenType: 'Blood' }]),
          replace('/indicationsForTesting', [
            { code: 'Z31.430', description: 'Known variant in the family' },
          ]),
          replace('/payment/billingType', 'Intitutional'),
          replace('/knownVariants/0/purpose', 'predictive'),
          replace('/knownVariants/0/kind', begunOrder.knownVariants?.[0]?.kind || 'exon'),
          replace(
            '/consents',
            consents.map(({ id: consentId }) => ({
              ...{ patient: PROBAND, consentId, answer: true, reviewed: true },
            })),
          ),
        ],
      })
      const filled = await second.order(order)
      const { points } = await second.client.orders.check({
        params: { hospital: otherClinic.code },
        body: { document: filled.document, orderId: order },
      })
      expect(points).toEqual([])
      await second.submit(order)
      await laboratory.accession(order)
      await laboratory.inProcess(order)
      await laboratory.report(order, undefined, 'positive')
    })

    await test.step('the first clinic sees what she agreed to, and the mother’s chance moves', async () => {
      await expect(relative(page, `Marina ${LAST_NAME}`)).toContainText('50 %')
      // The open page reads it by itself.
      await expect(relative(page, 'Lucia')).toContainText('Has the finding')
      await expect(relative(page, `Marina ${LAST_NAME}`)).toContainText('expected')
      await expect(page.getByText(otherClinic.name)).toHaveCount(0)
    })

    await test.step('the variant is reclassified: steps close, and the relatives are tasks of the order', async () => {
      await laboratory.amend(id, 'Seen in healthy people.', 'Uncertain significance')
      await expect(page.getByText('Relatives are not tested for a variant of this class')).toBeVisible()
      await page.getByText('Why steps were opened or closed').click()
      await expect(
        page.getByText(/The class changed from (Likely p|P)athogenic to Uncertain significance\./),
      ).toBeVisible()
      await accessible(page)
      await page.goto(`/order/details/${id}`)
      const task = page.getByRole('region', { name: /^Reclassification:/ })
      await expect(task).toContainText('mother')
      await expect(task).toContainText('maternal grandmother')
    })
  })
})
