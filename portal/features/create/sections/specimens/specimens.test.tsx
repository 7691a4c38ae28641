import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { SpecimenType } from '#domain/lookups.ts'
import { blankSample, PROBAND } from '#domain/orders/document.ts'
import { completeOrder, withChanges } from '#domain/orders/testing/complete-order.ts'
import { needs, requirement } from '#domain/specimens/testing/requirement.ts'
import { accessible, onPhone } from '#ui/testing/show-field.tsx'
import { PatientSection } from '../PatientSection.tsx'
import { SpecimenSection } from '../SpecimenSection.tsx'
import { showSection } from '../testing/show-section.tsx'

const text = (name: string) => page.getByRole('textbox', { name })
const list = (name: RegExp) => page.getByRole('combobox', { name })
const choose = async (name: RegExp, option: string) => {
  await list(name).click()
  await page.getByRole('option', { name: option }).click()
}
const specimens: SpecimenType[] = ['Blood', 'Saliva', 'Cultured Fibroblasts']

test('specimens: a test that asks nothing shows what it showed before', async () => {
  const form = showSection(<SpecimenSection />, { document: completeOrder() })
  const before = form.state().document
  for (const name of [/^Role/, /^Additive/, /^Time of collection/, /^Transplant/])
    await expect.element(list(name)).not.toBeInTheDocument()
  await list(/^Specimen type/).click()
  await expect.element(page.getByRole('option', { name: /^Saliva/ })).toBeVisible()
  await expect.element(page.getByRole('option', { name: /^Cultured Fibroblasts/ })).not.toBeInTheDocument()
  await expect.element(page.getByText('Transfusion, transplant, blood cancer')).not.toBeInTheDocument()
  expect(form.state().document).toEqual(before)
})

test('[SPCM-02] specimens: details are given on press, and nothing of them is left once they are emptied', async () => {
  await onPhone()
  const form = showSection(<SpecimenSection />, { document: completeOrder() })
  const before = form.state().document
  await page.getByText('More collection details').click()
  await choose(/^Additive/, 'Potassium EDTA')
  await userEvent.fill(text('Time of collection optional'), '14:05')
  await userEvent.fill(text('Collected by optional'), 'Nadia Pell')
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  expect(form.state().document.samples[0]).toMatchObject({
    ...{ additive: 'EDTK', timeOfCollection: '14:05', timeZone: zone, collector: 'Nadia Pell' },
  })
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await accessible()
  await userEvent.fill(text('Time of collection optional'), '')
  await userEvent.fill(text('Collected by optional'), '')
  form.set('/samples/0/additive', '')
  expect(form.state().document).toEqual(before)
})

test('[SPCM-01] specimens: the catalogue’s roles and amounts show, and the time where hours count', async () => {
  const specimenRequirements = [
    requirement({ additive: 'HEPN', least: 5, unit: 'mL', life: 48, lifeUnit: 'hours', storage: 'ROOM' }),
    requirement({ role: 'Matched normal' }),
    requirement({ role: 'Tumor', type: 'Saliva' }),
  ]
  const form = showSection(<SpecimenSection />, {
    ...{ document: completeOrder(), test: { specimens, specimenRequirements } },
  })
  await expect
    .element(page.getByText('Sodium heparin, at least 5 mL, keep at room temperature, usable for 48 hours'))
    .toBeVisible()
  await expect.element(text('Time of collection optional')).toBeVisible()
  await choose(/^Role/, 'Matched normal')
  expect(form.state().document.samples[0]?.role).toBe('Matched normal')
  await accessible()
  // Saliva has one role, which need not be asked.
  form.set('/samples/0', { ...form.state().document.samples[0], role: '', specimenType: 'Saliva' })
  await expect.element(list(/^Role/)).not.toBeInTheDocument()
})

test('[SPCM-04] specimens: a transplant is asked where the test needs it, and refuses the donor’s saliva', async () => {
  const form = showSection(<SpecimenSection />, {
    document: withChanges(completeOrder(), { '/samples/0/specimenType': 'Saliva' }),
    test: { specimens, bloodHistory: needs({ transplant: 'required' }) },
  })
  await choose(/^Transplant$/, 'Allogeneic')
  expect(form.state().document.patients[0]?.bloodHistory).toEqual({ transplant: 'Allogeneic' })
  await expect.element(text('Donor or organ optional')).toBeVisible()
  const refused = () => form.points().find(({ rule }) => rule === 'donor-cells')?.message
  expect(refused()).toContain('Use cultured fibroblasts or skin biopsy')
  await list(/^Specimen type/).click()
  await page.getByRole('option', { name: /^Cultured Fibroblasts/ }).click()
  expect(refused()).toBeUndefined()
  await accessible()
})

