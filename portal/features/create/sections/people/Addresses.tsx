import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { PROVINCES, regionOf } from '#domain/addresses/regions.ts'
import { ADDRESS_TYPES, type Country } from '#domain/lookups.ts'
import type { PatientAddress } from '#domain/orders/document.ts'
import { lookupOptions, useLookupNames } from '#portal/lookups.ts'
import { addressInWords, hasAddress } from '#portal/order/person.ts'
import { CountrySelect } from '#ui/fields/LookupSelects.tsx'
import { OTHER_COUNTRIES } from '#ui/fields/OtherCountrySelect.tsx'
import { FIRST_FIELD, RowList } from '#ui/fields/RowList.tsx'
import { selectionOf } from '#ui/fields/typed-match.ts'
import { useField, useFormState, useOrderForm } from '../../draft/form-context.ts'
import { valueAt } from '../../draft/pointer.ts'
import { FieldLabel } from '../../fields/FieldLabel.tsx'
import { SelectField } from '../../fields/SelectField.tsx'
import { TextField } from '../../fields/TextField.tsx'
import { TypedField } from '../../fields/TypedField.tsx'
import { FieldGrid } from '../FieldGrid.tsx'
import classes from '../fields.module.css'
import { filterRows } from '../filter-rows.ts'
import * as texts from '../texts.ts'

const MOST = 4

/** Where the person at `/patients/n` lives, and further addresses where there are some. */
export const Addresses = memo(function Addresses({
  at,
  relative = false,
}: {
  at: string
  relative?: boolean
}) {
  const path = `${at}/addresses`
  const { value: addresses, set } = useField<PatientAddress[]>(path)
  const primary = addresses.findIndex(({ type }) => type === 'Primary')
  const more = filterRows(addresses, (_, index) => index !== primary)
  return (
    <>
      {relative && <SameAsProband addresses={addresses} onCopy={set} />}
      {primary >= 0 && (
        <FieldGrid>
          <AddressFields at={`${path}/${primary}`} />
        </FieldGrid>
      )}
      <div className={classes.more}>
        <RowList
          label={texts.moreAddresses}
          labelHidden
          noun="address"
          most={MOST - (addresses.length - more.rows.length)}
          value={more.rows}
          onChange={(rows) => set(more.put(rows))}
          fresh={() =>
            more.fresh({
              type: primary >= 0 ? 'Mailing' : 'Primary',
              addressLine1: '',
              addressLine2: '',
              city: '',
              state: '',
              postalCode: '',
              country: 'USA',
            })
          }
        >
          {({ index }) => (
            <FieldGrid>
              <SelectField {...FIRST_FIELD} path={`${path}/${index}/type`} data={[...ADDRESS_TYPES]} />
              <AddressFields at={`${path}/${index}`} />
            </FieldGrid>
          )}
        </RowList>
      </div>
    </>
  )
})

function AddressFields({ at }: { at: string }) {
  const { data: listed = [] } = useQuery(lookupOptions('states'))
  const countries = useLookupNames('countries')
  const form = useOrderForm()
  const { value: country, set, input } = useField<Country>(`${at}/country`)
  const { value: state } = useField<string>(`${at}/state`)
  const hasOther = useFormState(({ document }) => Boolean(valueAt(document, `${at}/otherCountry`)))
  const provinces = regionOptions(country, state, PROVINCES)
  const states = regionOptions(
    country,
    state,
    listed.map(({ id, name }) => ({ code: id, name })),
  )
  return (
    <>
      <TextField path={`${at}/addressLine1`} optional />
      <TextField path={`${at}/addressLine2`} optional />
      <TextField path={`${at}/city`} optional />
      {country === 'Other' && <TextField path={`${at}/state`} optional words={texts.region} />}
      {country === 'Canada' && (
        <TypedField
          key="Canada"
          path={`${at}/state`}
          optional
          label={<FieldLabel path={`${at}/state`} optional words={texts.provinceOrTerritory} />}
          options={provinces}
          take={(typed) => selectionOf(provinces, typed)}
          nothingFoundMessage={texts.noMatchingProvince}
        />
      )}
      {country === 'USA' && (
        <TypedField
          key="USA"
          path={`${at}/state`}
          optional
          options={states}
          take={(typed) => selectionOf(states, typed)}
          nothingFoundMessage={texts.noMatchingState}
        />
      )}
      <TextField
        path={`${at}/postalCode`}
        optional
        {...(country === 'USA' ? { inputMode: 'numeric' } : { words: texts.postalCode })}
      />
      <CountrySelect
        {...input}
        names={countries}
        value={country}
        onChange={(next) => {
          if (next === country) return
          // A state of one country is none of another.
          form.set(`${at}/state`, '')
          if (hasOther) form.set(`${at}/otherCountry`, '')
          set(next)
        }}
      />
      {country === 'Other' && (
        <TypedField
          path={`${at}/otherCountry`}
          options={OTHER_COUNTRIES}
          take={(typed) => selectionOf(OTHER_COUNTRIES, typed)}
        />
      )}
    </>
  )
}

/** Drafts of a file or another system may say a state by its name, or one that there is not: it is shown as it stands. */
function regionOptions(country: Country, state: string, regions: readonly { code: string; name: string }[]) {
  const meant = regionOf(country, state)?.code
  const options = regions.map(({ code, name }) => ({
    value: code === meant ? state : code,
    label: name,
    synonyms: [code],
  }))
  const known = state === '' || options.some(({ value }) => value === state)
  return known ? options : [...options, { value: state, label: state, synonyms: [] }]
}

interface SameAsProbandProps {
  addresses: PatientAddress[]
  onCopy: (addresses: PatientAddress[]) => void
}

/** Families often live together: offered as long as the two addresses differ. */
function SameAsProband({ addresses, onCopy }: SameAsProbandProps) {
  const proband = useFormState((state) => state.document.patients[0])
  const home = proband?.addresses.find(({ type }) => type === 'Primary')
  if (!proband || !home || !hasAddress(proband)) return null
  const primary = addresses.find(({ type }) => type === 'Primary')
  if (primary && addressInWords(primary) === addressInWords(home)) return null
  return (
    <Button
      variant="default"
      size="xs"
      mb="sm"
      onClick={() => onCopy([{ ...home }, ...addresses.filter(({ type }) => type !== 'Primary')])}
    >
      {texts.samePatientAddress}
    </Button>
  )
}
