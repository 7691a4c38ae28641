import { priorityInWords } from '#domain/orders/priority.ts'
import { urgentContactInWords } from '#domain/orders/urgent-contact.ts'
import { useFormState } from '../draft/form-context.ts'
import { Fold } from '../fields/Fold.tsx'
import { PhoneNumberField } from '../fields/PhoneNumberField.tsx'
import { TextField } from '../fields/TextField.tsx'
import { FieldGrid } from './FieldGrid.tsx'
import classes from './fields.module.css'
import { PriorityFields } from './PriorityFields.tsx'
import * as texts from './texts.ts'

const AT = '/urgentContact'

/** How soon the result is needed, and whom the laboratory calls with urgent results, if it is not the institution's own number. */
export function UrgentContact() {
  const filled = useFormState(({ document }) =>
    [priorityInWords(document.priority), urgentContactInWords(document.urgentContact)]
      .filter(Boolean)
      .join('; '),
  )
  return (
    <div className={classes.more}>
      <Fold
        title={texts.urgentResults}
        paths={[AT, '/priority']}
        hint={texts.urgentHint}
        filled={filled || null}
        isLazy
      >
        <PriorityFields />
        <FieldGrid>
          <TextField path={`${AT}/name`} optional words={texts.urgentName} />
          <PhoneNumberField path={`${AT}/phone`} optional words={texts.urgentPhone} />
        </FieldGrid>
      </Fold>
    </div>
  )
}
