import { Alert, Button, Text } from '@mantine/core'
import { AFFECTED } from '#domain/lookups.ts'
import { type KnownVariant, PURPOSE_NAMES, PURPOSES } from '#domain/orders/known-variants.ts'
import { isPrenatal } from '#domain/orders/subject.ts'
import { useFormState, useOrderForm } from '../../../draft/form-context.ts'
import { SelectField } from '../../../fields/SelectField.tsx'
import { focusField } from '../../../focus-field.ts'
import { FieldGrid } from '../../FieldGrid.tsx'
import classes from '../../fields.module.css'
import * as texts from './texts.ts'

interface PurposeFieldsProps {
  at: string
  variant: KnownVariant
  asksIfAffected: boolean
}

/** Why the test is done; a family study asks whether the patient is affected. */
export function PurposeFields({ at, variant, asksIfAffected }: PurposeFieldsProps) {
  const form = useOrderForm()
  const prenatal = useFormState(({ document }) => isPrenatal(document))
  const { purpose, variantClass } = variant
  const path = `${at}/purpose`
  return (
    <fieldset className={classes.fieldset}>
      <legend className={classes.legend}>{texts.thisTest}</legend>
      <FieldGrid>
        <SelectField path={path} data={PURPOSES.map((value) => ({ value, label: PURPOSE_NAMES[value] }))} />
        {asksIfAffected && !prenatal && (
          <SelectField path="/patients/0/affected" words={texts.affected} data={[...AFFECTED]} />
        )}
      </FieldGrid>
      {variantClass === 'Uncertain significance' && purpose === 'predictive' && (
        <Alert mt="sm" color="yellow" variant="light">
          <Text size="sm">{texts.proposeStudy}</Text>
          <Button
            size="compact-sm"
            variant="default"
            mt={6}
            onClick={() => {
              form.set(path, 'segregation')
              setTimeout(() => focusField('/patients/0/affected'))
            }}
          >
            {texts.makeStudy}
          </Button>
        </Alert>
      )}
    </fieldset>
  )
}
