import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { accessible, leaveField, onPhone, showField } from '../testing/show-field.tsx'
import { DateEntry } from './DateEntry.tsx'

const showDate = (variant: 'selects' | 'calendar', first = '') =>
  showField(first, (value, onChange) => (
    <DateEntry
      variant={variant}
      label="Date of birth"
      required
      preventFuture
      value={value}
      onChange={onChange}
    />
  ))

test('[DATE-01] a date of three selects shows what is missing on blur', async () => {
  const date = showDate('selects', '1991-02-30')
  const birth = page.getByRole('group', { name: 'Date of birth' })
  const [month, day, year] = ['Month', 'Day', 'Year'].map((name) => birth.getByLabelText(name))
  if (!month || !day || !year) throw new Error('There are three selects')
  const chooseBirth = async () => {
    await userEvent.selectOptions(year, '1991')
    await userEvent.selectOptions(month, 'Feb')
    await userEvent.selectOptions(day, '3')
  }

  // An invalid date from another source.
  await userEvent.click(year)
  await expect.element(birth.getByText('Invalid')).not.toBeInTheDocument()
  await leaveField()
  await expect.element(birth.getByText('Invalid', { exact: true })).toBeVisible()

  await chooseBirth()
  await expect.element(birth.getByText('Invalid')).not.toBeInTheDocument()
  expect(date()).toBe('1991-02-03')
  await userEvent.selectOptions(day, '')
  await leaveField()
  await expect.element(birth.getByText('Required', { exact: true })).toBeVisible()
  await accessible()
  await chooseBirth()
  await expect.element(birth.getByText('Required')).not.toBeInTheDocument()
})

// The configuration is tested in server/start/portal-configuration.test.ts; a date has no time of day (decision 101).
test('[DATE-05] a date of one box shows its problem on blur', async () => {
  await onPhone()
  showDate('calendar')
  const birth = page.getByRole('textbox', { name: 'Date of birth' })
  await birth.click()
  for (const [typed, words] of [
    ['', 'Required'],
    ['31 Foo 99', 'Enter a valid date. Enter the date as 03/14/2019.'],
    ['02/30/2019', 'Enter a valid date. Feb 2019 has 28 days.'],
    ['03/14/19', 'Enter a valid date. Enter the year with four digits.'],
    ['12/31/2199', 'Date cannot be in the future'],
  ] as const) {
    await userEvent.fill(birth, typed)
    await leaveField()
    await expect.element(birth).toHaveAccessibleDescription(words)
  }
  await accessible()
})

test('[UX-27] a date is typed with figures alone, or in words, or chosen from a calendar', async () => {
  await onPhone()
  const date = showDate('calendar')
  const birth = page.getByRole('textbox', { name: 'Date of birth' })
  await expect.element(birth).toHaveAttribute('inputmode', 'numeric')
  await userEvent.type(birth, '12301988')
  await expect.element(birth).toHaveValue('12/30/1988')
  await leaveField()
  await expect.element(birth).toHaveAccessibleDescription('')
  expect(date()).toBe('1988-12-30')

  await userEvent.fill(birth, 'March 14, 2019')
  await leaveField()
  await expect.element(birth).toHaveValue('03/14/2019')
  await expect.element(birth).toHaveAccessibleDescription('')

  await page.getByRole('button', { name: 'Choose from a calendar' }).click()
  const calendar = page.getByRole('dialog')
  await expect.element(calendar.getByRole('button', { name: '14 March 2019' })).toBeVisible()
  await accessible()
  await calendar.getByRole('button', { name: '9 March 2019', exact: true }).click()
  await expect.element(birth).toHaveValue('03/09/2019')
  expect(date()).toBe('2019-03-09')
})