test('[SPCM-04] specimens: of a test that asks nothing of blood, a transplant is said under who is tested, and warned of', async () => {
  const form = showSection(
    <>
      <PatientSection />
      <SpecimenSection />
    </>,
    {
      document: withChanges(completeOrder(), { '/samples/0/specimenType': 'Saliva' }),
      test: { specimens: ['Saliva'] },
    },
  )
  await expect.element(list(/^Transplant optional/)).not.toBeInTheDocument()
  await page.getByRole('button', { name: /^Who is tested/ }).click()
  const item = page.getByRole('menuitem', { name: /had a transfusion, a transplant or a blood cancer/ })
  await item.click()
  await choose(/^Transplant optional/, 'Allogeneic')
  expect(form.state().document.patients[0]?.bloodHistory).toEqual({ transplant: 'Allogeneic' })
  const warned = form.points().find(({ rule }) => rule === 'donor-cells')
  expect(warned).toMatchObject({ severity: 'warning', path: '/samples/0/specimenType' })
  await accessible()
  await page.getByRole('button', { name: /^Who is tested/ }).click()
  await expect.element(page.getByRole('menuitem', { name: 'a fetus' })).toBeVisible()
  await expect.element(item).not.toBeInTheDocument()
})

test('specimens: a paraffin block is asked what fits a block, and the matched normal comes with one press', async () => {
  await onPhone()
  const specimenRequirements = [
    requirement({ role: 'Tumor', type: 'FFPE Tumor Block' }),
    requirement({ role: 'Matched normal', type: 'Blood', isNeeded: true }),
  ]
  const form = showSection(<SpecimenSection />, {
    document: withChanges(completeOrder(), { '/samples/0/specimenType': 'FFPE Tumor Block' }),
    test: { specimens: ['FFPE Tumor Block', 'Blood'], specimenRequirements },
  })
  await page.getByText('More collection details').click()
  await expect.element(text('Block ID optional')).toBeVisible()
  for (const name of [/^Additional culture/, /^Additive/, /^Specimen state/])
    await expect.element(list(name)).not.toBeInTheDocument()
  await expect.element(text('Tubes optional')).not.toBeInTheDocument()
  const missing = page.getByRole('listitem').filter({ hasText: 'also needs a matched normal specimen' })
  await expect.element(missing).toBeVisible()
  await page.getByRole('button', { name: 'Add matched normal' }).click()
  expect(form.state().document.samples[1]).toMatchObject({ patient: 'proband', role: 'Matched normal' })
  await expect.element(missing).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Add matched normal' })).not.toBeInTheDocument()
  await accessible()
})

test('specimens: a warning about a specimen is in its card, and is shown once', async () => {
  const old = { '/samples/0/dateOfCollection': '2025-02-03', '/samples/0/specimenType': 'Saliva' }
  showSection(<SpecimenSection />, { document: withChanges(completeOrder(), old) })
  const warning = page.getByRole('listitem').filter({ hasText: 'Saliva can be used for' })
  await expect.element(warning).toBeVisible()
  expect(warning.elements()).toHaveLength(1)
  expect(warning.element().closest('[data-specimen]')).not.toBeNull()
})

test('specimens: of an added test the one at the laboratory is named, without opening the order that it came with', async () => {
  const document = { ...completeOrder(), samples: [] }
  document.addOn = { orderId: 4711, sampleId: 4, labNumber: '26-1', kind: 'reflex' }
  const form = showSection(<SpecimenSection />, { document })
  await expect.element(page.getByText('Specimen at the laboratory')).toBeVisible()
  const sample = {
    ...blankSample(PROBAND, 's1'),
    specimenType: 'Saliva',
    dateOfCollection: '2026-03-02',
  } as const
  const owner = { key: PROBAND, firstName: 'Mara', lastName: 'Moreno', dateOfBirth: '2019-03-14', sample }
  form.setChecked({ ...form.state().checked, specimenOf: owner })
  await expect.element(page.getByText('Saliva, collected 2 Mar 2026')).toBeVisible()
  expect(vi.mocked(fetch).mock.calls.map(([path]) => String(path))).not.toContainEqual(
    expect.stringMatching(/Orders\/1001\/4711/i),
  )
})
