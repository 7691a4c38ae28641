import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { accessible, showField } from '../testing/show-field.tsx'
import { ProvinceSelect, StateSelect } from './StateSelect.tsx'

/** A select of states, with its current choice and pending text. */
function showStates(first = '') {
  const pending: (string | null)[] = []
  const chosen = showField(first, (value, onChange) => (
    <StateSelect value={value} onChange={onChange} onPending={(words) => pending.push(words)} />
  ))
  const field = page.getByRole('combobox', { name: 'State' })
  return { field, chosen, open: () => pending.at(-1) ?? null }
}

test.each([
  ['Ohio', 'Tab', 'Ohio', 'OH'],
  ['TX', 'Enter', 'Texas', 'TX'],
  ['ma', 'Tab', 'Massachusetts', 'MA'],
  ['Calif', 'Tab', 'California', 'CA'],
])('“%s” and %s choose %s', async (words, key, name, code) => {
  const { field, chosen, open } = showStates('NY')
  await userEvent.type(field, words)
  await userEvent.keyboard(`{${key}}`)
  await expect.element(field).toHaveValue(name)
  expect(chosen()).toBe(code)
  expect(open()).toBeNull()
})

test.each(['New', 'Ontario'])(
  '“%s”, which stands for several or none, stays, is said at the field, and is an open point',
  async (words) => {
    const { field, chosen, open } = showStates()
    await userEvent.type(field, `${words}{Tab}`)
    await expect.element(field).toHaveValue(words)
    await expect
      .element(field)
      .toHaveAccessibleDescription(expect.stringContaining(`“${words}” is not selected yet`))
    expect([chosen(), open()]).toEqual(['', words])
    await accessible()

    await userEvent.fill(field, 'OH')
    await userEvent.keyboard('{Tab}')
    await expect.element(field).toHaveValue('Ohio')
    await expect.element(field).toHaveAccessibleDescription('')
    expect([chosen(), open()]).toEqual(['OH', null])
  },
)

test('has no message once it is emptied again', async () => {
  const { field, open } = showStates()
  await userEvent.type(field, 'Ontario{Tab}')
  await expect.poll(open).toBe('Ontario')
  await userEvent.fill(field, '')
  await userEvent.keyboard('{Tab}')
  await expect.element(field).toHaveAccessibleDescription('')
  expect(open()).toBeNull()
})

test('chooses from the open list with arrows and Enter, and never submits the surrounding form', async () => {
  let sent = 0
  const chosen = showField('', (value, onChange) => (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        sent += 1
      }}
    >
      <ProvinceSelect value={value} onChange={onChange} />
    </form>
  ))
  const field = page.getByRole('combobox', { name: 'Province or territory' })
  await userEvent.type(field, 'New')
  await expect.element(page.getByRole('option').first()).toBeVisible()
  await accessible()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  await expect.element(field).toHaveValue('Newfoundland and Labrador')
  await userEvent.keyboard('{Enter}')
  expect(chosen()).toBe('NL')
  expect(sent).toBe(0)
})

test('chooses nothing with Enter if several options match, and drops the choice when other text is typed', async () => {
  const { field, chosen, open } = showStates('OH')
  await userEvent.fill(field, 'New')
  await expect.poll(chosen).toBe('')
  await userEvent.keyboard('{Enter}')
  await expect.element(field).toHaveValue('New')
  await expect
    .element(field)
    .toHaveAccessibleDescription(expect.stringContaining('“New” is not selected yet'))
  expect([chosen(), open()]).toEqual(['', 'New'])
})
