import { TextInput } from '@mantine/core'
import type { INSTITUTION_PHONE_TYPES } from '#domain/lookups.ts'
import { PhoneTypeSelect } from './LookupSelects.tsx'
import { PhoneCountrySelect } from './PhoneCountrySelect.tsx'
import { FIRST_FIELD, RowList } from './RowList.tsx'
import classes from './row-list.module.css'
import { usePhoneTyping } from './use-phone-typing.ts'

export interface PhoneEntry {
  type: (typeof INSTITUTION_PHONE_TYPES)[number]
  /** E.164; an incomplete number as far as it was typed, such as +1614. */
  phoneNumber: string
}

type PhoneErrors = (index: number, field: keyof PhoneEntry) => string | undefined

interface PhonesFieldProps {
  value: readonly PhoneEntry[]
  onChange: (value: PhoneEntry[]) => void
  errors?: PhoneErrors
  /** The error of the list itself. */
  error?: string | undefined
  label: string
  labelHidden?: boolean
  /** The list's name in the form; its fields are then named `phoneNumbers.0.phoneNumber` (see RowList). */
  name?: string
  disabled?: boolean
}

/** Phone numbers, each with a type and a country, formatted in that country's style while typing. */
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

/** The first unused type, work before home. */
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
  const phone = usePhoneTyping(entry.phoneNumber, (phoneNumber) => onChange({ ...entry, phoneNumber }))
  return (
    <div className={classes.phone}>
      <PhoneTypeSelect
        value={entry.type}
        onChange={(type) => onChange({ ...entry, type })}
        error={error('type')}
        disabled={disabled}
        data-field={name && `${name}.type`}
      />
      <PhoneCountrySelect value={phone.country} onChange={phone.setCountry} disabled={disabled} />
      <TextInput
        {...FIRST_FIELD}
        label="Number"
        type="tel"
        autoComplete="tel"
        maxLength={40}
        aria-required
        disabled={disabled}
        data-field={name && `${name}.phoneNumber`}
        error={error('phoneNumber')}
        {...phone.input}
      />
    </div>
  )
}
