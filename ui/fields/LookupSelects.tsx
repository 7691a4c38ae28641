import { Select, type SelectProps } from '@mantine/core'
import {
  ADDRESS_TYPES,
  COUNTRIES,
  DOCUMENT_TYPES,
  ETHNICITIES,
  INSTITUTION_PHONE_TYPES,
} from '#domain/lookups.ts'
import { TypedMultiSelect, type TypedMultiSelectProps } from './TypedMultiSelect.tsx'

type OwnProps = 'value' | 'onChange' | 'data' | 'multiple' | 'defaultValue'

interface LookupSelectProps<T extends string> extends Omit<SelectProps<string>, OwnProps> {
  /** '' if none is chosen. */
  value: T | ''
  onChange: (value: T) => void
  /** The server's current list; left out, all of them. */
  names?: readonly string[] | undefined
}

/** A select for a closed list (specification §3), built into the product. */
function oneOf<T extends string>(label: string, all: readonly T[]) {
  return function LookupSelect({ value, onChange, names, ...rest }: LookupSelectProps<T>) {
    // An earlier choice is shown even if the list no longer has it.
    const list = all.filter((one) => !names || names.includes(one) || one === value)
    return (
      <Select
        label={label}
        placeholder="Choose"
        allowDeselect={false}
        withCheckIcon={false}
        {...rest}
        data={list}
        value={value === '' ? null : value}
        onChange={(chosen) => {
          const known = list.find((one) => one === chosen)
          if (known !== undefined) onChange(known)
        }}
      />
    )
  }
}

/** USA, Canada, or Other: see OtherCountrySelect. */
export const CountrySelect = oneOf('Country', COUNTRIES)
export const DocumentTypeSelect = oneOf('Document type', DOCUMENT_TYPES)
export const AddressTypeSelect = oneOf('Type', ADDRESS_TYPES)
export const PhoneTypeSelect = oneOf('Type', INSTITUTION_PHONE_TYPES)

type OfTheList = 'value' | 'onChange' | 'options' | 'take'

interface EthnicitySelectProps extends Omit<TypedMultiSelectProps, OfTheList> {
  value: readonly string[]
  onChange: (value: string[]) => void
  /** The server's current names; left out, all of them. */
  names?: readonly string[] | undefined
}

const NAMES = ETHNICITIES.map(({ name }) => name)

/** “Sephardic or Mizrahi Jewish” can also be typed as Sephardic, Mizrahi, or Mizrahi Jewish. */
const shortNames = (name: string) =>
  [name, name.replace(/ Jewish$/, '')].flatMap((one) => [one, ...one.split(' or ')])

/** All ethnicities that apply. */
export function EthnicitySelect({ value, onChange, names = NAMES, ...rest }: EthnicitySelectProps) {
  return (
    <TypedMultiSelect
      label="Ethnicity"
      {...(value.length === 0 ? { placeholder: 'Choose all that apply' } : {})}
      nothingFoundMessage="No matching ethnicity"
      {...rest}
      // An earlier choice is shown even if the list no longer has it.
      options={[...new Set([...names, ...value])].map((name) => ({
        value: name,
        label: name,
        synonyms: shortNames(name),
      }))}
      value={value}
      onChange={onChange}
    />
  )
}
