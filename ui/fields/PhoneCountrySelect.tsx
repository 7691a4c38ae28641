import { type ComboboxItem, type OptionsFilter, Select } from '@mantine/core'
import type { PhoneCountry } from '../phone.ts'
import { usePhones } from '../use-phones.ts'
import { SEARCHED_SELECT } from './searched-select.ts'

interface PhoneCountrySelectProps {
  value: PhoneCountry
  onChange: (country: PhoneCountry) => void
  disabled?: boolean
  /** The field beside says it already: only for screen readers. */
  labelHidden?: boolean
}

/** Until the others are there. */
const HOME = [{ value: 'US', label: 'US +1' }]

/** The country of a phone number, found by name, letters or calling code. */
export function PhoneCountrySelect(props: PhoneCountrySelectProps) {
  const { value, onChange, disabled = false, labelHidden = false } = props
  const phones = usePhones(true)
  const nameOf = phones?.countryInFull ?? ((code: string) => code)
  const byNameOrCode: OptionsFilter = ({ options, search }) => {
    const words = search.trim().toLowerCase()
    return (options as ComboboxItem[]).filter(
      (option) =>
        nameOf(option.value).toLowerCase().includes(words) || option.label.toLowerCase().startsWith(words),
    )
  }
  return (
    <Select
      {...(labelHidden ? { 'aria-label': 'Country of the phone number' } : { label: 'Country' })}
      data={phones?.COUNTRY_OPTIONS ?? HOME}
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
        if (code !== null && phones?.isPhoneCountry(code)) onChange(code)
      }}
    />
  )
}
