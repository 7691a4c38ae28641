import { type ComboboxItem, type OptionsFilter, Select } from '@mantine/core'
import { useRef } from 'react'
import type { PhoneCountry } from '../phone.ts'
import { usePhones } from '../use-phones.ts'
import { enterChooses } from './enter-chooses.ts'
import { SEARCHED_SELECT } from './searched-select.ts'

interface PhoneCountrySelectProps {
  value: PhoneCountry
  onChange: (country: PhoneCountry) => void
  disabled?: boolean
  /** The adjacent field has a visible label: this one is for screen readers only. */
  labelHidden?: boolean
}

/** Used until the others are loaded. */
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
  /** The text typed since the field was focused; on blur the list itself restores the chosen option. */
  const typed = useRef('')
  const choose = (code: string | null) => {
    typed.current = ''
    if (code !== null && phones?.isPhoneCountry(code)) onChange(code)
  }
  /** Selects the only country that matches the typed text. */
  const takeOnly = () => {
    const search = typed.current
    typed.current = ''
    const options = phones?.COUNTRY_OPTIONS ?? HOME
    const [only, another] = search.trim() === '' ? [] : byNameOrCode({ options, search, limit: Infinity })
    if (only && !another && 'value' in only) choose(only.value)
  }
  return (
    <Select
      {...(labelHidden ? { 'aria-label': 'Country of the phone number' } : { label: 'Country' })}
      data={phones?.COUNTRY_OPTIONS ?? HOME}
      allowDeselect={false}
      withCheckIcon={false}
      nothingFoundMessage="No matching country"
      filter={byNameOrCode}
      renderOption={({ option }) => nameOf(option.value)}
      comboboxProps={{ width: 260, position: 'bottom-start', keepMounted: false }}
      {...SEARCHED_SELECT}
      autoComplete="off"
      disabled={disabled}
      value={value}
      onChange={choose}
      onInput={({ currentTarget }) => {
        typed.current = currentTarget.value
      }}
      onKeyDownCapture={(event) => enterChooses(event, takeOnly)}
      onBlur={takeOnly}
    />
  )
}
