import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Order } from '#contract/order.ts'
import { withTypedCondition } from '#domain/family/order/to-order.ts'
import { family as familyOf } from '#domain/family/testing/families.ts'
import { blankPatient, blankSample, type OrderDocument } from '#domain/orders/document.ts'
import { blankFetus, blankPregnancy } from '#domain/orders/pregnancy.ts'
import { completeOrder } from '#domain/orders/testing/complete-order.ts'
import { accessible, onPhone } from '#ui/testing/show-field.tsx'
import { PatientSection } from './PatientSection.tsx'
import { showSection } from './testing/show-section.tsx'

const PEOPLE = familyOf(
  ['eva', 'woman', undefined, { firstName: 'Eva', lastName: 'Brook', born: '1961-02-03' }],
  ['tom', 'man', undefined, { firstName: 'Tom' }],
  ['ana', 'woman', ['tom', 'eva'], { firstName: 'Ana', lastName: 'Brook', isProband: true }],
  ['leo', 'man', ['tom', 'eva'], { firstName: 'Leo' }],
)
const DOCUMENT = withTypedCondition(PEOPLE, 'eva', { diagnosis: 'Epilepsy', ageAtDiagnosis: '9' }, () => 'ep')
const ROW = {
  ...{ id: 900_001, hospitalCode: '1001', name: 'Brook', probands: 'Ana Brook', peopleCount: 4 },
  ...{ changedAt: '2026-01-01T00:00:00.000Z', changedBy: 'Ada Okafor' },
}
const REPLIES = {
  '/api/Families/1001/900001': { ...ROW, version: 1, document: DOCUMENT },
  '/api/Families/1001': { total: 1, families: [ROW] },
  '/api/Orders/1001/77/family': {
    family: { id: 900_001, name: 'Brook' },
    people: [
      { patientKey: 'proband', member: 'ana' },
      { patientKey: 'relative-eva', member: 'eva' },
    ],
    proposals: [],
    variants: [],
  },
}
/** A trio's order whose patient has no name yet, and whose draft is saved as number 77. */
function trio() {
  const order = completeOrder()
  const [patient] = order.patients
  const blank = { firstName: '', lastName: '', dateOfBirth: '', sex: '' as const }
  return {
    ...order,
    patients: patient ? [{ ...patient, ...blank }] : [],
    familyHistory: { familyHistoryOfDiseaseBeingTested: '' as const, diagnoses: [] },
  }
}
const create = async (_draftKey: string, document: OrderDocument) =>
  ({ id: 77, version: 1, document, state: 'draft', hospitalCode: '1001' }) as unknown as Order

const openFamily = async () => {
  await page.getByRole('button', { name: 'From the family', exact: true }).click()
  await page.getByRole('button', { name: /^Brook, Ana Brook, 4 people/ as unknown as string }).click()
}
const names = (form: Awaited<ReturnType<typeof showSection>>) =>
  form.state().document.patients.map(({ relationship, firstName }) => `${relationship} ${firstName}`)

test('[FAM-08] relatives are chosen by keys and by pressing in the drawing, and come with their specimens and the family history', async () => {
  const form = showSection(<PatientSection />, {
    document: trio(),
    test: { relatives: 2 },
    replies: REPLIES,
    create,
  })
  await openFamily()
  const dialog = page.getByRole('dialog', { name: 'From the family Brook' })
  await expect.element(dialog.getByText(/Exome needs specimens from 2 relatives: 2 missing/)).toBeVisible()
  const eva = dialog.getByRole('gridcell', { name: /^Eva Brook.*Proposed$/ as unknown as string })
  // The dialog takes the focus when it opens.
  await expect.poll(() => dialog.element().contains(globalThis.document.activeElement)).toBe(true)
  eva.element().focus()
  await expect.element(eva).toHaveFocus()
  await userEvent.keyboard(' ')
  await expect
    .element(dialog.getByRole('gridcell', { name: /^Eva Brook.*Chosen$/ as unknown as string }))
    .toHaveAttribute('aria-selected', 'true')
  await expect
    .element(dialog.getByText('Chosen: Eva Brook. Exome needs specimens from 2 relatives: 1 missing.'))
    .toBeVisible()
  await accessible()
  // Pressed in the drawing, and taken away and chosen again in the list: the same choice.
  const tom = dialog.getByRole('checkbox', { name: /^Tom/ as unknown as string })
  await dialog.getByRole('gridcell', { name: /^Tom/ as unknown as string }).click()
  await expect.element(tom).toBeChecked()
  await tom.click()
  await expect.element(dialog.getByText(/^Chosen: Eva Brook\. /)).toBeVisible()
  await tom.click()
  await dialog.getByRole('checkbox', { name: 'Add 1 diagnosis to the family history' }).hover()
  await dialog.getByRole('button', { name: 'Add to the order' }).click()
  await expect.poll(() => names(form)).toEqual(['Proband Ana', 'Mother Eva', 'Father Tom'])
  const { document } = form.state()
  expect(document.samples.map(({ patient }) => patient)).toEqual(
    expect.arrayContaining(['relative-eva', 'relative-tom']),
  )
  expect(document.familyHistory.diagnoses).toEqual([
    { relationshipType: 'Maternal', relative: 'mother', diagnosis: 'Epilepsy', ageAtDiagnosis: '9' },
  ])
  // Once the draft is saved, it is joined to the family.
  const joined = () =>
    vi
      .mocked(fetch)
      .mock.calls.flatMap(([path, init]) =>
        String(path).endsWith('/family') && init?.method === 'PUT' ? [JSON.parse(String(init.body))] : [],
      )
  await expect.poll(joined).toEqual([
    {
      familyId: 900_001,
      people: [
        { patientKey: 'proband', member: 'ana' },
        { patientKey: 'relative-eva', member: 'eva' },
        { patientKey: 'relative-tom', member: 'tom' },
      ],
    },
  ])
})

