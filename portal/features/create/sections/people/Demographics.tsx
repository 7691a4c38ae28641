import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { AFFECTED, RELATIONSHIPS, SEXES } from '#domain/lookups.ts'
import { type PatientKey, PROBAND } from '#domain/orders/document.ts'
import { relativesNeeded, samplesOf } from '#domain/orders/family.ts'
import { isPrenatal } from '#domain/orders/subject.ts'
import { lookupOptions } from '#portal/lookups.ts'
import { EthnicitySelect } from '#ui/fields/LookupSelects.tsx'
import { useField, useFormState, useOrderForm } from '../../draft/form-context.ts'
import { DateField } from '../../fields/DateField.tsx'
import { FieldLabel } from '../../fields/FieldLabel.tsx'
import { NameField } from '../../fields/NameField.tsx'
import { SelectField } from '../../fields/SelectField.tsx'
import { TextField } from '../../fields/TextField.tsx'
import { FieldGrid } from '../FieldGrid.tsx'
import { MoreAboutPerson } from './MoreAboutPerson.tsx'

const OF_RELATIVES = RELATIONSHIPS.filter((one) => one !== 'Proband')

interface DemographicsProps {
  at: string
  /** Of the proband left out. */
  relative?: PatientKey
}

/** Who the person at `/patients/n` is: the same fields in the same order for the proband and for a relative. */
export const Demographics = memo(function Demographics({ at, relative }: DemographicsProps) {
  // Whose specimen is compared with the patient's, of them it must be known.
  const tested = useFormState(
    ({ document }) => relative !== undefined && !document.isVOB && samplesOf(document, relative).length > 0,
  )
  const hasDied = useFormState(
    ({ document }) => relative === undefined && document.patients[0]?.deceased !== undefined,
  )
  // A fetus is compared with its mother, who is the patient here.
  const comparesMother = useFormState(
    ({ document, tests }) =>
      relative === undefined &&
      !document.isVOB &&
      isPrenatal(document) &&
      relativesNeeded(tests) > 0 &&
      samplesOf(document, PROBAND).length > 0,
  )
  return (
    <>
      <FieldGrid>
        <NameField path={`${at}/firstName`} />
        <NameField path={`${at}/lastName`} />
        <DateField path={`${at}/dateOfBirth`} age={!hasDied} />
        <SelectField path={`${at}/sex`} data={[...SEXES]} />
        <Ethnicities path={`${at}/ethnicities`} />
        <TextField path={`${at}/recordNumber`} optional />
        {relative && (
          <>
            <SelectField path={`${at}/relationship`} data={OF_RELATIVES} />
            <SelectField path={`${at}/affected`} optional={!tested} data={[...AFFECTED]} />
          </>
        )}
        {comparesMother && <SelectField path={`${at}/affected`} data={[...AFFECTED]} />}
      </FieldGrid>
      <MoreAboutPerson
        at={at}
        isRelative={relative !== undefined}
        isTested={relative === undefined || tested}
      />
    </>
  )
})

function Ethnicities({ path }: { path: string }) {
  const form = useOrderForm()
  const { value, set, input } = useField<string[]>(path)
  const { data: listed } = useQuery(lookupOptions('ethnicities'))
  return (
    <EthnicitySelect
      label={<FieldLabel path={path} optional />}
      names={listed?.map(({ name }) => name)}
      {...input}
      value={value}
      onChange={set}
      onPending={(words) => form.setPending(path, words)}
    />
  )
}
