import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { blankRecord } from '#domain/consent/record.ts'
import { blankDeceased } from '#domain/orders/deceased.ts'
import { blankPatient, blankTest } from '#domain/orders/document.ts'
import { blankGuardian } from '#domain/orders/guardian.ts'
import {
  CATALOGUE,
  completeOrder,
  MOTHER,
  sampleOf,
  stateRuleOf,
  TESTED_MOTHER,
  withChanges,
} from '#domain/orders/testing/complete-order.ts'
import { twins } from '#domain/orders/testing/prenatal-order.ts'
import { accessible, onPhone } from '#ui/testing/show-field.tsx'
import { ChosenTest } from '../tests/ChosenTest.tsx'
import { TestSearch } from '../tests/TestSearch.tsx'
import { ConsentSection } from './ConsentSection.tsx'
import { PatientSection } from './PatientSection.tsx'
import { SpecimenSection } from './SpecimenSection.tsx'
import { showSection } from './testing/show-section.tsx'

const text = (name: string) => page.getByRole('textbox', { name })
const button = (name: string | RegExp) => page.getByRole('button', { name })
const tested = (who: string) => page.getByRole('menuitem', { name: who, exact: true })

test('[SUBJ-01] who is tested is one quiet line; a fetus brings its pregnancy, and goes with it', async () => {
  await onPhone()
  const form = showSection(<PatientSection />, { document: completeOrder() })
  const before = form.state().document
  await expect.element(page.getByRole('group', { name: 'Pregnancy' })).not.toBeInTheDocument()
  await button(/^Who is tested/).click()
  await tested('a fetus').click()
  await expect.element(page.getByRole('group', { name: 'Pregnancy' })).toBeVisible()
  await expect.element(text('Label')).toHaveValue('A')
  expect(form.state().document.samples[0]?.patient).toBe('fetus-1')
  const own = (name: string) =>
    page.getByRole('group', { name, exact: true }).getByRole('textbox', { name: 'Label' })
  // By keyboard, with either key: the focus goes to the first field of the new fetus.
  for (const [key, name] of [
    ['{Enter}', 'Fetus B'],
    [' ', 'Fetus C'],
  ] as const) {
    await button('Add fetus').element().focus()
    await userEvent.keyboard(key)
    await expect.element(own(name)).toHaveFocus()
  }
  await button('Remove Fetus C').click()
  expect(form.state().document.pregnancy?.fetuses.map(({ label }) => label)).toEqual(['A', 'B'])
  await expect.element(page.getByRole('combobox', { name: 'Chorionicity' })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await accessible()
  await button('Remove Fetus B').click()
  await expect.element(button('Add fetus')).toHaveFocus()
  await button(/^Who is tested/).click()
  await tested('the patient').click()
  await expect.element(page.getByRole('group', { name: 'Pregnancy' })).not.toBeInTheDocument()
  expect(form.state().document).toEqual(before)
})

test('[SUBJ-01] of a pregnancy that has ended, losses are entered, and nothing is called a fetus', async () => {
  const form = showSection(<PatientSection />, { document: completeOrder() })
  await button(/^Who is tested/).click()
  await tested('a pregnancy loss').click()
  await expect.element(page.getByRole('group', { name: 'Pregnancy loss', exact: true }).last()).toBeVisible()
  await button('Add pregnancy loss').click()
  await expect.element(page.getByRole('group', { name: 'Pregnancy loss B' })).toBeVisible()
  await expect.element(page.getByText(/fetus [AB]|add fetus/i)).not.toBeInTheDocument()
  expect(form.state().document.pregnancy?.fetuses.map(({ label }) => label)).toEqual(['A', 'B'])
  await button('Remove Pregnancy loss B').click()
  await expect.element(button('Add pregnancy loss')).toHaveFocus()
})

test('a pregnancy’s folded part counts all that is entered in it, and a measurement stays when the dating changes', async () => {
  const form = showSection(<PatientSection />, { document: twins() })
  form.set('/pregnancy/vanishedTwin', 'Yes')
  await expect.element(page.getByText('1 of 8 completed')).toBeVisible()
  const length = page.getByRole('textbox', { name: /^Crown–rump length/ })
  form.set('/pregnancy/crownRumpLength', '58')
  form.set('/pregnancy/dating', 'LMP')
  await expect.element(length).toHaveValue('58')
})

test('a measurement for another way of dating stays on the form while it is corrected', async () => {
  const form = showSection(<PatientSection />, {
    document: withChanges(twins(), { '/pregnancy/dating': 'LMP', '/pregnancy/crownRumpLength': '58' }),
  })
  const length = page.getByRole('textbox', { name: /^Crown–rump length/ })
  await length.click()
  await userEvent.keyboard('{End}{Backspace}{Backspace}')
  expect(form.state().document.pregnancy?.crownRumpLength).toBe('')
  await expect.element(length).toHaveFocus()
  await userEvent.keyboard('62')
  await expect.element(length).toHaveValue('62')
  expect(form.state().document.pregnancy?.crownRumpLength).toBe('62')
})

test('the chorionicity warning is beside its field, within the pregnancy, and is shown once', async () => {
  await onPhone()
  const document = twins()
  showSection(<PatientSection />, {
    document: withChanges(document, { '/pregnancy/chorionicity': '' }),
  })
  const warning = page.getByRole('listitem').filter({ hasText: 'share a placenta decides' })
  await expect.element(warning).toBeVisible()
  expect(warning.elements()).toHaveLength(1)
  const top = (element: Element) => element.getBoundingClientRect().top
  const field = page.getByRole('combobox', { name: 'Chorionicity' }).element()
  expect(top(warning.element()) - top(field)).toBeGreaterThan(0)
  expect(top(warning.element())).toBeLessThan(top(page.getByRole('group', { name: 'Fetus A' }).element()))
})

test('a person who has died is not asked how they are reached, unless it was entered before', async () => {
  const document = completeOrder()
  const deceased = { '/patients/0/deceased': blankDeceased() }
  const form = showSection(<PatientSection />, {
    document: withChanges(document, {
      ...deceased,
      '/patients/0/contacts': blankPatient('Proband', 'proband').contacts,
    }),
  })
  await expect.element(page.getByRole('group', { name: 'Address' })).toBeVisible()
  const contact = page.getByRole('group', { name: 'Contact', exact: true })
  await expect.element(contact).not.toBeInTheDocument()
  form.set('/patients/0/contacts/0/value', '503-555-0182')
  await expect.element(contact).toBeVisible()
})

test('[SUBJ-06] a test for adults only says so in the search, and once it is chosen', async () => {
  const offeredFor = 'Adults only (from 18 years)'
  const found = {
    code: '2014',
    testName: 'Huntington Disease',
    displayTestCode: '',
    geneCount: 1,
    offeredFor,
  }
  const order = completeOrder()
  const [ordered = blankTest()] = order.tests
  const section = (
    <>
      <ChosenTest test={ordered} list="tests" index={0} />
      <TestSearch />
    </>
  )
  showSection(section, {
    document: order,
    test: { offeredFor, displayTestCode: '', listPriceCents: 34_000 },
    replies: {
      '/api/Tests/online-orderable': {
        total: 1,
        tests: [{ ...found, turnaroundDays: 14, matchedGene: null }],
      },
    },
  })
  await expect.element(page.getByText(/Adults only \(from 18 years\)/)).toBeVisible()
  await text('Add another test').click()
  await userEvent.keyboard('hunt')
  const option = page.getByRole('option', { name: /Huntington Disease.*Adults only \(from 18 years\)/ })
  await expect.element(option).toBeVisible()
})

test('[SUBJ-01] a person who has died: the date is asked as exactly as it is known', async () => {
  const form = showSection(<PatientSection />, { document: completeOrder() })
  await button(/^Who is tested/).click()
  await tested('a person who has died').click()
  await page.getByRole('combobox', { name: 'Date of death known' }).click()
  await page
    .getByRole('listbox', { name: 'Date of death known' })
    .getByRole('option', { name: 'Month' })
    .click()
  await userEvent.fill(text('Date of death'), '2024-05')
  expect(form.state().document.patients[0]?.deceased).toMatchObject({
    ...{ deathPrecision: 'Month', dateOfDeath: '2024-05' },
  })
  await accessible()
})

test('[SUBJ-06] someone else signs for the patient, and no longer', async () => {
  const form = showSection(<PatientSection />, { document: completeOrder() })
  const before = form.state().document
  await button(/^Who is tested/).click()
  await tested('Someone else signs for the patient').click()
  const signs = page.getByRole('group', { name: 'Who signs' })
  await userEvent.fill(signs.getByRole('textbox', { name: 'Last name' }), 'Moreno')
  expect(form.state().document.patients[0]?.guardian).toMatchObject({ lastName: 'Moreno' })
  await accessible()
  await button(/^Who is tested/).click()
  await tested('The patient signs').click()
  expect(form.state().document).toEqual(before)
})

test('[SUBJ-05] the kind of relation is folded away, and leaves nothing once it is emptied', async () => {
  const family = withChanges(completeOrder(), { '/patients/1': MOTHER })
  const form = showSection(<PatientSection />, { document: family })
  await page.getByText('Kind of relation', { exact: true }).click()
  await page.getByRole('combobox', { name: /^Kind of relation/ }).click()
  await page.getByRole('option', { name: 'Adoptive' }).click()
  expect(form.state().document.patients[1]?.kinship?.kinshipKind).toBe('Adoptive')
  form.set('/patients/1/kinship', undefined)
  expect(form.state().document.patients[1]).toEqual(family.patients[1])
})

const TRIO = { relatives: 2 }
const choose = async (name: RegExp, option: string | RegExp) => {
  await page.getByRole('combobox', { name }).click()
  await page.getByRole('listbox', { name }).getByRole('option', { name: option }).click()
}

test('[SUBJ-05] an order without relatives asks nothing of genetic parents; that they are related is one press away', async () => {
  await onPhone()
  const form = showSection(<PatientSection />, { document: completeOrder() })
  const before = form.state().document
  await expect.element(page.getByText('Genetic parents')).not.toBeInTheDocument()
  await button(/^Who is tested/).click()
  await tested('The parents are related to each other').click()
  await userEvent.fill(text('How they are related'), 'First cousins')
  expect(form.state().document.parentage).toMatchObject({
    ...{ parentsRelated: 'Yes', parentsRelation: 'First cousins', geneticMother: '' },
  })
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await accessible()
  await choose(/^Parents related to each other/, 'Yes')
  expect(form.state().document).toEqual(before)
})

test('[SUBJ-05] in a prenatal trio the mother may be the genetic mother, is asked whether she is affected, and a donor takes her place', async () => {
  const donor = { ...MOTHER, relationship: 'Other relative', firstName: 'Ines', lastName: 'Prado' }
  const form = showSection(<PatientSection />, {
    document: withChanges(twins(), { '/patients/1': donor }),
    test: { ...TRIO, code: '1700' },
  })
  await choose(/^Affected$/, 'Unaffected')
  expect(form.state().document.patients[0]?.affected).toBe('Unaffected')
  await page.getByText('Genetic parents', { exact: true }).click()
  await choose(/^Genetic mother/, /Dora Lind/)
  expect(form.state().document.parentage?.geneticMother).toBe('proband')
  await choose(/^Genetic mother/, /Ines Prado/)
  expect(form.state().document.parentage?.geneticMother).toBe(MOTHER.key)
  await accessible()
})

test('[SUBJ-06] who signs is asked of a relative under age who gives a specimen, and a death on a press', async () => {
  const sibling = {
    ...{ ...MOTHER, relationship: 'Sibling' as const, sex: 'Male' as const, dateOfBirth: '2021-05-02' },
  }
  const family = withChanges(completeOrder(), { ...TESTED_MOTHER, '/patients/1': sibling })
  const form = showSection(<PatientSection />, { document: family })
  const minor = button('A minor: enter who signs')
  await expect.element(minor).not.toBeInTheDocument()
  const majority = stateRuleOf('*', 'majority-age', { value: '18' })
  form.setChecked({ ...form.state().checked, consentLaw: { states: [majority], conflicts: [] } })
  await minor.click()
  const signs = page.getByRole('group', { name: 'Who signs' })
  await userEvent.fill(signs.getByRole('textbox', { name: 'Last name' }), 'Moreno')
  expect(form.state().document.patients[1]?.guardian).toMatchObject({
    ...{ signingReason: 'Minor', lastName: 'Moreno' },
  })
  await button('This relative signs').click()
  await button('This relative has died').click()
  await choose(/^Date of death known/, 'Unknown')
  expect(form.state().document.patients[1]?.deceased).toMatchObject({ deathPrecision: 'Unknown' })
  await accessible()
  await button('This relative is alive').click()
  expect(form.state().document.patients).toEqual(family.patients)
})

test('what was entered of a relative’s death and signer stays when their specimen is removed', async () => {
  const mother = {
    ...MOTHER,
    ...{ deceased: blankDeceased(), guardian: { ...blankGuardian(), lastName: 'Moreno' } },
  }
  const family = withChanges(completeOrder(), { ...TESTED_MOTHER, '/patients/1': mother })
  const form = showSection(<PatientSection />, { document: family })
  const death = page.getByRole('combobox', { name: /^Date of death known/ })
  await expect.element(death).toBeVisible()
  form.edit((document) => ({
    ...document,
    samples: document.samples.filter(({ patient }) => patient !== MOTHER.key),
  }))
  // Both are checked and sent without a specimen as well.
  await expect.element(death).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'Last name' }).last()).toHaveValue('Moreno')
  await button('This relative is alive').click()
  await button('This relative signs').click()
  expect(form.state().document.patients[1]).toMatchObject({ firstName: MOTHER.firstName })
  expect(form.state().document.patients[1]?.deceased).toBeUndefined()
  expect(form.state().document.patients[1]?.guardian).toBeUndefined()
})

