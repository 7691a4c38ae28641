import { DEATH_AUTHORITIES, DEATH_PRECISIONS, type Deceased } from '#domain/orders/deceased.ts'
import { AUTHORITIES, type Guardian, guardianSigns } from '#domain/orders/guardian.ts'
import { useField, useOrderForm } from '../../draft/form-context.ts'
import { DateField } from '../../fields/DateField.tsx'
import { SelectField } from '../../fields/SelectField.tsx'
import { TextField } from '../../fields/TextField.tsx'
import { FieldGrid } from '../FieldGrid.tsx'
import classes from '../fields.module.css'
import * as texts from '../texts.ts'

interface OfPerson {
  /** The person's pointer, `/patients/1`; left out: the patient's. */
  at?: string
}

/** When the person died, as exactly as it is known, and who authorizes the test. */
export function DeceasedFields({ at = '/patients/0' }: OfPerson) {
  const form = useOrderForm()
  const path = `${at}/deceased`
  const { value: death } = useField<Deceased>(path)
  return (
    <fieldset className={classes.fieldset}>
      <legend className={classes.legend}>{texts.death}</legend>
      <FieldGrid>
        <SelectField
          path={`${path}/deathPrecision`}
          data={[...DEATH_PRECISIONS]}
          onChoose={(deathPrecision) =>
            // A date of another precision is none of this one.
            form.set(path, { ...death, deathPrecision, dateOfDeath: '' })
          }
        />
        {death.deathPrecision === 'Exact' && <DateField path={`${path}/dateOfDeath`} />}
        {death.deathPrecision === 'Month' && (
          <TextField path={`${path}/dateOfDeath`} placeholder={texts.monthExample} />
        )}
        {death.deathPrecision === 'Year' && (
          <TextField path={`${path}/dateOfDeath`} inputMode="numeric" placeholder={texts.yearExample} />
        )}
        <TextField path={`${path}/causeOfDeath`} optional />
        <TextField path={`${path}/authorizedBy`} />
        <SelectField path={`${path}/authorizedAs`} optional data={[...DEATH_AUTHORITIES]} />
        <TextField path={`${path}/authorityDocument`} optional />
      </FieldGrid>
    </fieldset>
  )
}

const REASONS = [
  { value: 'Minor', label: texts.isMinor },
  { value: 'No capacity', label: texts.lacksCapacity },
  { value: 'May sign', label: texts.mayStillSign },
]

/** Who signs for the person, and by what authority. */
export function GuardianFields({ at = '/patients/0' }: OfPerson) {
  const path = `${at}/guardian`
  const { value: guardian } = useField<Guardian>(path)
  return (
    <fieldset className={classes.fieldset}>
      <legend className={classes.legend}>{texts.whoSigns}</legend>
      <FieldGrid>
        <SelectField path={`${path}/signingReason`} data={REASONS} />
        {guardianSigns(guardian) && (
          <>
            <TextField path={`${path}/firstName`} />
            <TextField path={`${path}/lastName`} />
            <SelectField path={`${path}/authority`} data={[...AUTHORITIES]} />
            <TextField path={`${path}/guardianPhone`} optional type="tel" inputMode="tel" />
          </>
        )}
        <TextField path={`${path}/authorityEvidence`} optional />
      </FieldGrid>
    </fieldset>
  )
}
