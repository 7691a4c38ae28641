import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { blankRecord } from '#domain/consent/record.ts'
import { blankGuardian } from '#domain/orders/guardian.ts'
import { completeOrder, stateRuleOf, withChanges } from '#domain/orders/testing/complete-order.ts'
import { accessible } from '#ui/testing/show-field.tsx'
import { ConsentSection } from './ConsentSection.tsx'
import { showSection } from './testing/show-section.tsx'

const LAW = {
  states: [
    stateRuleOf('*', 'majority-age', { value: '18' }),
    stateRuleOf('NY', 'retention-days', { value: '60', consent: 'secondary-findings' }),
  ],
  conflicts: [],
}
test('[CNST-02] by default the submitter attests; who signed is recorded on request, and asks only what it needs', async () => {
  const document = withChanges(completeOrder(), { '/patients/0/dateOfBirth': '1990-03-14' })
  const form = showSection(<ConsentSection />, { document })
  form.setChecked({ ...form.state().checked, consentLaw: LAW })
  const record = () => form.state().document.consentRecords?.[0]
  await expect.element(page.getByText('Attested by the person who signs the order.')).toBeVisible()
  expect(form.state().document).not.toHaveProperty('consentRecords')
  await page.getByRole('button', { name: /^Record who signed for Linh/ }).click()
  await expect.poll(record).toMatchObject({ signer: 'patient', signedOn: '', method: '' })
  const name = page.getByRole('textbox', { name: /^Signer’s name/ })
  await expect.element(name).not.toBeInTheDocument()
  form.set('/consentRecords/0/signer', 'legal-guardian')
  await userEvent.fill(name, 'Rosa Diaz')
  await userEvent.fill(page.getByRole('textbox', { name: /^Document of authority/ }), 'Court order 26-118')
  expect(record()).toMatchObject({
    ...{ signer: 'legal-guardian', signerName: 'Rosa Diaz', evidence: 'Court order 26-118' },
  })
  await accessible()
  await page.getByRole('button', { name: 'Remove: attested when the order is signed' }).click()
  expect(form.state().document).not.toHaveProperty('consentRecords')
})

test('[SUBJ-06] a consent signed by somebody else than the order names is corrected with one press', async () => {
  const guardian = {
    ...{ ...blankGuardian(), signingReason: 'No capacity', firstName: 'Rosa', lastName: 'Diaz' },
    ...{ authority: 'Legal guardian', authorityEvidence: 'Court order 26-118' },
  }
  const record = { ...blankRecord('proband'), signer: 'patient', signedOn: '2026-11-17', method: 'paper' }
  const document = withChanges(completeOrder(), {
    ...{ '/patients/0/guardian': guardian, '/consentRecords': [record] },
  })
  const form = showSection(<ConsentSection />, { document })
  const use = page.getByRole('button', { name: 'Use Rosa Diaz, legal guardian, as named with the person' })
  await use.click()
  expect(form.state().document.consentRecords?.[0]).toMatchObject({
    ...{ signer: 'legal-guardian', signerName: 'Rosa Diaz', evidence: 'Court order 26-118' },
    ...{ signedOn: '2026-11-17', method: 'paper' },
  })
  await expect.element(use).not.toBeInTheDocument()
})

test('[CNST-03] the last day of a specimen from New York is shown before the order is submitted', async () => {
  const document = withChanges(completeOrder(), {
    '/patients/0/addresses/0/state': 'NY',
    '/samples/0/dateOfCollection': '2026-03-03',
  })
  const form = showSection(<ConsentSection />, { document })
  form.setChecked({ ...form.state().checked, consentLaw: LAW })
  await expect.element(page.getByText(/destroyed by 2 May 2026: 60 days after collection/)).toBeVisible()
  // A mother's consent is about her fetus's specimen too, which was collected first.
  const [blood] = document.samples
  const fetal = blood ? { ...blood, key: 's9', patient: 'fetus-1', dateOfCollection: '2026-03-01' } : blood
  form.edit((latest) => ({ ...latest, samples: [...latest.samples, ...(fetal ? [fetal] : [])] }))
  await expect.element(page.getByText(/destroyed by 30 Apr 2026/)).toBeVisible()
  const question = page.getByRole('radiogroup', { name: 'Secondary findings' })
  await question.getByRole('radio', { name: 'Yes' }).click()
  await expect.element(page.getByText(/destroyed by/)).not.toBeInTheDocument()
})