test('[SUBJ-06] who signs is entered once: with the person it begins with the consent’s signer', async () => {
  const record = { ...blankRecord('proband'), signer: 'parent', signerName: 'Mai Nguyễn' }
  const document = withChanges(completeOrder(), { '/consentRecords': [record] })
  const form = showSection(<PatientSection />, { document })
  await button(/^Who is tested/).click()
  await tested('Someone else signs for the patient').click()
  expect(form.state().document.patients[0]?.guardian).toMatchObject({
    ...{ firstName: 'Mai', lastName: 'Nguyễn', authority: 'Parent' },
  })
})

test('[SUBJ-04] a fetal specimen asks how its mother’s cells are checked; hers does not', async () => {
  const { samples, ...order } = twins()
  const fetal = samples.slice(0, 2).map(({ contamination: _, ...sample }) => sample)
  const form = showSection(<SpecimenSection />, { document: { ...order, samples: fetal } })
  await expect.element(page.getByRole('heading', { name: 'Fetus A' })).toBeVisible()
  const plans = page.getByRole('combobox', { name: 'Check for maternal cells' })
  await expect.element(plans.first()).toBeVisible()
  expect(plans.elements()).toHaveLength(2)
  // Hers is in the same order, so its fields come with the answer.
  await plans.first().click()
  await page.getByRole('option', { name: 'Mother’s specimen is sent with this order' }).click()
  expect(form.state().document.samples.at(-1)?.patient).toBe('proband')
  await plans.first().click()
  await page.getByRole('option', { name: 'Not needed' }).click()
  await userEvent.fill(text('Why it is not needed'), 'Male karyotype')
  expect(form.state().document.samples[0]?.contamination).toMatchObject({
    ...{ contaminationPlan: 'not-needed', contaminationReason: 'Male karyotype' },
  })
  await accessible()
})

