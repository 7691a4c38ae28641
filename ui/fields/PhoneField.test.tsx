import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
// The field loads the numbering plans by itself, and types as they are until then.
import '../phone.ts'
import { accessible, leaveField, showField } from '../testing/show-field.tsx'
import { PhoneField } from './PhoneField.tsx'

function showPhone(first = '') {
  const number = showField(first, (value, onChange) => (
    <PhoneField label="Phone number" required value={value} onChange={onChange} />
  ))
  return {
    number,
    field: page.getByRole('textbox', { name: 'Phone number', exact: true }),
    country: page.getByRole('combobox', { name: 'Country of the phone number' }),
  }
}

test('formats a number as its country does, and stores it as E.164', async () => {
  const { number, field, country } = showPhone()
  await expect.element(country).toHaveValue('US +1')
  await userEvent.type(field, '6145550123')
  await expect.element(field).toHaveValue('(614) 555-0123')
  expect(number()).toBe('+16145550123')
  await accessible()
})

test('derives the country from a plus, and converts the number to a newly chosen country', async () => {
  const { number, field, country } = showPhone()
  await userEvent.type(field, '+4930901820')
  await leaveField()
  await expect.element(country).toHaveValue('DE +49')
  expect(number()).toBe('+4930901820')
  await userEvent.type(country, 'Austria{Enter}')
  await expect.element(country).toHaveValue('AT +43')
  expect(number()).toMatch(/^\+43/)
})

test('keeps an extension as typed', async () => {
  const { number, field } = showPhone()
  await userEvent.fill(field, '614 555 0123 ext 5')
  await leaveField()
  await expect.element(field).toHaveValue('614 555 0123 ext 5')
  expect(number()).toBe('614 555 0123 ext 5')
})

test('keeps the space between a number and its extension while both are typed', async () => {
  const { number, field } = showPhone()
  await userEvent.type(field, '6145550123 ext 5')
  await leaveField()
  await expect.element(field).toHaveValue('(614) 555-0123 ext 5')
  expect(number()).toBe('(614) 555-0123 ext 5')
})
