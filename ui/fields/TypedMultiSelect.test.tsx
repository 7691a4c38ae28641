import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { accessible, showField } from '../testing/show-field.tsx'
import { EthnicitySelect } from './LookupSelects.tsx'
import { TypedMultiSelect } from './TypedMultiSelect.tsx'

const GENES = ['BRCA1', 'BRCA2', 'CFTR', 'SCN1A', 'TP53'].map((gene) => ({ value: gene, label: gene }))

/** Reads symbols separated by commas, all of which must be known. */
function take(typed: string) {
  const symbols = typed
    .toUpperCase()
    .split(/[\s,]+/)
    .filter(Boolean)
  const known = symbols.every((symbol) => GENES.some(({ value }) => value === symbol))
  return known ? { values: symbols, left: '' } : { values: [], left: typed }
}

function showGenes() {
  const pending: (string | null)[] = []
  const chosen = showField<string[]>([], (value, onChange) => (
    <TypedMultiSelect
      label="Genes"
      options={GENES}
      take={take}
      value={value}
      onChange={onChange}
      onPending={(words) => pending.push(words)}
    />
  ))
  return { field: page.getByRole('combobox', { name: 'Genes' }), chosen, open: () => pending.at(-1) ?? null }
}

test('takes typed text with Tab, several at once, and with Enter; a second Enter adds nothing', async () => {
  const { field, chosen, open } = showGenes()
  await userEvent.type(field, 'scn1a{Tab}')
  await expect.poll(chosen).toEqual(['SCN1A'])
  await expect.element(field).toHaveValue('')
  await userEvent.type(field, 'BRCA1, TP53{Tab}')
  await expect.poll(chosen).toEqual(['SCN1A', 'BRCA1', 'TP53'])
  await userEvent.type(field, 'cftr{Enter}')
  await expect.poll(chosen).toEqual(['SCN1A', 'BRCA1', 'TP53', 'CFTR'])
  await userEvent.keyboard('{Enter}{Tab}')
  expect(chosen()).toEqual(['SCN1A', 'BRCA1', 'TP53', 'CFTR'])
  expect(open()).toBeNull()
  await accessible()
})

test('keeps an ambiguous beginning in the field, as an open point until it is corrected', async () => {
  const { field, chosen, open } = showGenes()
  await userEvent.type(field, 'BRC{Tab}')
  await expect.element(field).toHaveValue('BRC')
  await expect
    .element(field)
    .toHaveAccessibleDescription(expect.stringContaining('“BRC” is not selected yet'))
  expect([chosen(), open()]).toEqual([[], 'BRC'])
  await accessible()
  await userEvent.fill(field, 'BRCA2')
  await userEvent.keyboard('{Tab}')
  await expect.poll(chosen).toEqual(['BRCA2'])
  await expect.element(field).toHaveAccessibleDescription('')
  expect(open()).toBeNull()
})

test('finds an ethnicity by part of its name, and keeps unknown text until it is cleared', async () => {
  const chosen = showField<string[]>([], (value, onChange) => (
    <EthnicitySelect value={value} onChange={onChange} />
  ))
  const field = page.getByRole('combobox', { name: 'Ethnicity' })
  await userEvent.type(field, 'ashkenazi{Tab}')
  await expect.poll(chosen).toEqual([expect.stringContaining('Ashkenazi')])
  await expect.element(field).toHaveValue('')
  await userEvent.type(field, 'nowhere{Tab}')
  await expect.element(field).toHaveValue('nowhere')
  await expect.element(field).toHaveAccessibleDescription(/“nowhere” is not selected yet/)
  await userEvent.fill(field, '')
  await userEvent.keyboard('{Tab}')
  await expect.element(field).toHaveAccessibleDescription('')
  expect(chosen()).toHaveLength(1)
})

test('takes only a complete symbol with Enter: ATR, which is not in the list, is not ATRX', async () => {
  const chosen = showField<string[]>([], (value, onChange) => (
    <TypedMultiSelect
      label="Genes"
      options={[{ value: 'ATRX', label: 'ATRX' }]}
      value={value}
      onChange={onChange}
    />
  ))
  const field = page.getByRole('combobox', { name: 'Genes' })
  await userEvent.type(field, 'ATR{Enter}')
  await expect
    .element(field)
    .toHaveAccessibleDescription(expect.stringContaining('“ATR” is not selected yet'))
  await expect.element(field).toHaveValue('ATR')
  expect(chosen()).toEqual([])
  await userEvent.fill(field, 'atrx')
  await userEvent.keyboard('{Enter}')
  await expect.poll(chosen).toEqual(['ATRX'])
})
