import { Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { INSTITUTION_PHONE_TYPES } from '#domain/lookups.ts'
import { countryOf, formatPhone, inCountry, phoneValue, readPhone } from '../phone.ts'
import { PhoneCountrySelect } from './PhoneCountrySelect.tsx'
import { FIRST_FIELD, RowList } from './RowList.tsx'
import classes from './row-list.module.css'

export interface PhoneEntry {
  type: (typeof INSTITUTION_PHONE_TYPES)[number]
  /** E.164; what is not whole yet as far as it was typed, such as +1614. */
  phoneNumber: string
}

type PhoneErrors = (index: number, field: keyof PhoneEntry) => string | undefined

interface PhonesFieldProps {
  value: readonly PhoneEntry[]
  onChange: (value: PhoneEntry[]) => void
  errors?: PhoneErrors
  /** What is wrong with the list itself. */
  error?: string | undefined
  label: string
  labelHidden?: boolean
  /** The form's name of the list; its fields are then called `phoneNumbers.0.phoneNumber` (see RowList). */
  name?: string
  disabled?: boolean
}

/** Phone numbers: each of a type and a country, written as that country writes them while they are typed. */
export function PhonesField(props: PhonesFieldProps) {
  const { errors = () => undefined, name, disabled = false } = props
  return (
    <RowList
      label={props.label}
      labelHidden={props.labelHidden ?? false}
      noun="phone number"
      name={name}
      value={props.value}
      onChange={props.onChange}
      error={props.error}
      disabled={disabled}
      fresh={(before): PhoneEntry => ({
        type: before.length === 0 ? 'Work' : freeType(before),
        phoneNumber: '',
      })}
    >
      {(entry, index, change) => (
        <PhoneRow
          entry={entry}
          onChange={change}
          error={(field) => errors(index, field)}
          name={name && `${name}.${index}`}
          disabled={disabled}
        />
      )}
    </RowList>
  )
}

/** The first type that is not there yet, work before home. */
function freeType(before: readonly PhoneEntry[]): PhoneEntry['type'] {
  const order = ['Work', 'Fax', 'Cell', 'Home'] as const
  return order.find((type) => before.every((entry) => entry.type !== type)) ?? 'Work'
}

interface PhoneRowProps {
  entry: PhoneEntry
  onChange: (entry: PhoneEntry) => void
  error: (field: keyof PhoneEntry) => string | undefined
  name: string | undefined
  disabled: boolean
}

function PhoneRow({ entry, onChange, error, name, disabled }: PhoneRowProps) {
  const [typing, setTyping] = useState(() => ({ ...readPhone(entry.phoneNumber), value: entry.phoneNumber }))
  // The number came from elsewhere: another tab saved, or the form was set back.
  if (typing.value !== entry.phoneNumber)
    setTyping({ ...readPhone(entry.phoneNumber), value: entry.phoneNumber })
  const type = (typed: string, country = countryOf(typed, typing.country)) => {
    const value = phoneValue(typed, country)
    setTyping({ typed, country, value })
    onChange({ ...entry, phoneNumber: value })
  }
  return (
    <div className={classes.phone}>
      <Select
        label="Type"
        data={INSTITUTION_PHONE_TYPES}
        allowDeselect={false}
        withCheckIcon={false}
        value={entry.type}
        onChange={(chosen) => chosen && onChange({ ...entry, type: chosen })}
        error={error('type')}
        disabled={disabled}
        data-field={name && `${name}.type`}
      />
      <PhoneCountrySelect
        value={typing.country}
        onChange={(country) => type(inCountry(typing.typed, country), country)}
        disabled={disabled}
      />
      <TextInput
        {...FIRST_FIELD}
        label="Number"
        type="tel"
        autoComplete="tel"
        maxLength={40}
        aria-required
        disabled={disabled}
        data-field={name && `${name}.phoneNumber`}
        value={typing.typed}
        error={error('phoneNumber')}
        onChange={({ currentTarget: input }) => {
          // Only what is typed at the end: in the middle, or while deleting, the cursor would jump.
          const grows =
            input.value.length > typing.typed.length && input.selectionStart === input.value.length
          type(grows ? formatPhone(input.value, countryOf(input.value, typing.country)) : input.value)
        }}
        onBlur={() => setTyping((now) => ({ ...now, typed: formatPhone(now.typed, now.country) }))}
      />
    </div>
  )
}
