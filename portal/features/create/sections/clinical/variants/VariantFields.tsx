import {
  type KnownVariant,
  VARIANT_KIND_NAMES,
  VARIANT_KINDS,
  type VariantKind,
} from '#domain/orders/known-variants.ts'
import { FIELDS_OF_KIND } from '#domain/orders/variant-fields.ts'
import { FIRST_FIELD } from '#ui/fields/RowList.tsx'
import { SelectField } from '../../../fields/SelectField.tsx'
import { TextField } from '../../../fields/TextField.tsx'
import { FieldGrid } from '../../FieldGrid.tsx'
import { DescriptionField } from './DescriptionField.tsx'
import { withKind } from './fields-of-kind.ts'
import { MeaningFields } from './MeaningFields.tsx'
import { PersonFields } from './PersonFields.tsx'
import { PurposeFields } from './PurposeFields.tsx'
import { ReportFields } from './ReportFields.tsx'
import * as texts from './texts.ts'

interface VariantFieldsProps {
  /** Its pointer: `/knownVariants/0`. */
  at: string
  variant: KnownVariant
  change: (variant: KnownVariant) => void
  /** A family study asks it once for the patient, whatever the number of variants. */
  asksIfAffected: boolean
}

/** One known variant: its kind first, then what that kind needs. */
export function VariantFields({ at, variant, change, asksIfAffected }: VariantFieldsProps) {
  const { kind } = variant
  return (
    <>
      <FieldGrid>
        <SelectField
          {...FIRST_FIELD}
          path={`${at}/kind`}
          data={VARIANT_KINDS.map((value) => ({ value, label: VARIANT_KIND_NAMES[value] }))}
          onChoose={(next) => change(withKind(variant, next as VariantKind | ''))}
        />
        {kind !== '' &&
          FIELDS_OF_KIND[kind].map((field) => (
            <DescriptionField key={field} at={at} field={field} variant={variant} change={change} />
          ))}
        {(kind !== '' || variant.asWritten !== '') && (
          <TextField
            path={`${at}/asWritten`}
            optional
            description={texts.asWrittenHint}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
          />
        )}
      </FieldGrid>
      {kind !== '' && (
        <>
          <MeaningFields at={at} variant={variant} />
          <PersonFields at={at} variant={variant} />
          <ReportFields at={at} variant={variant} />
          <PurposeFields at={at} variant={variant} asksIfAffected={asksIfAffected} />
        </>
      )}
    </>
  )
}
