import { lazy, Suspense } from 'react'
import { subjectKind } from '#domain/orders/subject.ts'
import { useFormState } from '../../draft/form-context.ts'

// Few orders need them.
const Pregnancy = lazy(async () => ({ default: (await import('./PregnancyFields.tsx')).PregnancyFields }))
const Deceased = lazy(async () => ({ default: (await import('./SigningFields.tsx')).DeceasedFields }))
const Guardian = lazy(async () => ({ default: (await import('./SigningFields.tsx')).GuardianFields }))

/** What is asked of a pregnancy, of a death, and of who signs: nothing for a living patient who does. */
export function SubjectParts() {
  const kind = useFormState(({ document }) => subjectKind(document))
  const hasPregnancy = useFormState(({ document }) => document.pregnancy !== undefined)
  const hasGuardian = useFormState(({ document }) => document.patients[0]?.guardian !== undefined)
  return (
    <Suspense>
      {hasPregnancy && <Pregnancy />}
      {kind === 'deceased' && <Deceased />}
      {hasGuardian && <Guardian />}
    </Suspense>
  )
}