test('[SUBJ-05] a sibling with a specimen does not complete a trio', async () => {
  const order = completeOrder()
  const sibling = { ...blankPatient('Sibling', 'relative-2'), sex: 'Male' as const }
  const mother = blankPatient('Mother', 'relative-1')
  const document = {
    ...order,
    patients: [...order.patients, mother, sibling],
    samples: [...order.samples, sampleOf(mother.key, 's2'), sampleOf(sibling.key, 's3')],
  }
  showSection(<PatientSection />, { document, test: { relatives: 2, compared: { who: 'parents' } } })
  await expect
    .element(page.getByText('This test needs specimens from both parents: 1 missing.'))
    .toBeVisible()
  await expect.element(button('Add father')).toBeVisible()
})

test('[SUBJ-05] of a prenatal trio the mother is in the order: her specimen is added, and whether she is affected', async () => {
  const { samples, ...order } = twins()
  const form = showSection(<PatientSection />, {
    document: { ...order, samples: samples.slice(0, 2), tests: completeOrder().tests },
    test: { relatives: 2 },
  })
  await expect
    .element(page.getByText('This test needs specimens from both parents: 2 missing.'))
    .toBeVisible()
  await expect.element(button('Add father')).toBeVisible()
  await expect.element(button('Add mother')).not.toBeInTheDocument()
  const affected = page.getByRole('combobox', { name: 'Affected' })
  await expect.element(affected).not.toBeInTheDocument()
  await button('Add the mother’s specimen').click()
  expect(form.state().document.samples.at(-1)?.patient).toBe('proband')
  await expect
    .element(page.getByText('This test needs specimens from both parents: 1 missing.'))
    .toBeVisible()
  await affected.click()
  await page.getByRole('option', { name: 'Unaffected' }).click()
  expect(form.state().document.patients[0]?.affected).toBe('Unaffected')
  await accessible()
})

test('secondary findings are not offered for a fetus: the form says so, and only no can be chosen', async () => {
  const { consents, ...exome } = CATALOGUE[0] ?? { consents: [] }
  const questions = consents.map((one) => ({
    ...one,
    ...{ text: one.title, kind: 'yes-no', category: 'Testing' },
    ...(one.id === 'secondary-findings' ? { offeredForFetus: false } : {}),
  }))
  showSection(<ConsentSection />, {
    document: { ...twins(), tests: completeOrder().tests },
    test: { ...exome, consents: questions } as never,
  })
  const asked = page.getByRole('radiogroup', { name: 'Secondary findings' })
  await expect.element(asked.getByRole('radio', { name: 'Yes' })).toBeDisabled()
  await expect.element(page.getByText('Not offered for a fetus or pregnancy loss').first()).toBeVisible()
})
