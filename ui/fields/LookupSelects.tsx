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
  /** '' while none is chosen. */
  value: T | ''
  onChange: (value: T) => void
  /** Those of the list that the server has now; left out, all of them. */
  names?: readonly string[] | undefined
}

/** One of a closed list (specification §3), which is this part of the product's own. */
function oneOf<T extends string>(label: string, all: readonly T[]) {
  return function LookupSelect({ value, onChange, names, ...rest }: LookupSelectProps<T>) {
    // What was chosen once is shown, though the list may have lost it since.
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
  /** The names as the server has them now. */
  names?: readonly string[]
}

const NAMES = ETHNICITIES.map(({ name }) => name)

/** “Sephardic or Mizrahi Jewish” is also typed as Sephardic, as Mizrahi and as Mizrahi Jewish. */
const shortNames = (name: string) =>
  [name, name.replace(/ Jewish$/, '')].flatMap((one) => [one, ...one.split(' or ')])

/** All the ethnicities that apply. */
export function EthnicitySelect({ value, onChange, names = NAMES, ...rest }: EthnicitySelectProps) {
  return (
    <TypedMultiSelect
      label="Ethnicity"
      {...(value.length === 0 ? { placeholder: 'Choose all that apply' } : {})}
      nothingFoundMessage="No matching ethnicity"
      {...rest}
      // What was chosen once is shown, though the list may have lost it since.
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
