import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { TestDetails } from '#contract/catalogue.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import { completeOrder, TESTED_MOTHER, withChanges } from '#domain/orders/testing/complete-order.ts'
import type { Questionnaire } from '#domain/questions/questionnaire.ts'
import { EVERY_TYPE, PREGNANCY, TRANSPLANT } from '#domain/questions/testing/questionnaires.ts'
import { accessible, leaveField, onPhone } from '#ui/testing/show-field.tsx'
import { QuestionSection } from './QuestionSection.tsx'
import { showSection } from './testing/show-section.tsx'

const group = (name: string) => page.getByRole('group', { name, exact: true })
const radio = (name: string) => page.getByRole('radio', { name, exact: true })
const MOTHER_GROUP = 'Transplant: Mai Nguyễn, mother'
const PATIENT_GROUP = 'Transplant: Linh Nguyễn, patient'
const text = (name: string | RegExp) => page.getByRole('textbox', { name })

/** The section of an order whose test asks these questionnaires. */
function showQuestions(questionnaires: Questionnaire[], document: OrderDocument = completeOrder()) {
  const form = showSection(<QuestionSection />, { document })
  const asks = (asked: Questionnaire[]) =>
    form.setTests(
      ['1600'],
      form.state().tests.map((test): TestDetails => ({ ...test, questionnaires: asked })),
      [],
    )
  asks(questionnaires)
  const answers = () =>
    (form.state().document.answers ?? []).map(({ linkId, patient = '', values }) => ({
      [`${patient}${linkId}`]: values.length === 1 ? values[0]?.value : values,
    }))
  return { form, asks, answers }
}

test('a test without questions of its own shows no section', async () => {
  const { asks } = showQuestions([])
  await expect.element(page.getByRole('heading', { name: 'Laboratory’s questions' })).not.toBeInTheDocument()
  asks([PREGNANCY])
  await expect.element(page.getByRole('heading', { name: 'Laboratory’s questions' })).toBeVisible()
})

test('questions come and go with the answers to others, and what is not asked is forgotten', async () => {
  await onPhone()
  const { form, asks, answers } = showQuestions([PREGNANCY])
  const ongoing = page.getByRole('radiogroup', { name: 'Is the pregnancy ongoing?' })
  await ongoing.getByRole('radio', { name: 'Yes' }).click()
  const fetuses = text(/Number of fetuses/)
  await userEvent.fill(fetuses, '9')
  await leaveField()
  await expect.element(fetuses).toHaveAccessibleDescription(/Number of fetuses: at most 6/)
  await userEvent.fill(fetuses, '2')
  await radio('Dichorionic').click()
  expect(answers()).toEqual([{ ongoing: 'true' }, { fetuses: '2' }, { chorionicity: 'di' }])
  expect(form.points().filter(({ section }) => section === 'questions')).toMatchObject([
    { path: '/answers/order/pregnancy/due-date', rule: 'required' },
  ])
  await accessible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await ongoing.getByRole('radio', { name: 'No' }).click()
  await expect.element(fetuses).not.toBeInTheDocument()
  expect(answers()).toEqual([{ ongoing: 'false' }])
  asks([])
  expect(form.state().document).not.toHaveProperty('answers')
})

test('questions about people are asked of each who is tested', async () => {
  const { answers } = showQuestions([TRANSPLANT], withChanges(completeOrder(), TESTED_MOTHER))
  await group(MOTHER_GROUP).getByRole('radio', { name: 'Organ' }).click()
  await expect.element(group(MOTHER_GROUP).getByText(/^When/).first()).toBeInTheDocument()
  await expect.element(group(PATIENT_GROUP).getByText(/^When/)).not.toBeInTheDocument()
  await group(PATIENT_GROUP).getByRole('radio', { name: 'No', exact: true }).click()
  expect(answers()).toEqual([{ 'relative-1had': 'organ' }, { probandhad: 'no' }])
  await group(PATIENT_GROUP)
    .getByRole('button', { name: /^Clear the answer/ })
    .click()
  expect(answers()).toEqual([{ 'relative-1had': 'organ' }])
})

test('each type of question has its input', async () => {
  const { form, answers } = showQuestions([EVERY_TYPE])
  await userEvent.fill(text(/How many/), '12')
  await userEvent.fill(text(/Which share/), '0.5')
  await userEvent.fill(text(/Which dose/), '2')
  await page.getByRole('combobox', { name: 'Unit' }).click()
  await page.getByRole('option', { name: 'µg' }).click()
  await userEvent.fill(text(/In your words/), 'Two\nlines')
  await radio('Somatic').click()
  await page.getByRole('checkbox', { name: 'Beta & gamma' }).click()
  await userEvent.fill(text(/Which of them\? Other/), 'Delta')
  await userEvent.fill(page.getByLabelText(/Exactly when/), '2026-03-11T14:05')
  await page.getByRole('button', { name: 'Add answer' }).click()
  await userEvent.keyboard('One')
  expect(answers()).toEqual([
    { count: '12' },
    { share: '0.5' },
    { dose: '2' },
    { words: 'Two\nlines' },
    { pick: 'LA6684-0' },
    { picks: [{ value: 'b' }, { value: 'Delta', isOwnWords: true }] },
    { moment: expect.stringMatching(/^2026-03-11T14:05[+-]\d\d:\d\d$/) },
    { line: 'One' },
  ])
  expect(form.state().document.answers?.find(({ linkId }) => linkId === 'dose')?.values).toEqual([
    { value: '2', unit: 'ug' },
  ])
  expect(form.points().filter(({ section }) => section === 'questions')).toEqual([])
  await accessible()
})
