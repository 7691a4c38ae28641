import { MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { SEXES } from '#domain/lookups.ts'
import { lookupOptions } from '#portal/lookups.ts'
import { useField } from '../draft/form-context.ts'
import { DateField } from '../fields/DateField.tsx'
import { FieldLabel } from '../fields/FieldLabel.tsx'
import { SelectField } from '../fields/SelectField.tsx'
import { TextField } from '../fields/TextField.tsx'
import { FieldGrid } from './FieldGrid.tsx'
import classes from './fields.module.css'
import { SectionCard } from './SectionCard.tsx'

function useLookup(type: 'ethnicities' | 'states') {
  const { data = [] } = useQuery(lookupOptions(type))
  return data
}

/** The proband: the first patient of the document. */
export function PatientSection() {
  const at = '/patients/0'
  const states = useLookup('states')
  return (
    <SectionCard section="patient" sub="The person the report is about.">
      <FieldGrid>
        <TextField path={`${at}/firstName`} />
        <TextField path={`${at}/lastName`} />
        <DateField path={`${at}/dateOfBirth`} age />
        <SelectField path={`${at}/sex`} data={[...SEXES]} />
        <Ethnicities path={`${at}/ethnicities`} />
        <TextField path={`${at}/recordNumber`} optional />
      </FieldGrid>
      <fieldset className={classes.fieldset}>
        <legend className={classes.legend}>Contact</legend>
        <FieldGrid>
          <TextField path={`${at}/email`} optional type="email" inputMode="email" />
          <TextField path={`${at}/phone`} optional type="tel" inputMode="tel" />
          <TextField path={`${at}/address/addressLine1`} optional />
          <TextField path={`${at}/address/addressLine2`} optional />
          <TextField path={`${at}/address/city`} optional />
          <SelectField
            path={`${at}/address/state`}
            optional
            searchable
            data={states.map(({ id, name }) => ({ value: id, label: name }))}
            nothingFoundMessage="No such state"
          />
          <TextField path={`${at}/address/postalCode`} optional inputMode="numeric" />
        </FieldGrid>
      </fieldset>
    </SectionCard>
  )
}

function Ethnicities({ path }: { path: string }) {
  const { value, set, input } = useField<string[]>(path)
  const ethnicities = useLookup('ethnicities')
  return (
    <MultiSelect
      label={<FieldLabel path={path} optional />}
      {...(value.length === 0 ? { placeholder: 'Choose all that apply' } : {})}
      searchable
      hidePickedOptions
      data={ethnicities.map((ethnicity) => ethnicity.name)}
      {...input}
      value={value}
      onChange={set}
    />
  )
}
