import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { blankTest } from '#domain/orders/document.ts'
import { completeOrder, MOTHER, withChanges } from '#domain/orders/testing/complete-order.ts'
import { accessible, leaveField, onPhone } from '#ui/testing/show-field.tsx'
import { ChosenTest } from '../tests/ChosenTest.tsx'
import { ClinicalSection } from './ClinicalSection.tsx'
import { ConsentSection } from './ConsentSection.tsx'
import { PatientSection } from './PatientSection.tsx'
import { SpecimenSection } from './SpecimenSection.tsx'
import { showSection } from './testing/show-section.tsx'

const text = (name: string) => page.getByRole('textbox', { name })
const button = (name: string) => page.getByRole('button', { name, exact: true })

test('patient: what is typed is in the document, and what is left empty says so once it is left', async () => {
  await onPhone()
  const form = showSection(<PatientSection />)
  const patient = () => form.state().document.patients[0]
  await text('First name').click()
  await userEvent.keyboard('Testa{Tab}')
  await expect.element(text('Last name')).toHaveFocus()
  await expect.element(text('Last name')).toBeValid()
  await leaveField()
  await expect.element(text('Last name')).toHaveAccessibleDescription(/Last name is required/)
  await expect.element(text('First name')).toBeValid()
  await userEvent.fill(text('Last name'), 'Fernlight')
  await expect.element(text('Last name')).toBeValid()
  expect(patient()).toMatchObject({ firstName: 'Testa', lastName: 'Fernlight' })
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await accessible()
})

test('patient: an email says whose it is, and a relative is added where the focus goes', async () => {
  const form = showSection(<PatientSection />, { document: completeOrder() })
  const use = page.getByRole('combobox', { name: 'Personal or work' })
  await expect.element(use).not.toBeInTheDocument()
  await userEvent.fill(text('Email optional'), 'linh@home.example')
  await expect.element(use).toBeVisible()
  await button('Add relative').click()
  await page.getByRole('menuitem', { name: 'Mother' }).click()
  await expect.element(page.getByText('Mother added')).toBeInTheDocument()
  await expect.element(text('First name').last()).toHaveFocus()
  await userEvent.keyboard('Mai')
  expect(form.state().document.patients[1]).toMatchObject({ relationship: 'Mother', firstName: 'Mai' })
})

