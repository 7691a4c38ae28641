import { DEATH_AUTHORITIES, DEATH_PRECISIONS, type Deceased } from '#domain/orders/deceased.ts'
import { AUTHORITIES, type Guardian, guardianSigns } from '#domain/orders/guardian.ts'
import { useField, useOrderForm } from '../../draft/form-context.ts'
import { DateField } from '../../fields/DateField.tsx'
import { SelectField } from '../../fields/SelectField.tsx'
import { TextField } from '../../fields/TextField.tsx'
import { FieldGrid } from '../FieldGrid.tsx'
import classes from '../fields.module.css'
import * as texts from '../texts.ts'

const DEATH = '/patients/0/deceased'
const GUARDIAN = '/patients/0/guardian'

/** When the person died, as exactly as it is known, and who authorizes the test. */
export function DeceasedFields() {
  const form = useOrderForm()
  const { value: death } = useField<Deceased>(DEATH)
  return (
    <fieldset className={classes.fieldset}>
      <legend className={classes.legend}>{texts.death}</legend>
      <FieldGrid>
        <SelectField
          path={`${DEATH}/deathPrecision`}
          data={[...DEATH_PRECISIONS]}
          onChoose={(deathPrecision) =>
            // A date of another precision is none of this one.
            form.set(DEATH, { ...death, deathPrecision, dateOfDeath: '' })
          }
        />
        {death.deathPrecision === 'Exact' && <DateField path={`${DEATH}/dateOfDeath`} />}
        {death.deathPrecision === 'Month' && (
          <TextField path={`${DEATH}/dateOfDeath`} placeholder={texts.monthExample} />
        )}
        {death.deathPrecision === 'Year' && (
          <TextField path={`${DEATH}/dateOfDeath`} inputMode="numeric" placeholder={texts.yearExample} />
        )}
        <TextField path={`${DEATH}/causeOfDeath`} optional />
        <TextField path={`${DEATH}/authorizedBy`} />
        <SelectField path={`${DEATH}/authorizedAs`} optional data={[...DEATH_AUTHORITIES]} />
        <TextField path={`${DEATH}/authorityDocument`} optional />
      </FieldGrid>
    </fieldset>
  )
}

const REASONS = [
  { value: 'Minor', label: texts.isMinor },
  { value: 'No capacity', label: texts.lacksCapacity },
  { value: 'May sign', label: texts.mayStillSign },
]

/** Who signs for the patient, and by what authority. */
export function GuardianFields() {
  const { value: guardian } = useField<Guardian>(GUARDIAN)
  return (
    <fieldset className={classes.fieldset}>
      <legend className={classes.legend}>{texts.whoSigns}</legend>
      <FieldGrid>
        <SelectField path={`${GUARDIAN}/signingReason`} data={REASONS} />
        {guardianSigns(guardian) && (
          <>
            <TextField path={`${GUARDIAN}/firstName`} />
            <TextField path={`${GUARDIAN}/lastName`} />
            <SelectField path={`${GUARDIAN}/authority`} data={[...AUTHORITIES]} />
            <TextField path={`${GUARDIAN}/guardianPhone`} optional type="tel" inputMode="tel" />
          </>
        )}
        <TextField path={`${GUARDIAN}/authorityEvidence`} optional />
      </FieldGrid>
    </fieldset>
  )
}
