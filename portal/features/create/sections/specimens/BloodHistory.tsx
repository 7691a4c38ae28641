import { lazy, Suspense } from 'react'
import type { PatientKey } from '#domain/orders/document.ts'
import { subjectsOf } from '#domain/orders/subject.ts'
import { useFormState } from '../../draft/form-context.ts'
import { isWithin } from '../../draft/pointer.ts'
import { Fold } from '../../fields/Fold.tsx'
import { FieldWarnings } from '../../panel/FieldWarnings.tsx'
import * as texts from '../texts.ts'
import { askedAboutBlood } from './asked-about-blood.ts'

// Few orders need them.
const BloodHistoryFields = lazy(async () => ({
  default: (await import('./more/BloodHistoryFields.tsx')).BloodHistoryFields,
}))

/** Transfusion, transplant and blood cancer of a person, if a chosen test asks or somebody has answered. */
export function BloodHistory({ patientKey }: { patientKey: PatientKey }) {
  const tests = useFormState((state) => state.tests)
  const index = useFormState(({ document }) => document.patients.findIndex(({ key }) => key === patientKey))
  const history = useFormState(({ document }) => document.patients[index]?.bloodHistory)
  const isTested = useFormState(({ document }) => subjectsOf(document).includes(patientKey))
  const asked = askedAboutBlood(tests)
  if (index === -1 || (asked === null && history === undefined)) return null
  const questions = asked ?? { transfusion: 'asked', transplant: 'asked', bloodCancer: 'asked' }
  // Relatives are compared with the patient: nothing is required of them.
  const required = isTested && Object.values(questions).includes('required')
  const count = Object.keys(history ?? {}).length
  const at = `/patients/${index}/bloodHistory`
  const ofRelative = Object.fromEntries(
    Object.entries(questions).map(([name, need]) => [name, need === 'no' ? 'no' : 'asked']),
  ) as typeof questions
  return (
    <>
      <Fold
        title={texts.bloodHistory}
        paths={[at]}
        hint={texts.bloodHistoryHint}
        filled={count === 0 ? null : texts.detailsCompleted(count)}
        // Somebody wants to say it, though no test asks.
        isRequested={required || (asked === null && count === 0)}
        required={required}
        isLazy
      >
        <Suspense>
          <BloodHistoryFields at={at} asked={isTested ? questions : ofRelative} />
        </Suspense>
      </Fold>
      <FieldWarnings at={({ path }) => isWithin(path, at)} />
    </>
  )
}
