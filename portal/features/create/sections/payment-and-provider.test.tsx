import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { completeOrder } from '#domain/orders/testing/complete-order.ts'
import { accessible, leaveField, onPhone } from '#ui/testing/show-field.tsx'
import { PaymentSection } from './PaymentSection.tsx'
import { ProviderSection } from './ProviderSection.tsx'
import { showSection } from './testing/show-section.tsx'

const COLLEAGUE = {
  ...{ id: 9, firstName: 'Ada', lastName: 'Okafor', prefix: '', suffix: '', npi: '1234567893' },
  ...{ fax: '', email: 'ada@clinic.test', locationName: 'Fernlight Clinic' },
}

const radio = (name: string) => page.getByRole('radio', { name, exact: true })
const text = (name: string) => page.getByRole('textbox', { name })

test('payment: how the patient pays belongs to self-pay only, and is forgotten with it', async () => {
  const form = showSection(<PaymentSection />)
  const payment = () => form.state().document.payment
  await radio('Self-pay').click()
  await radio('Laboratory bills the patient').click()
  expect(payment()).toMatchObject({ billingType: 'SelfPay', paymentMethod: 'BillToPatient' })
  await accessible()
  // The first group's radios are moved through by arrows.
  radio('Self-pay').element().focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(radio('Institution')).toBeChecked()
  await expect.element(radio('Laboratory bills the patient')).not.toBeInTheDocument()
  expect(payment()).toMatchObject({ billingType: 'Intitutional', paymentMethod: 'None' })
})

test('payment: a required field of the insurance says so once it is left, and until it is filled', async () => {
  await onPhone()
  const form = showSection(<PaymentSection />)
  await radio('Insurance').click()
  const company = text('Insurance company')
  const memberId = text('Member ID')
  await company.click()
  await expect.element(company).not.toHaveAccessibleDescription(/is required/)
  await userEvent.keyboard('{Tab}')
  await expect.element(company).toHaveAccessibleDescription(/Insurance company is required/)
  await expect.element(memberId).not.toHaveAccessibleDescription(/is required/)
  await userEvent.fill(company, 'Lakeside Health')
  await expect.element(company).not.toHaveAccessibleDescription(/is required/)
  await userEvent.fill(memberId, '#1')
  await leaveField()
  await expect.element(memberId).toHaveAccessibleDescription(/letters and digits only/)
  expect(form.state().document.payment.insurance).toMatchObject({
    company: 'Lakeside Health',
    memberId: '#1',
  })
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await accessible()
})

test('payment: the plan type follows the payer that the typed name is of, and no other company keeps it', async () => {
  const payer = (name: string, kind: string, ...aliases: string[]) => ({
    ...{
      id: name,
      name,
      aliases,
      kind,
      isElectronic: true,
      memberIdPatterns: [],
      memberIdHint: '',
      phone: '',
    },
  })
  const form = showSection(<PaymentSection />, {
    replies: {
      '/api/payers': [payer('Tidewater Mutual', 'Commercial'), payer('Senior Care', 'Medicare', 'Old Age')],
    },
  })
  const insurance = () => {
    const { company, kind } = form.state().document.payment.insurance
    return [company, kind]
  }
  await radio('Insurance').click()
  const company = text('Insurance company')
  await company.click()
  await page.getByRole('option', { name: 'Tidewater Mutual' }).click()
  expect(insurance()).toEqual(['Tidewater Mutual', 'Commercial'])
  await userEvent.fill(company, 'senior care')
  expect(insurance()).toEqual(['senior care', 'Medicare'])
  await userEvent.fill(company, 'Lakeside Health')
  expect(insurance()).toEqual(['Lakeside Health', ''])
  form.set('/payment/insurance/kind', 'Other')
  await userEvent.fill(company, 'Lakeside Health Plan')
  expect(insurance()).toEqual(['Lakeside Health Plan', 'Other'])
  // Medicare Advantage of a company whose plans are commercial otherwise: what the user chose stays, until a payer is chosen.
  form.set('/payment/insurance/kind', 'Medicare')
  await userEvent.fill(company, 'Tidewater Mutual')
  await userEvent.fill(company, 'Tidewater mutual')
  expect(insurance()).toEqual(['Tidewater mutual', 'Medicare'])
})

