import { TextInput } from '@mantine/core'
import type { Country } from '#domain/lookups.ts'
import { CountrySelect } from './LookupSelects.tsx'
import { OtherCountrySelect } from './OtherCountrySelect.tsx'
import classes from './row-list.module.css'
import { ProvinceSelect, StateSelect } from './StateSelect.tsx'

/** The part of an address after the city. */
export interface RegionAndCode {
  /** Two letters within the USA and Canada, free text for other countries. */
  state: string
  postalCode: string
  country: Country
  /** ISO 3166-1, two letters, if the country is Other; otherwise ''. */
  otherCountry: string
}

type Name = keyof RegionAndCode

interface RegionFieldsProps {
  value: RegionAndCode
  onChange: (change: Partial<RegionAndCode>) => void
  errorOf: (name: Name) => string | undefined
  /** The `data-field` of an input, by which the first invalid field is focused. */
  fieldOf: (name: Name) => string | undefined
  /** Class names of the form's grid. */
  classNames: Record<Name, string | undefined>
  disabled?: boolean
}

const CODE_LABEL: Record<Country, string> = { USA: 'ZIP code', Canada: 'Postal code', Other: 'Postal code' }

/**
 * State and ZIP code, province and postal code, or free text for other countries; and the country, which
 * decides.
 */
export function RegionFields(props: RegionFieldsProps) {
  const { value, onChange, errorOf, fieldOf, classNames, disabled = false } = props
  const { country } = value
  const common = (name: Name) => ({
    className: classNames[name] ?? '',
    error: errorOf(name),
    disabled,
    'data-field': fieldOf(name),
  })
  const region = { ...common('state'), value: value.state, 'aria-required': true }
  const choose = (state: string) => onChange({ state })
  return (
    <>
      {country === 'USA' && <StateSelect key="USA" {...region} onChange={choose} />}
      {country === 'Canada' && <ProvinceSelect key="Canada" {...region} onChange={choose} />}
      {country === 'Other' && (
        <TextInput
          {...common('state')}
          label={<Optional words="Region" />}
          autoComplete="address-level1"
          maxLength={80}
          value={value.state}
          onChange={(event) => choose(event.currentTarget.value)}
        />
      )}
      <TextInput
        {...common('postalCode')}
        label={country === 'Other' ? <Optional words={CODE_LABEL.Other} /> : CODE_LABEL[country]}
        autoComplete="postal-code"
        {...(country === 'USA' ? { inputMode: 'numeric' } : {})}
        aria-required={country !== 'Other'}
        maxLength={country === 'Other' ? 20 : 10}
        value={value.postalCode}
        onChange={(event) => onChange({ postalCode: event.currentTarget.value })}
      />
      <CountrySelect
        {...common('country')}
        aria-required
        value={country}
        onChange={(next) => {
          // A state does not exist in another country; the postal code is kept, to be corrected.
          if (next !== country) onChange({ country: next, otherCountry: '', state: '' })
        }}
      />
      {country === 'Other' && (
        <OtherCountrySelect
          {...common('otherCountry')}
          aria-required
          value={value.otherCountry}
          onChange={(otherCountry) => onChange({ otherCountry })}
        />
      )}
    </>
  )
}

function Optional({ words }: { words: string }) {
  return (
    <>
      {words} <span className={classes.optional}>optional</span>
    </>
  )
}
