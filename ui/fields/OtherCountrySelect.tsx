import { OTHER_COUNTRY_CODES, otherCountryName } from '#domain/addresses/countries.ts'
import { byName } from '#domain/text/order.ts'
import { TypedSelect, type TypedSelectProps } from './TypedSelect.tsx'
import { selectionOf } from './typed-match.ts'

/** Every country except the USA and Canada, by name; can also be found by its two letters. */
export const OTHER_COUNTRIES = OTHER_COUNTRY_CODES.map((code) => ({
  value: code,
  label: otherCountryName(code),
  synonyms: [code],
})).sort((a, b) => byName(a.label, b.label))

/** The country, if it is neither the USA nor Canada. */
export function OtherCountrySelect(props: Omit<TypedSelectProps, 'options'>) {
  return (
    <TypedSelect
      label="Which country"
      nothingFoundMessage="No matching country"
      comboboxProps={{ keepMounted: false }}
      autoComplete="country-name"
      take={(typed) => selectionOf(OTHER_COUNTRIES, typed)}
      {...props}
      options={OTHER_COUNTRIES}
    />
  )
}
