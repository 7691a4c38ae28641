import { PRIORITIES, PRIORITY_REASONS } from '#domain/orders/priority.ts'
import { DateField } from '../fields/DateField.tsx'
import { SelectField } from '../fields/SelectField.tsx'
import { TextField } from '../fields/TextField.tsx'
import { FieldGrid } from './FieldGrid.tsx'
import * as texts from './texts.ts'

const AT = '/priority'

/** How soon the result is needed; rendered once the fold around it is opened. */
export function PriorityFields() {
  return (
    <FieldGrid>
      <SelectField
        path={`${AT}/level`}
        optional
        words={texts.priority}
        data={[...PRIORITIES]}
        placeholder={texts.routine}
      />
      <SelectField path={`${AT}/reason`} optional words={texts.priorityReason} data={[...PRIORITY_REASONS]} />
      <DateField path={`${AT}/neededBy`} optional allowsFuture words={texts.neededBy} />
      <TextField path={`${AT}/explanation`} optional words={texts.priorityExplanation} />
    </FieldGrid>
  )
}