test('whom a trio does not compare is neither proposed nor counted for a parent', async () => {
  const brother = { ...blankPatient('Sibling', 'relative-1'), firstName: 'Ben', lastName: 'Brook' }
  const order = trio()
  showSection(<PatientSection />, {
    document: {
      ...{ ...order, patients: [...order.patients, brother] },
      samples: [...order.samples, blankSample('relative-1', 's2')],
    },
    test: { relatives: 2, compared: { who: 'parents' } },
    replies: REPLIES,
    create,
  })
  await openFamily()
  const dialog = page.getByRole('dialog', { name: 'From the family Brook' })
  const cell = (name: RegExp) => dialog.getByRole('gridcell', { name: name as unknown as string })
  await expect.element(cell(/^Tom.*Proposed$/)).toBeVisible()
  await expect.element(cell(/^Eva Brook.*Proposed$/)).toBeVisible()
  await expect.element(cell(/^Leo.*Proposed$/)).not.toBeInTheDocument()
  await dialog.getByRole('checkbox', { name: /^Leo/ as unknown as string }).click()
  await expect
    .element(dialog.getByText('Chosen: Leo. Exome needs specimens from both parents: 2 missing.'))
    .toBeVisible()
  await dialog.getByRole('checkbox', { name: /^Tom/ as unknown as string }).click()
  await expect.element(dialog.getByText(/from both parents: 1 missing/)).toBeVisible()
  await dialog.getByRole('checkbox', { name: /^Eva/ as unknown as string }).click()
  await expect.element(dialog.getByText(/needs specimens/)).not.toBeInTheDocument()
})

test('on a phone the list comes first, nothing is wider than the screen, and closing changes nothing', async () => {
  await onPhone()
  const form = showSection(<PatientSection />, { document: trio(), replies: REPLIES })
  await openFamily()
  const dialog = page.getByRole('dialog', { name: 'From the family Brook' })
  const leo = dialog.getByRole('checkbox', { name: /^Leo/ as unknown as string })
  await leo.click()
  await expect.element(dialog.getByText(/^Chosen: Leo/ as unknown as string)).toBeVisible()
  const [list, drawing] = [leo.element(), dialog.getByRole('grid').element()]
  expect(list.compareDocumentPosition(drawing) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await accessible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  expect(names(form)).toEqual(['Proband '])
})

test('[FAM-08] what the family has otherwise is taken into the draft field by field', async () => {
  const order = trio()
  const form = showSection(<PatientSection />, { document: order, replies: REPLIES, create })
  await form.autosave.insist()
  form.set('/patients/0/firstName', 'Anna')
  const offers = page.getByRole('region', { name: 'The family says something else' })
  await expect.element(offers.getByText('Order: Anna; Family: Ana', { exact: false })).toBeVisible()
  await offers.getByRole('button', { name: /^Copy to the order: first name/ as unknown as string }).click()
  await expect.poll(() => form.state().document.patients[0]?.firstName).toBe('Ana')
  await offers.getByRole('button', { name: 'Add to the family history' }).click()
  expect(form.state().document.familyHistory.diagnoses).toHaveLength(1)
  await accessible()
})

test('of several lost pregnancies of the patient the user says which is tested', async () => {
  const lost = (weeks: number) => ({ pregnancy: { state: 'miscarriage' as const, weeks, dueDate: '' } })
  const family = familyOf(
    ['ana', 'woman', undefined, { firstName: 'Ana', lastName: 'Brook', isProband: true }],
    ['leo', 'man', undefined, { firstName: 'Leo' }],
    ['tom', 'man', undefined, { firstName: 'Tom' }],
    ['first', '', ['leo', 'ana'], lost(9)],
    ['second', '', ['tom', 'ana'], lost(11)],
  )
  const people = [{ patientKey: 'proband', member: 'ana' }]
  const form = showSection(<PatientSection />, {
    document: {
      ...trio(),
      pregnancy: { ...blankPregnancy('Ended'), fetuses: [blankFetus('fetus-1', '')] },
    },
    replies: {
      ...REPLIES,
      '/api/Families/1001/900001': { ...ROW, version: 1, document: family },
      '/api/Orders/1001/77/family': { ...REPLIES['/api/Orders/1001/77/family'], people },
    },
    create,
  })
  await openFamily()
  const dialog = page.getByRole('dialog', { name: 'From the family Brook' })
  const leo = dialog.getByRole('checkbox', { name: /^Leo/ as unknown as string })
  await expect.element(leo).toBeDisabled()
  await accessible()
  await dialog.getByRole('combobox', { name: 'The pregnancy that is tested' }).click()
  await page.getByRole('option', { name: 'miscarriage at 11 weeks, with Tom' }).click()
  await dialog.getByRole('checkbox', { name: 'Tom, father', exact: true }).click()
  await dialog.getByRole('button', { name: 'Add to the order' }).click()
  await expect.poll(() => names(form)).toEqual(['Proband Ana', 'Father Tom'])
})