test('provider: somebody who is not in the list is entered by name and NPI, which is checked', async () => {
  const form = showSection(<ProviderSection />)
  await page.getByRole('button', { name: 'Enter name and NPI' }).click()
  await expect.element(text('First name')).toHaveFocus()
  await userEvent.keyboard('Maren{Tab}Oduya{Tab}1234567890')
  await leaveField()
  await expect.element(text('NPI')).toHaveAccessibleDescription(/1234567890 is not a valid NPI/)
  await userEvent.fill(text('NPI'), '1234567893')
  await expect.element(text('NPI')).not.toHaveAccessibleDescription(/not a valid NPI/)
  expect(form.state().document.orderingProvider).toEqual({
    ...{ physicianId: null, firstName: 'Maren', lastName: 'Oduya', npi: '1234567893' },
  })
  await accessible()
})

test('provider: one of the institution is found and chosen by keyboard', async () => {
  const found = { id: 9, firstName: 'Ada', lastName: 'Okafor', prefix: '', suffix: '', npi: '1234567893' }
  const form = showSection(<ProviderSection />, {
    replies: { '/api/PhysiciansV2/ordering-providers': { data: [found], meta: {} } },
  })
  await text('Ordering provider').click()
  await userEvent.keyboard('Okaf')
  await expect.element(page.getByRole('option', { name: /Ada Okafor/ })).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(page.getByText('NPI 1234567893')).toBeVisible()
  expect(form.state().document.orderingProvider).toMatchObject({ physicianId: 9, lastName: 'Okafor' })
})

test('provider: a recipient needs a name, and a fax or an email', async () => {
  const form = showSection(<ProviderSection />, { document: completeOrder() })
  await page.getByRole('button', { name: 'Add recipient' }).click()
  await expect.element(text('Name')).toHaveFocus()
  await leaveField()
  await expect.element(text('Name')).toHaveAccessibleDescription(/name is required/)
  await userEvent.fill(text('Name'), 'Imre Solway')
  await text('Email').click()
  await leaveField()
  await expect.element(text('Email')).toBeInvalid()
  await userEvent.fill(text('Fax'), '614 555 0142')
  await expect.element(text('Email optional')).toBeValid()
  expect(form.state().document.recipients).toEqual([{ name: 'Imre Solway', fax: '614 555 0142', email: '' }])
  await accessible()
  await page.getByRole('button', { name: 'Remove Imre Solway' }).click()
  expect(form.state().document.recipients).toEqual([])
  await expect.element(text('Add a colleague')).toHaveFocus()
})

test('provider: a colleague who is found late is added to the recipients as they are by then', async () => {
  const found = Promise.withResolvers<unknown>()
  const removed = { name: 'Imre Solway', fax: '614 555 0142', email: '' }
  const form = showSection(<ProviderSection />, {
    document: { ...completeOrder(), recipients: [removed] },
    replies: { '/api/physiciansV2/additionalRecipient': found.promise },
  })
  await text('Add a colleague').fill('Ada Okafor')
  await page.getByRole('button', { name: 'Remove Imre Solway' }).click()
  expect(form.state().document.recipients).toEqual([])
  found.resolve({ data: [COLLEAGUE], meta: {} })
  await expect
    .poll(() => form.state().document.recipients)
    .toEqual([{ name: 'Ada Okafor', fax: '', email: 'ada@clinic.test' }])
})

test('provider: somebody who is found late does not replace who is being typed by then', async () => {
  const found = Promise.withResolvers<unknown>()
  const form = showSection(<ProviderSection />, {
    replies: { '/api/PhysiciansV2/ordering-providers': found.promise },
  })
  await text('Ordering provider').fill('Ada Okafor')
  await userEvent.keyboard('{Tab}{Enter}')
  await text('First name').fill('Maren')
  found.resolve({ data: [COLLEAGUE], meta: {} })
  // The answer has arrived once the page has waited for a timer.
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(form.state().document.orderingProvider).toMatchObject({ physicianId: null, firstName: 'Maren' })
  await expect.element(text('First name')).toHaveValue('Maren')
})
