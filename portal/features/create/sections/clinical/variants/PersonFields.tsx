import { personName } from '#domain/orders/family.ts'
import { CARRIER_RELATIONS, type CarrierRelation, type KnownVariant } from '#domain/orders/known-variants.ts'
import { useFormState } from '../../../draft/form-context.ts'
import { DateField } from '../../../fields/DateField.tsx'
import { SelectField } from '../../../fields/SelectField.tsx'
import { TextField } from '../../../fields/TextField.tsx'
import { FieldGrid } from '../../FieldGrid.tsx'
import classes from '../../fields.module.css'
import * as texts from './texts.ts'

/** Relatives of whom it is not clear on which side they are. */
const WITH_SIDE: readonly (CarrierRelation | '')[] = [
  ...(['Half sibling', 'Grandparent', 'Aunt', 'Uncle', 'Cousin', 'Other blood relative'] as const),
]

/** In whom the variant was found: the patient before, another person of the order, or somebody named here. */
export function PersonFields({ at, variant }: { at: string; variant: KnownVariant }) {
  const { relation, patient, side } = variant.carrier
  const path = `${at}/carrier`
  const people = useFormState(({ document }) =>
    JSON.stringify(
      document.patients.slice(1).map(({ key }) => ({ value: key, label: personName(document, key) })),
    ),
  )
  const choices = JSON.parse(people) as { value: string; label: string }[]
  // Who brought a relative's code does not have to say whose it is.
  const isNamed =
    relation !== 'Self' && variant.report !== 'family-code' && !choices.some(({ value }) => value === patient)
  return (
    <fieldset className={classes.fieldset}>
      <legend className={classes.legend}>{texts.person}</legend>
      <FieldGrid>
        <SelectField
          path={`${path}/relation`}
          data={CARRIER_RELATIONS.map((value) => ({ value, label: value === 'Self' ? texts.self : value }))}
        />
        {relation !== 'Self' && choices.length > 0 && (
          <SelectField path={`${path}/patient`} optional placeholder={texts.notInOrder} data={choices} />
        )}
        {isNamed && (
          <>
            <TextField path={`${path}/firstName`} />
            <TextField path={`${path}/lastName`} />
            <DateField path={`${path}/dateOfBirth`} optional />
          </>
        )}
        {(WITH_SIDE.includes(relation) || side !== '') && (
          <SelectField
            path={`${path}/side`}
            optional
            data={['Maternal', 'Paternal'] satisfies KnownVariant['carrier']['side'][]}
          />
        )}
      </FieldGrid>
    </fieldset>
  )
}