test('[SEXG-01] patient: sex and gender are asked on press, and nothing of them is left once they are emptied', async () => {
  await onPhone()
  const form = showSection(<PatientSection />, { document: completeOrder() })
  const before = form.state().document
  await expect.element(text('Name to use optional')).not.toBeInTheDocument()
  await page.getByText('Sex and gender, race, ancestry').click()
  await userEvent.fill(text('Name to use optional'), 'Sam')
  await page.getByRole('combobox', { name: /^Sex assigned at birth/ }).click()
  await page.getByRole('option', { name: 'Intersex or undetermined' }).click()
  expect(form.state().document.patients[0]?.sexAndGender).toEqual({
    ...{ nameToUse: 'Sam', assignedAtBirth: 'Intersex or undetermined' },
  })
  await expect.element(page.getByText('2 answers')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await accessible()
  await userEvent.clear(text('Name to use optional'))
  form.set('/patients/0/sexAndGender/assignedAtBirth', '')
  expect(form.state().document).toEqual(before)
})

test('patient: a relative is not asked for their gender', async () => {
  const at = { '/patients/1': { ...MOTHER } }
  showSection(<PatientSection />, { document: withChanges(completeOrder(), at) })
  await page.getByText('Sex, race, ancestry', { exact: true }).click()
  await expect.element(text('Known karyotype optional')).toBeVisible()
  await expect.element(text('Pronouns optional')).not.toBeInTheDocument()
})

test('specimens: a type that the test is not done on cannot be chosen, and a second specimen comes and goes', async () => {
  const form = showSection(<SpecimenSection />, { document: completeOrder() })
  const samples = () => form.state().document.samples
  const type = page.getByRole('combobox', { name: 'Specimen type' })
  await type.first().click()
  await expect
    .element(page.getByRole('option', { name: /Buccal/ }).first())
    .toHaveAttribute('data-combobox-disabled')
  await page.getByRole('option', { name: 'CVS' }).click()
  await expect.element(page.getByRole('combobox', { name: 'Approach' })).toBeVisible()
  expect(samples()).toMatchObject([{ specimenType: 'CVS' }])
  await button('Add another specimen').click()
  await expect.element(type.nth(1)).toHaveFocus()
  expect(samples()).toHaveLength(2)
  await accessible()
  await button('Remove specimen 2').click()
  await expect.poll(() => samples().length).toBe(1)
  await expect.poll(() => document.activeElement?.textContent).toBe('Add another specimen')
  expect(samples()).toMatchObject([{ specimenType: 'CVS' }])
})

test('clinical: an indication is chosen from what is found, or added as typed', async () => {
  const found = [{ code: 'R56.9', description: 'Unspecified convulsions' }]
  const form = showSection(<ClinicalSection />, { replies: { '/api/icd10': found } })
  const list = () => form.state().document.indicationsForTesting
  const search = text('Indications (ICD-10)')
  await search.click()
  await leaveField()
  await expect.element(search).toHaveAccessibleDescription(/At least one indication is required/)
  await search.click()
  await userEvent.keyboard('conv')
  await expect.element(page.getByRole('option', { name: /R56.9/ })).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(text('ICD-10 code')).toHaveValue('R56.9')
  await expect.element(search).toHaveValue('')
  await userEvent.keyboard('stares at times')
  await page.getByRole('option', { name: 'Add “stares at times” as typed' }).click()
  expect(list()).toMatchObject([found[0], { description: 'stares at times' }])
  await button('Remove R56.9').click()
  await expect.element(search).toHaveFocus()
  expect(list()).toMatchObject([{ description: 'stares at times' }])
  await userEvent.fill(text('Clinical notes optional'), 'Onset at 4 months')
  expect(form.state().document.clinicalNotes).toBe('Onset at 4 months')
})

test('consents: each question is answered by yes or no, and the answers are reviewed', async () => {
  const order = completeOrder()
  const form = showSection(<ConsentSection />, { document: { ...order, consents: [] } })
  const answerOf = (id: string) => form.state().document.consents.find(({ consentId }) => consentId === id)
  const question = page.getByRole('radiogroup', { name: 'Secondary findings' })
  form.showErrors()
  const review = page.getByRole('checkbox', { name: /I have reviewed the consents of Linh/ })
  await expect.element(review).toHaveAccessibleDescription(/are not reviewed/)
  await question.getByRole('radio', { name: 'No' }).click()
  expect(answerOf('secondary-findings')).toMatchObject({ patient: 'proband', answer: false })
  await page.getByText('Consent text').first().click()
  await expect.element(page.getByText(/Consent for genetic testing, in full/)).toBeVisible()
  await review.click()
  await expect.element(review).toBeChecked()
  expect(answerOf('testing')).toMatchObject({ reviewed: true })
  await accessible()
})

test('consents: nothing is asked before a test is chosen', async () => {
  showSection(<ConsentSection />)
  await expect.element(page.getByText(/Choose a test first/)).toBeVisible()
  await accessible()
})

test('[CODE-02] clinical: a heading is refused, and a code below it is chosen by keyboard', async () => {
  const heading = { code: 'G40.30', description: 'Seizures' }
  const below = { code: 'G40.309', description: 'Generalized epilepsy, not intractable' }
  const document = { ...completeOrder(), indicationsForTesting: [heading] }
  const form = showSection(<ClinicalSection />, { document })
  const known = { code: 'G40.30', periods: [{ from: '', until: '', billable: false }], offered: [below] }
  form.setChecked({ ...form.state().checked, diagnoses: [known] })
  form.showErrors()
  await expect
    .element(text('ICD-10 code'))
    .toHaveAccessibleDescription(/G40.30 is a heading of ICD-10-CM, not a code for billing. Enter G40.309/)
  const offered = page.getByRole('list', { name: 'Codes to choose instead of G40.30' })
  const choice = offered.getByRole('button', { name: /G40.309 Generalized epilepsy/ })
  await accessible()
  choice.element().focus()
  await userEvent.keyboard('{Enter}')
  expect(form.state().document.indicationsForTesting).toEqual([below])
  await expect.element(text('ICD-10 code')).toHaveFocus()
  await expect.element(offered).not.toBeInTheDocument()
})

test('a chosen test’s add-on and related tests take one line from the beginning, and open on a press', async () => {
  const [ordered = blankTest()] = completeOrder().tests
  const below = <div data-testid="below">What comes below</div>
  const section = (
    <>
      <ul>
        <ChosenTest test={ordered} list="tests" index={0} />
      </ul>
      {below}
    </>
  )
  const related = { code: '1601', testName: 'Exome Duo', displayTestCode: '' }
  showSection(section, {
    document: completeOrder(),
    replies: { '/api/Tests/pair': [related], '/api/Tests/parental': [] },
    test: { displayTestCode: '', listPriceCents: 34_000 },
  })
  const top = () => page.getByTestId('below').element().getBoundingClientRect().top
  const line = page.getByText('Add-on and related tests')
  await expect.element(line).toBeVisible()
  const before = top()
  // Nothing is fetched, and nothing moves, until somebody asks.
  const asked = vi.mocked(fetch).mock.calls.map(([path]) => String(path))
  expect(asked.filter((path) => /pair|parental/.test(path))).toEqual([])
  await line.click()
  await expect.element(page.getByRole('button', { name: 'Replace with Exome Duo' })).toBeVisible()
  expect(top()).toBeGreaterThan(before)
  await line.click()
  await expect.element(page.getByRole('button', { name: 'Replace with Exome Duo' })).not.toBeInTheDocument()
  expect(top()).toBe(before)
})

test('patient: a name in any script is taken, and one that the label cannot show says what to do', async () => {
  showSection(<PatientSection />)
  const first = text('First name')
  await userEvent.fill(first, 'علي')
  await expect.element(first).not.toHaveAccessibleDescription()
  await userEvent.fill(first, 'Otto 👍')
  await expect
    .element(first)
    .toHaveAccessibleDescription(
      'The specimen’s label cannot show “👍”: it prints [?]. Write the name in Latin letters, as on the insurance card.',
    )
  await accessible()
  await userEvent.fill(first, '小明')
  await expect.element(first).not.toHaveAccessibleDescription()
})
