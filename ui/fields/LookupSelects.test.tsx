import { expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import {
  ADDRESS_TYPES,
  COUNTRIES,
  DOCUMENT_TYPES,
  ETHNICITIES,
  INSTITUTION_PHONE_TYPES,
  STATES,
} from '#domain/lookups.ts'
import { accessible, offered, showField } from '../testing/show-field.tsx'
import { type AddressEntry, AddressesField } from './AddressesField.tsx'
import { DocumentTypeSelect, EthnicitySelect } from './LookupSelects.tsx'
import { type PhoneEntry, PhonesField } from './PhonesField.tsx'

const select = (container: Pick<Locator, 'getByRole'>, name: string) =>
  container.getByRole('combobox', { name, exact: true })

test('[DLG-10] selects offer exactly their lists: country, state, ethnicity, document type, address and phone type', async () => {
  const entries = showField<{ address: AddressEntry[]; phone: PhoneEntry[] }>(
    { address: [], phone: [] },
    (value, onChange) => (
      <>
        <AddressesField
          label="Addresses"
          value={value.address}
          onChange={(address) => onChange({ ...value, address })}
        />
        <PhonesField
          label="Phone numbers"
          value={value.phone}
          onChange={(phone) => onChange({ ...value, phone })}
        />
        <EthnicitySelect value={[]} onChange={() => {}} />
        <DocumentTypeSelect value="" onChange={() => {}} />
      </>
    ),
  )
  await page.getByRole('button', { name: 'Add address' }).click()
  const address = page.getByRole('group', { name: 'Address 1' })
  await expect.element(select(address, 'Country')).toHaveValue('USA')
  expect(await offered(select(address, 'Country'))).toEqual([...COUNTRIES])
  expect(await offered(select(address, 'State'))).toEqual(STATES.map(({ name }) => name))
  expect(await offered(select(address, 'Type'))).toEqual([...ADDRESS_TYPES])
  await page.getByRole('option', { name: 'Mailing' }).click()
  await page.getByRole('button', { name: 'Add phone number' }).click()
  const phone = page.getByRole('group', { name: 'Phone number 1' })
  expect(await offered(select(phone, 'Type'))).toEqual([...INSTITUTION_PHONE_TYPES])
  await page.getByRole('option', { name: 'Fax' }).click()
  await expect.poll(() => [entries().address[0]?.type, entries().phone[0]?.type]).toEqual(['Mailing', 'Fax'])
  expect(await offered(select(page, 'Document type'))).toEqual([...DOCUMENT_TYPES])
  await userEvent.keyboard('{Escape}')
  expect(await offered(select(page, 'Ethnicity'))).toEqual(ETHNICITIES.map(({ name }) => name))
  await userEvent.keyboard('{Escape}')
  await accessible()
})
