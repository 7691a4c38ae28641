import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { ADDRESS_TYPES, type Country, STATES } from '#domain/lookups.ts'
import type { PatientAddress } from '#domain/orders/document.ts'
import { lookupOptions, useLookupNames } from '#portal/lookups.ts'
import { CountrySelect } from '#ui/fields/LookupSelects.tsx'
import { FIRST_FIELD, RowList } from '#ui/fields/RowList.tsx'
import { useField, useFormState } from '../../draft/form-context.ts'
import { SelectField } from '../../fields/SelectField.tsx'
import { TextField } from '../../fields/TextField.tsx'
import { TypedField } from '../../fields/TypedField.tsx'
import { FieldGrid } from '../FieldGrid.tsx'
import classes from '../fields.module.css'
import { rowsElsewhere } from '../rows-elsewhere.ts'
import { addressInWords, hasAddress } from './person.ts'

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
  const more = rowsElsewhere(addresses, (_, index) => index !== primary)
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
          label="Further addresses"
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
  const { data: states = [] } = useQuery(lookupOptions('states'))
  const countries = useLookupNames('countries')
  const { value: country, set, input } = useField<Country>(`${at}/country`)
  const abroad = country !== 'USA'
  return (
    <>
      <TextField path={`${at}/addressLine1`} optional />
      <TextField path={`${at}/addressLine2`} optional />
      <TextField path={`${at}/city`} optional />
      {abroad ? (
        <TextField path={`${at}/state`} optional words="Province or region" />
      ) : (
        <TypedField
          path={`${at}/state`}
          optional
          options={states.map(({ id, name }) => ({
            value: id,
            label: name,
            synonyms: STATES.filter((one) => one.name === name).map(({ code }) => code),
          }))}
          nothingFoundMessage="No such state"
        />
      )}
      <TextField
        path={`${at}/postalCode`}
        optional
        {...(abroad ? { words: 'Postal code' } : { inputMode: 'numeric' })}
      />
      <CountrySelect {...input} names={countries} value={country} onChange={set} />
    </>
  )
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
  const mine = addresses.find(({ type }) => type === 'Primary')
  if (mine && addressInWords(mine) === addressInWords(home)) return null
  return (
    <Button
      variant="default"
      size="xs"
      mb="sm"
      onClick={() => onCopy([{ ...home }, ...addresses.filter(({ type }) => type !== 'Primary')])}
    >
      Same address as the patient
    </Button>
  )
}
