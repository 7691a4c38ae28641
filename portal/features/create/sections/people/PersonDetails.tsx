import { ANCESTRIES, HISPANIC_ANSWERS, RACE_ANSWERS } from '#domain/orders/race-and-ancestry.ts'
import { CLINICAL_SEXES, GENDER_IDENTITIES, SEXES_ASSIGNED_AT_BIRTH } from '#domain/orders/sex-and-gender.ts'
import { TypedMultiSelect } from '#ui/fields/TypedMultiSelect.tsx'
import { useField, useOrderForm } from '../../draft/form-context.ts'
import { FieldLabel } from '../../fields/FieldLabel.tsx'
import { SelectField } from '../../fields/SelectField.tsx'
import { TextField } from '../../fields/TextField.tsx'
import { FieldGrid } from '../FieldGrid.tsx'
import * as texts from '../texts.ts'

interface PersonDetailsProps {
  at: string
  isRelative: boolean
  /** Ancestry is here unless a test asks for it. */
  withAncestry: boolean
}

/** Sex and gender, race and ethnicity. A relative is not asked what only they can answer. */
export function PersonDetails({ at, isRelative, withAncestry }: PersonDetailsProps) {
  const of = `${at}/sexAndGender`
  return (
    <FieldGrid>
      {!isRelative && (
        <>
          <TextField path={`${of}/nameToUse`} optional />
          <TextField path={`${of}/pronouns`} optional placeholder={texts.pronounsExample} />
          <SelectField path={`${of}/genderIdentity`} optional data={[...GENDER_IDENTITIES]} />
          <TextField path={`${of}/genderInOwnWords`} optional />
        </>
      )}
      <SelectField path={`${of}/assignedAtBirth`} optional data={[...SEXES_ASSIGNED_AT_BIRTH]} />
      <SelectField path={`${of}/clinicalSex`} optional data={[...CLINICAL_SEXES]} />
      <TextField path={`${of}/clinicalSexComment`} optional description={texts.commentHint} />
      <TextField path={`${of}/karyotype`} optional placeholder={texts.karyotypeExample} />
      <TextField path={`${of}/karyotypeSource`} optional placeholder={texts.karyotypeSourceExample} />
      <SeveralOf path={`${at}/raceAndEthnicity/races`} of={RACE_ANSWERS} />
      <SelectField path={`${at}/raceAndEthnicity/hispanic`} optional data={[...HISPANIC_ANSWERS]} />
      {withAncestry && <Sides at={at} />}
    </FieldGrid>
  )
}

/** The ancestry of each side, for a test that asks for it. */
export function AncestryFields({ at, required }: { at: string; required: boolean }) {
  return (
    <FieldGrid>
      <Sides at={at} required={required} />
    </FieldGrid>
  )
}

function Sides({ at, required = false }: { at: string; required?: boolean }) {
  return (
    <>
      <SeveralOf path={`${at}/ancestry/maternal`} of={ANCESTRIES} required={required} />
      <SeveralOf path={`${at}/ancestry/paternal`} of={ANCESTRIES} required={required} />
    </>
  )
}

interface SeveralOfProps {
  path: string
  of: readonly string[]
  required?: boolean
}

/** Several of a list; what another system sent besides is shown as it is. */
function SeveralOf({ path, of, required = false }: SeveralOfProps) {
  const form = useOrderForm()
  const { value = [], set, input } = useField<string[] | undefined>(path)
  return (
    <TypedMultiSelect
      label={<FieldLabel path={path} optional={!required} />}
      aria-required={required}
      {...(value.length === 0 ? { placeholder: texts.chooseAll } : {})}
      options={[...new Set([...of, ...value])].map((name) => ({ value: name, label: name }))}
      {...input}
      value={value}
      onChange={set}
      onPending={(words) => form.setPending(path, words)}
    />
  )
}
