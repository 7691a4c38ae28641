import { blankKinship, FAMILY_SIDES, KINSHIPS, type Kinship, TWINS } from '#domain/orders/kinship.ts'
import { useFormState } from '../../draft/form-context.ts'
import { SelectField } from '../../fields/SelectField.tsx'
import { FieldGrid } from '../FieldGrid.tsx'
import { usePart } from './use-part.ts'

/** How the relative at `/patients/n` is related: by blood, or otherwise. */
export function KinshipFields({ at }: { at: string }) {
  const path = `${at}/kinship`
  const { put } = usePart<Kinship>(path, blankKinship)
  const relationship = useFormState(
    ({ document }) => document.patients[Number(at.split('/')[2])]?.relationship,
  )
  return (
    <FieldGrid>
      <SelectField
        path={`${path}/kinshipKind`}
        optional
        data={[...KINSHIPS]}
        onChoose={(kinshipKind) => put({ kinshipKind } as Partial<Kinship>)}
      />
      <SelectField
        path={`${path}/familySide`}
        optional
        data={[...FAMILY_SIDES]}
        onChoose={(familySide) => put({ familySide } as Partial<Kinship>)}
      />
      {relationship === 'Sibling' && (
        <SelectField
          path={`${path}/twin`}
          optional
          data={[...TWINS]}
          onChoose={(twin) => put({ twin } as Partial<Kinship>)}
        />
      )}
    </FieldGrid>
  )
}
