import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
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
  const form = await showSection(<ConsentSection />, { document })
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

test('[CNST-03] the last day of a specimen from New York is shown before the order is submitted', async () => {
  const document = withChanges(completeOrder(), {
    '/patients/0/addresses/0/state': 'NY',
    '/samples/0/dateOfCollection': '2026-03-03',
  })
  const form = await showSection(<ConsentSection />, { document })
  form.setChecked({ ...form.state().checked, consentLaw: LAW })
  await expect.element(page.getByText(/destroyed by 2 May 2026: 60 days after collection/)).toBeVisible()
  const question = page.getByRole('radiogroup', { name: 'Secondary findings' })
  await question.getByRole('radio', { name: 'Yes' }).click()
  await expect.element(page.getByText(/destroyed by/)).not.toBeInTheDocument()
})
