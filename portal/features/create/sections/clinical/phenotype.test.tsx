import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { problemOf } from '#contract/errors.ts'
import type { Feature } from '#domain/orders/phenotype.ts'
import { completeOrder, MOTHER, withChanges } from '#domain/orders/testing/complete-order.ts'
import { accessible, onPhone } from '#ui/testing/show-field.tsx'
import { showSection } from '../testing/show-section.tsx'
import { Notes } from './Notes.tsx'
import { Phenotype } from './Phenotype.tsx'

const NOTES = 'No fits. Mother has VSD.'
const REPLIES = {
  '/api/phenotype/suggestions': {
    release: '2026-01-08',
    findings: [
      {
        ...{ termId: 'HP:0001250', label: 'Seizure', status: 'absent', whose: 'patient' },
        places: [{ from: 3, to: 7 }],
      },
      {
        ...{ termId: 'HP:0001629', label: 'Ventricular septal defect', status: 'present', whose: 'Mother' },
        places: [{ from: 20, to: 23 }],
      },
      {
        ...{ termId: 'HP:0001251', label: 'Ataxia', status: 'present', whose: 'Father' },
        places: [{ from: 0, to: 2 }],
      },
    ],
  },
}
const section = (
  <>
    <Notes />
    <Phenotype />
  </>
)
const button = (name: string | RegExp) => page.getByRole('button', { name })
const suggested = page.getByRole('list', { name: 'Terms suggested from the clinical notes' })

test('[HPO-02] terms of the notes are proposed and shown in them; only what is added is in the order', async () => {
  await onPhone()
  const document = withChanges(
    { ...completeOrder(), patients: [...completeOrder().patients, MOTHER] },
    { '/clinicalNotes': NOTES },
  )
  const form = showSection(section, { document, replies: REPLIES })
  const features = () => form.state().document.phenotype
  // The father is not on the order: his finding is not proposed.
  await expect.element(suggested.getByRole('listitem').nth(1)).toBeVisible()
  await expect.element(suggested.getByRole('listitem').nth(2)).not.toBeInTheDocument()
  expect(features()).toBeUndefined()
  await accessible()
  expect(globalThis.document.documentElement.scrollWidth).toBeLessThanOrEqual(390)

  await button(/^Show in the notes: No fits/)
    .first()
    .click()
  const notes = page.getByPlaceholder(/./).first().element() as HTMLTextAreaElement
  expect(globalThis.document.activeElement).toBe(notes)
  expect(notes.value.slice(notes.selectionStart, notes.selectionEnd)).toBe('fits')

  await button(/^Add Seizure, absent/).click()
  expect(features()).toEqual([
    {
      ...{ patient: 'proband', termId: 'HP:0001250', label: 'Seizure', release: '2026-01-08' },
      status: 'absent',
    },
  ])
  const dismiss = button(/^Dismiss Ventricular septal defect/)
  await expect.element(button(/^Add Ventricular septal defect/)).toHaveFocus()
  await dismiss.click()
  await expect.element(suggested).not.toBeInTheDocument()
  await button('Show 1 dismissed').click()
  await button(/^Add Ventricular septal defect/).click()
  expect(features()?.map(({ patient, termId }) => `${patient} ${termId}`)).toEqual([
    'proband HP:0001250',
    'relative-1 HP:0001629',
  ])
})

test('[HPO-01] a term has an onset as age, age class or gestational age, a severity and a note', async () => {
  const feature = {
    ...{ patient: 'proband', termId: 'HP:0001250', label: 'Seizure', release: '2026-01-08' },
    status: 'present' as const,
  }
  const form = showSection(section, {
    document: { ...completeOrder(), phenotype: [feature] },
    test: { phenotype: { few: 3 } },
  })
  const stored = () => form.state().document.phenotype?.[0]
  await expect.element(page.getByText(/at least 3 terms that are present\. So far: 1/)).toBeVisible()
  await button(/^Details of Seizure/).click()
  const choose = async (field: string, option: string) => {
    await page.getByRole('combobox', { name: field }).click()
    await page
      .getByRole('listbox', { name: field })
      .getByRole('option', { name: option, exact: true })
      .click()
  }
  await choose('Onset given as', 'Age')
  await userEvent.fill(page.getByRole('textbox', { name: 'Age at onset' }), '3 months')
  await userEvent.fill(page.getByRole('textbox', { name: 'Note', exact: true }), 'febrile')
  await choose('Severity', 'Severe')
  expect(stored()).toEqual({
    ...feature,
    ...{ onset: { kind: 'age', value: 'P3M' }, severity: 'HP:0012828', note: 'febrile' },
  })
  await accessible()
  await choose('Onset given as', 'Age class')
  await choose('Age class at onset', 'Neonatal onset')
  expect(stored()?.onset).toEqual({ kind: 'class', value: 'HP:0003623' })
  await choose('Onset given as', 'Gestational age')
  await userEvent.fill(page.getByRole('textbox', { name: 'Gestational age at onset' }), '21+4')
  expect(stored()?.onset).toEqual({ kind: 'gestation', value: '21+4' })
  await page.getByText('Uncertain', { exact: true }).click()
  await userEvent.clear(page.getByRole('textbox', { name: 'Note', exact: true }))
  expect(stored()).not.toHaveProperty('note')
  expect(stored()?.status).toBe('uncertain')
})

