import { blankKinship, FAMILY_SIDES, KINSHIPS, type Kinship, TWINS } from '#domain/orders/kinship.ts'
import { useField, useFormState, useOrderForm } from '../../draft/form-context.ts'
import { SelectField } from '../../fields/SelectField.tsx'
import { FieldGrid } from '../FieldGrid.tsx'

/** How the relative at `/patients/n` is related: by blood, or otherwise. The part goes with its last answer. */
export function KinshipFields({ at }: { at: string }) {
  const form = useOrderForm()
  const path = `${at}/kinship`
  const { value: kinship = blankKinship() } = useField<Kinship | undefined>(path)
  const relationship = useFormState(
    ({ document }) => document.patients[Number(at.split('/')[2])]?.relationship,
  )
  const choose = (name: keyof Kinship) => (value: string) => {
    const next = { ...kinship, [name]: value }
    form.set(path, Object.values(next).every((one) => one === '') ? undefined : next)
  }
  return (
    <FieldGrid>
      <SelectField
        path={`${path}/kinshipKind`}
        optional
        data={[...KINSHIPS]}
        onChoose={choose('kinshipKind')}
      />
      <SelectField
        path={`${path}/familySide`}
        optional
        data={[...FAMILY_SIDES]}
        onChoose={choose('familySide')}
      />
      {relationship === 'Sibling' && (
        <SelectField path={`${path}/twin`} optional data={[...TWINS]} onChoose={choose('twin')} />
      )}
    </FieldGrid>
  )
}
