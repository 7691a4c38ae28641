import { type ComboboxItem, type OptionsFilter, Select } from '@mantine/core'
import { isPhoneCountry, PHONE_COUNTRIES, type PhoneCountry } from '../phone.ts'
import { SEARCHED_SELECT } from './searched-select.ts'

interface PhoneCountrySelectProps {
  value: PhoneCountry
  onChange: (country: PhoneCountry) => void
  disabled?: boolean
  /** The field beside says it already: only for screen readers. */
  labelHidden?: boolean
}

/** Short in the field, in full in the list. */
const DATA = PHONE_COUNTRIES.map(({ code, calling }) => ({ value: code, label: `${code} +${calling}` }))
const NAMES = new Map<string, string>(
  PHONE_COUNTRIES.map(({ code, name, calling }) => [code, `${name} +${calling}`]),
)
const nameOf = (code: string) => NAMES.get(code) ?? code

const byNameOrCode: OptionsFilter = ({ options, search }) => {
  const words = search.trim().toLowerCase()
  return (options as ComboboxItem[]).filter(
    ({ value, label }) =>
      nameOf(value).toLowerCase().includes(words) || label.toLowerCase().startsWith(words),
  )
}

/** The country of a phone number, found by name, letters or calling code. */
export function PhoneCountrySelect(props: PhoneCountrySelectProps) {
  const { value, onChange, disabled = false, labelHidden = false } = props
  return (
    <Select
      {...(labelHidden ? { 'aria-label': 'Country of the phone number' } : { label: 'Country' })}
      data={DATA}
      allowDeselect={false}
      withCheckIcon={false}
      nothingFoundMessage="No such country"
      filter={byNameOrCode}
      renderOption={({ option }) => nameOf(option.value)}
      comboboxProps={{ width: 260, position: 'bottom-start', keepMounted: false }}
      {...SEARCHED_SELECT}
      autoComplete="off"
      disabled={disabled}
      value={value}
      onChange={(code) => {
        if (code !== null && isPhoneCountry(code)) onChange(code)
      }}
    />
  )
}
