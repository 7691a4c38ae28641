import { type KnownVariant, VARIANT_CLASSES, ZYGOSITIES } from '#domain/orders/known-variants.ts'
import { DateField } from '../../../fields/DateField.tsx'
import { SelectField } from '../../../fields/SelectField.tsx'
import { TextField } from '../../../fields/TextField.tsx'
import { FieldGrid } from '../../FieldGrid.tsx'
import classes from '../../fields.module.css'
import * as texts from './texts.ts'

const OF_MITOCHONDRIA: readonly string[] = ['Heteroplasmic', 'Homoplasmic']

/** What the report says of the variant. */
export function MeaningFields({ at, variant }: { at: string; variant: KnownVariant }) {
  const zygosities = ZYGOSITIES.filter((one) => OF_MITOCHONDRIA.includes(one) === (variant.kind === 'mtdna'))
  return (
    <fieldset className={classes.fieldset}>
      <legend className={classes.legend}>{texts.classAndZygosity}</legend>
      <FieldGrid>
        <SelectField path={`${at}/variantClass`} optional data={[...VARIANT_CLASSES]} />
        <DateField path={`${at}/classifiedOn`} optional />
        <TextField path={`${at}/classifiedBy`} optional />
        <SelectField path={`${at}/zygosity`} optional data={zygosities} />
        <SelectField
          path={`${at}/inheritance`}
          optional
          data={['Dominant', 'Recessive', 'X-linked'] satisfies KnownVariant['inheritance'][]}
        />
      </FieldGrid>
    </fieldset>
  )
}