test('what is typed stays with its finding while someone else removes the one above', async () => {
  const finding = (termId: string, label: string) => ({
    ...{ patient: 'proband', termId, label, release: '2026-01-08', status: 'present' as const },
  })
  const phenotype = [finding('HP:0001250', 'Seizure'), finding('HP:0001251', 'Ataxia')]
  const form = showSection(<Phenotype />, {
    document: { ...completeOrder(), phenotype: [...phenotype, finding('HP:0001252', 'Hypotonia')] },
  })
  await button(/Ataxia.*etails|etails.*Ataxia/).click()
  await page.getByRole('textbox', { name: 'Note' }).click()
  await userEvent.keyboard('worse ')
  form.edit(({ phenotype: [, ...rest] = [], ...document }) => ({ ...document, phenotype: rest }))
  await expect.element(page.getByText('Seizure', { exact: true })).not.toBeInTheDocument()
  await userEvent.keyboard('at night')
  expect(form.state().document.phenotype?.map(({ label, note }) => [label, note])).toEqual([
    ['Ataxia', 'worse at night'],
    ['Hypotonia', undefined],
  ])
})

const PACKET = {
  release: '2026-01-08',
  people: [
    {
      ...{ role: 'proband', id: 'A-1' },
      features: [
        { termId: 'HP:0001250', label: 'Seizure', status: 'present', severity: 'HP:0012828' },
        { termId: 'HP:0001252', label: 'Hypotonia', status: 'absent' },
      ],
    },
    { role: 'mother', id: 'A-2', features: [{ termId: 'HP:0001251', label: 'Ataxia', status: 'present' }] },
    { role: 'other', id: 'A-3', features: [{ termId: 'HP:0000252', label: 'Small', status: 'present' }] },
  ],
  leftOut: [{ path: '/diseases', reason: 'Diseases are not taken' }],
}
const packetDialog = page.getByRole('dialog', { name: 'Read a phenopacket file' })
async function choosePacket(content: string) {
  await expect.element(packetDialog).toBeVisible()
  await userEvent.upload(
    packetDialog.element().querySelector('input[type=file]') as HTMLElement,
    new File([content], 'packet.json', { type: 'application/json' }),
  )
}

test('[HPO-01] a phenopacket file is shown for each person with what is left out, and added only on confirmation', async () => {
  await onPhone()
  const listed: Feature = {
    ...{ patient: 'proband', termId: 'HP:0001252', label: 'Hypotonia', release: '2026-01-08' },
    status: 'present',
  }
  const document = {
    ...completeOrder(),
    patients: [...completeOrder().patients, MOTHER],
    phenotype: [listed],
  }
  const form = showSection(section, { document, replies: { '/api/phenotype/phenopackets': PACKET } })
  const features = () => form.state().document.phenotype
  const opener = button('Read a phenopacket file')
  ;(opener.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(packetDialog.getByRole('button', { name: 'Choose file' })).toHaveFocus()
  await expect.element(packetDialog.getByRole('button', { name: 'Add 0 findings' })).toBeDisabled()
  await choosePacket('{}')
  await expect.element(packetDialog.getByText(/^Diseases are not taken/)).toBeVisible()
  await expect.element(packetDialog.getByText(/HP:0001252 · already in the order/)).toBeVisible()
  await accessible()
  expect(globalThis.document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  // Another relative's findings are nobody's until the user says whose.
  const add = packetDialog.getByRole('button', { name: 'Add 2 findings' })
  await expect.element(add).toBeEnabled()
  expect(features()).toEqual([listed])
  ;(add.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  expect(features()).toEqual([
    listed,
    {
      ...{ patient: 'proband', termId: 'HP:0001250', label: 'Seizure', release: '2026-01-08' },
      ...{ status: 'present', severity: 'HP:0012828' },
    },
    {
      ...{ patient: 'relative-1', termId: 'HP:0001251', label: 'Ataxia', release: '2026-01-08' },
      status: 'present',
    },
  ])
  await expect.element(packetDialog).not.toBeInTheDocument()
})

test('a file that is not a phenopacket is refused in the route’s words, and nothing is added', async () => {
  const form = showSection(section, { document: completeOrder() })
  const message = 'The file is not JSON. Choose a phenopacket in JSON format'
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () =>
    Response.json(problemOf('invalid-fields', { errors: [{ path: '/text', rule: 'json', message }] }), {
      status: 422,
    }),
  )
  await button('Read a phenopacket file').click()
  await choosePacket('no JSON')
  await expect.element(packetDialog.getByRole('alert').getByText(message)).toBeVisible()
  await expect.element(packetDialog.getByRole('button', { name: 'Add 0 findings' })).toBeDisabled()
  await packetDialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(packetDialog).not.toBeInTheDocument()
  expect(form.state().document.phenotype).toBeUndefined()
})
