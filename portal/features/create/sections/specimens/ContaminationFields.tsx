import { PROBAND } from '#domain/orders/document.ts'
import { addSample, samplesOf } from '#domain/orders/family.ts'
import {
  blankContaminationCheck,
  CONTAMINATION_PLANS,
  type ContaminationCheck,
} from '#domain/orders/pregnancy.ts'
import { CONTAMINATION_WORDS } from '#domain/orders/subject-lines.ts'
import { useField, useOrderForm } from '../../draft/form-context.ts'
import { SelectField } from '../../fields/SelectField.tsx'
import { TextField } from '../../fields/TextField.tsx'
import { FieldGrid } from '../FieldGrid.tsx'
import classes from '../fields.module.css'

/** How a fetal specimen, at `/samples/n`, is checked for its mother's cells. */
export function ContaminationFields({ at }: { at: string }) {
  const form = useOrderForm()
  const path = `${at}/contamination`
  const { value: check } = useField<ContaminationCheck | undefined>(path)
  const plan = check?.contaminationPlan
  return (
    <div data-path={path} className={classes.more}>
      <FieldGrid>
        <SelectField
          className={classes.wide}
          path={`${path}/contaminationPlan`}
          data={CONTAMINATION_PLANS.map((value) => ({ value, label: CONTAMINATION_WORDS[value] }))}
          onChoose={(contaminationPlan) => {
            form.set(
              path,
              contaminationPlan === '' ? undefined : { ...blankContaminationCheck(), contaminationPlan },
            )
            // Her specimen is in this order: it is asked for below.
            if (contaminationPlan === 'sent' && samplesOf(form.state().document, PROBAND).length === 0)
              form.edit((document) => addSample(document, PROBAND))
          }}
        />
        {(plan === 'on-file' || plan === 'apart') && (
          <TextField path={`${path}/maternalNumber`} optional={plan === 'apart'} />
        )}
        {plan === 'not-needed' && <TextField path={`${path}/contaminationReason`} />}
      </FieldGrid>
    </div>
  )
}
