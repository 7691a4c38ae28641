import { relativesNeeded } from '#domain/orders/family.ts'
import { isPrenatal } from '#domain/orders/subject.ts'
import { useFormState } from '../draft/form-context.ts'
import classes from './fields.module.css'
import { Addresses } from './people/Addresses.tsx'
import { Contacts } from './people/Contacts.tsx'
import { Demographics } from './people/Demographics.tsx'
import { Relatives } from './people/Relatives.tsx'
import { SubjectMenu } from './people/SubjectMenu.tsx'
import { SubjectParts } from './people/SubjectParts.tsx'
import { SectionCard } from './SectionCard.tsx'
import * as texts from './texts.ts'

/** The proband, who is the first patient of the document, and the relatives. */
export function PatientSection() {
  const isVOB = useFormState((state) => state.document.isVOB)
  const alone = useFormState((state) => state.document.patients.length === 1)
  const prenatal = useFormState((state) => isPrenatal(state.document))
  const requiredRelatives = useFormState((state) => relativesNeeded(state.tests))
  // A person who has died is reached no more; what was entered before stays in view.
  const isUnreachable = useFormState(({ document }) => {
    const [patient] = document.patients
    return (
      patient?.deceased !== undefined &&
      patient.preferredContact === '' &&
      patient.contacts.every(({ value }) => value === '')
    )
  })
  const at = '/patients/0'
  return (
    <SectionCard
      section="patient"
      sub={
        isVOB
          ? texts.verificationPatientHint
          : prenatal
            ? texts.motherHint
            : requiredRelatives === 0
              ? texts.patientHint
              : texts.familyHint
      }
    >
      <SubjectMenu />
      <Demographics at={at} />
      <SubjectParts />
      {!isUnreachable && (
        <fieldset className={classes.fieldset}>
          <legend className={classes.legend}>{texts.contact}</legend>
          <Contacts at={at} />
        </fieldset>
      )}
      <fieldset className={classes.fieldset}>
        <legend className={classes.legend}>{texts.address}</legend>
        <Addresses at={at} />
      </fieldset>
      {(!isVOB || !alone) && <Relatives />}
    </SectionCard>
  )
}
